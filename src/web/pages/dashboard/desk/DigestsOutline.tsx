import { Skeleton } from '#web/ui/Spinner.tsx';

/** As high as three digests of the list. */
export const DigestsOutline = () => (
  <div className="border-t border-line">
    {[1, 2, 3].map((one) => (
      <div key={one} className="min-h-32 space-y-2.5 border-b border-line py-3.5">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    ))}
  </div>
);

/** The frame of a part that is loading. */
export const card = 'space-y-3 rounded-lg border border-line bg-sheet px-4 py-4 sm:px-5';
