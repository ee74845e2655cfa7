import { LoadingWord } from '../../parts/LoadingWord.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';

/** The dashboard before anything is known: every part where it will stand. */
export const DashboardOutline = () => (
  <>
    <LoadingWord title="Dashboard" />
    <Skeleton className="mb-9 h-9 w-40" />
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0 space-y-12">
        <div>
          <Skeleton className="mb-4 h-7 w-56" />
          <Skeleton className="mb-4 h-5 w-4/5" />
          <Skeleton className="mt-9 h-10 w-full" />
        </div>
        <div>
          <Skeleton className="mb-3.5 h-7 w-48" />
          <QueueOutline />
        </div>
        <div>
          <Skeleton className="mb-3.5 h-7 w-52" />
          <DigestsOutline />
        </div>
      </div>
      <div className="space-y-10 lg:border-l lg:border-line lg:pl-8">
        <div>
          <Skeleton className="mb-2 h-6 w-40" />
          <PreferencesOutline />
        </div>
      </div>
    </div>
  </>
);

export const QueueOutline = () => <Skeleton className="h-[8.25rem] rounded-lg" />;

export const DigestsOutline = () => (
  <div className="space-y-3">
    <Skeleton className="h-[7.5rem] rounded-lg" />
    <Skeleton className="h-[7.5rem] rounded-lg" />
    <Skeleton className="h-[7.5rem] rounded-lg" />
  </div>
);

export const PreferencesOutline = () => (
  <div className="space-y-5">
    <Skeleton className="h-11" />
    <Skeleton className="h-16" />
    <Skeleton className="h-24" />
    <Skeleton className="h-6" />
    <Skeleton className="h-6" />
    <Skeleton className="h-6" />
  </div>
);
