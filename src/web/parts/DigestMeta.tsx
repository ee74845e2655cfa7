import type { Digest } from '../../shared/digest.ts';
import { Badge } from './Badge.tsx';
import { AbsoluteDate } from './dates.tsx';
import { counted, papersPerSource } from './digestWords.ts';

/** Sources-count badge, sent date, number of papers. */
export const DigestMeta = ({ digest, zone }: { digest: Digest; zone?: string | undefined }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
    <Badge tone="neutral" className="mr-1">
      {counted(papersPerSource(digest.papersData).length, 'source')}
    </Badge>
    <span>
      {digest.status === 'sent' ? 'Sent ' : 'Made '}
      <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} />
    </span>
    <span aria-hidden="true">·</span>
    <span>{counted(digest.papersData.length, 'paper')}</span>
  </span>
);
