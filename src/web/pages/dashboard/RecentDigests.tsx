import { lazy, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { DigestHead } from '#shared/digests/digest.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { useZone } from '#web/api/query.ts';
import { counted, DigestStatusBadge, digestTitle } from '#web/digests/digestWords.tsx';
import { ResendButton } from '#web/digests/ResendButton.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { LazyPart } from '#web/ui/Boundary.tsx';

const DigestDialog = lazy(async () => ({
  default: (await import('#web/digests/DigestDialog.tsx')).DigestDialog,
}));

import { Link } from '#web/ui/Link.tsx';
import { EmptyState, ReadFailed } from '#web/ui/Notice.tsx';
import { useDigests } from './desk/queries.ts';
import { Section } from './desk/Section.tsx';

/** The three newest digests; a click opens one in a dialog. */
export function RecentDigests({ me }: { me: Me }) {
  const digests = useDigests();
  const zone = useZone(me);
  const [openId, setOpenId] = useState<string | null>(null);
  const count = digests.data?.total ?? 0;
  const open = digests.data?.digests.find(({ id }) => id === openId);
  return (
    <Section
      title="Recent Email Digests"
      aside={
        count > 0 && (
          <Link to="/digests" className="link alone rounded text-sm">
            All digests ({count.toLocaleString('en-US')})
          </Link>
        )
      }
    >
      {digests.data ? (
        count ? (
          <ul className="border-t border-line">
            {digests.data.digests.map((digest) => (
              <DigestCard key={digest.id} digest={digest} zone={zone} onOpen={() => setOpenId(digest.id)} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No email digests yet. You'll receive your first digest within a week" />
        )
      ) : (
        <ReadFailed title="Your digests could not be loaded" read={digests} />
      )}
      {open && (
        <LazyPart>
          <DigestDialog digest={open} onClose={() => setOpenId(null)} zone={zone} />
        </LazyPart>
      )}
    </Section>
  );
}

interface DigestCardProps {
  digest: DigestHead;
  zone: string | undefined;
  onOpen: () => void;
}

/** A digest in the list: a click anywhere opens it, except on Resend. */
function DigestCard({ digest, zone, onOpen }: DigestCardProps) {
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
