import type { Digest } from '#shared/digests/digest.ts';
import { AbsoluteDate } from '../layout/dates.tsx';
import { Badge } from '../ui/Badge.tsx';
import { counted, papersPerSource } from './digestWords.ts';

interface DigestMetaProps {
  digest: Digest;
  zone?: string | undefined;
  /** Without the year, where it is this one. */
  short?: boolean;
}

/** Sources-count badge, sent date, number of papers. */
export const DigestMeta = ({ digest, zone, short }: DigestMetaProps) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
    <Badge tone="neutral" className="mr-1">
      {counted(papersPerSource(digest.papersData).length, 'source')}
    </Badge>
    <span>
      {digest.status === 'sent' ? 'Sent ' : 'Made '}
      <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short={short} /> ·{' '}
      {counted(digest.papersData.length, 'paper')}
    </span>
  </span>
);
