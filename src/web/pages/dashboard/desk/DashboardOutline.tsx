import { LoadingWord, Skeleton } from '#web/ui/Spinner.tsx';
import { card, DigestsOutline } from './DigestsOutline.tsx';

/** The dashboard while it loads: every part in its place. */
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
        <SettingsOutline />
      </div>
    </div>
  </>
);

/** As high as the topic field and this many topics. */
export const TopicsOutline = ({ count }: { count: number }) => (
  <div style={{ minHeight: `${16 + count * 6.5}rem` }}>
    <Skeleton className="mb-4 h-7 w-56" />
    <Skeleton className="mb-4 h-5 w-4/5" />
    <Skeleton className="mt-9 h-10 w-full" />
  </div>
);

/** As high as a topic that was searched. */
export const QueueOutline = () => (
  <div className={`${card} min-h-36`}>
    <Skeleton className="h-5 w-1/3" />
    <Skeleton className="h-4 w-4/5" />
    <Skeleton className="h-4 w-3/5" />
  </div>
);

/** As high as preferences, account, and the line to more settings; on a phone a sentence each. */
export const SettingsOutline = () => (
  <div className="min-h-[46rem] max-sm:h-60 max-sm:min-h-0 max-sm:overflow-hidden">
    <Skeleton className="mb-2 h-6 w-40" />
    <PreferencesOutline />
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
