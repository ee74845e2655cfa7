import { columns, inColumn } from '#web/ui/columns.ts';
import { LoadingWord, Skeleton } from '#web/ui/Spinner.tsx';
import { DigestsOutline } from '../dashboard/desk/DigestsOutline.tsx';

/** A digest while it loads. */
export const ArticleOutline = () => (
  <div className={columns}>
    <LoadingWord title="Digest" />
    <Skeleton className="mb-6 h-8 w-28" />
    <div className={inColumn}>
      <Skeleton className="mb-3 h-10 w-4/5" />
      <Skeleton className="mb-9 h-6 w-72" />
    </div>
    <div className={`space-y-9 ${inColumn}`}>
      <Skeleton className="h-20" />
      <Skeleton className="h-48" />
      <Skeleton className="h-32" />
      <Skeleton className="h-96" />
    </div>
  </div>
);

/** The archive while it loads. */
export const ArchiveOutline = () => (
  <div className={columns}>
    <LoadingWord title="Email digests" />
    <div className={inColumn}>
      <Skeleton className="mb-6 h-10 w-64" />
      <Skeleton className="mb-12 h-10" />
      <DigestsOutline />
    </div>
  </div>
);
