import type { DigestHead } from '#shared/digests/digest.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { DigestStatusBadge } from '#web/digests/DigestStatusBadge.tsx';
import { counted, digestTitle } from '#web/digests/digestWords.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ResendButton } from './ResendButton.tsx';

interface DigestCardProps {
  digest: DigestHead;
  zone: string | undefined;
  /** Whether it arrived after the reader's last visit. */
  isNew: boolean;
  onOpen: () => void;
}

/** A digest in the list: a click anywhere opens it, except on Resend. */
export function DigestCard({ digest, zone, isNew, onOpen }: DigestCardProps) {
  const missing = digest.failed.map((source) => sourceLabels[source]);
  return (
    <li className="relative border-b border-line py-3.5 hover:bg-wash">
      <div className="flex items-start justify-between gap-3">
        <h3
          dir="auto"
          className="min-w-0 grow font-serif text-[1.0625rem] leading-snug font-semibold text-pretty wrap-anywhere"
        >
          {/* Not clipped itself, because its hit area covers the whole row. */}
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="rounded text-start after:absolute after:inset-0"
          >
            <span className="line-clamp-3">{digestTitle(digest)}</span>
          </button>
        </h3>
        {digest.searchTerm && (
          <span className="-my-1 shrink-0">
            <ResendButton digest={{ ...digest, searchTerm: digest.searchTerm }} zone={zone} />
          </span>
        )}
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {isNew && <Badge tone="accent">New</Badge>}
        <DigestStatusBadge status={digest.status} />
        <span>
          {digest.status === 'sent' ? '' : 'Created '}
          <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short /> ·{' '}
          {counted(digest.papers, 'paper')}
          {missing.length > 0 && ` · ${lists.format(missing)} could not be read`}
        </span>
      </p>
      <p
        dir="auto"
        className="mt-0.5 line-clamp-2 max-w-[68ch] font-serif leading-relaxed text-muted wrap-anywhere"
      >
        {digest.teaser}
      </p>
    </li>
  );
}

const lists = new Intl.ListFormat('en', { type: 'conjunction' });
