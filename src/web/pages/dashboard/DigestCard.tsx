import type { Digest } from '../../../shared/digest.ts';
import { DigestStatusBadge } from '../../parts/DigestStatusBadge.tsx';
import { AbsoluteDate } from '../../parts/dates.tsx';
import { counted, digestTeaser, digestTitle, sourcesMissing } from '../../parts/digestWords.ts';
import { ResendButton } from './ResendButton.tsx';

interface DigestCardProps {
  digest: Digest;
  zone: string | undefined;
  onOpen: () => void;
}

/** A digest to pick up: all of it opens, only Resend does something else. */
export function DigestCard({ digest, zone, onOpen }: DigestCardProps) {
  const missing = sourcesMissing(digest.coverage);
  return (
    <li className="relative rounded-lg border border-line bg-sheet px-4 py-4 hover:border-edge sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3
          dir="auto"
          className="min-w-0 font-serif text-lg leading-snug font-semibold text-pretty wrap-anywhere"
        >
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="rounded text-start after:absolute after:inset-0 after:rounded-lg"
          >
            {digestTitle(digest)}
          </button>
        </h3>
        <DigestStatusBadge status={digest.status} />
      </div>
      <p className="mt-1 text-sm text-muted">
        {digest.status === 'sent' ? 'Sent ' : 'Made '}
        <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} /> ·{' '}
        {counted(digest.papersData.length, 'paper')}
        {missing.length > 0 && ` · ${lists.format(missing)} could not be read`}
      </p>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p dir="auto" className="min-w-0 flex-1 basis-72 font-serif leading-relaxed">
          {digestTeaser(digest)}
        </p>
        {digest.searchTerm && <ResendButton searchTerm={digest.searchTerm} />}
      </div>
    </li>
  );
}

const lists = new Intl.ListFormat('en', { type: 'conjunction' });
