import { LoadingWord } from '../../parts/LoadingWord.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { DigestsOutline } from '../dashboard/DashboardOutline.tsx';

/** A digest before it is there. */
export const ArticleOutline = () => (
  <div className="mx-auto max-w-[43rem]">
    <LoadingWord title="Digest" />
    <Skeleton className="mb-5 h-8 w-28" />
    <Skeleton className="mb-3 h-10 w-4/5" />
    <Skeleton className="mb-8 h-6 w-72" />
    <div className="space-y-9">
      <Skeleton className="h-20" />
      <Skeleton className="h-48" />
      <Skeleton className="h-32" />
      <Skeleton className="h-96" />
    </div>
  </div>
);

/** The archive before it is there. */
export const ArchiveOutline = () => (
  <div className="mx-auto max-w-[43rem]">
    <LoadingWord title="Email digests" />
    <Skeleton className="mb-5 h-8 w-28" />
    <Skeleton className="mb-6 h-10 w-64" />
    <Skeleton className="mb-12 h-10" />
    <DigestsOutline />
  </div>
);
