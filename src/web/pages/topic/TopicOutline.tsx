import { Skeleton } from '#web/ui/Spinner.tsx';

/** The shapes of a topic's page, while it is loaded. */
export const TopicOutline = () => (
  <div aria-busy="true">
    <Skeleton className="h-4 w-28" />
    <Skeleton className="mt-5 h-9 w-2/3" />
    <Skeleton className="mt-4 h-5 w-1/2" />
    <Skeleton className="mt-12 h-16 w-full" />
    <TrendsOutline />
  </div>
);

export const TrendsOutline = () => (
  <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <Skeleton className="h-72 w-full" />
    <Skeleton className="h-72 w-full" />
    <Skeleton className="h-64 w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
);
