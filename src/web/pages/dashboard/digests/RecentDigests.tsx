import { lazy, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { useZone } from '#web/api/query.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';

const DigestDialog = lazy(async () => ({
  default: (await import('#web/digests/DigestDialog.tsx')).DigestDialog,
}));

import { Link } from '#web/ui/Link.tsx';
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx';
import { useDigests } from '../desk/arrivals.ts';
import { Section } from '../desk/Section.tsx';
import { DigestCard } from './DigestCard.tsx';
import { lastVisitOf } from './lastVisit.ts';

/** The three newest digests; a click opens one in a dialog. */
export function RecentDigests({ me }: { me: Me }) {
  const digests = useDigests();
  const zone = useZone(me);
  const [since] = useState(() => lastVisitOf(me.id));
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
              <DigestCard
                key={digest.id}
                digest={digest}
                zone={zone}
                isNew={since !== null && Date.parse(digest.createdAt) > since}
                onOpen={() => setOpenId(digest.id)}
              />
            ))}
          </ul>
        ) : (
          <EmptyState title="No email digests yet. You'll receive your first digest within a week" />
        )
      ) : (
        <ErrorState title="Your digests could not be loaded" onRetry={() => void digests.refetch()}>
          {digests.error?.message}
        </ErrorState>
      )}
      {open && (
        <LazyPart>
          <DigestDialog digest={open} onClose={() => setOpenId(null)} zone={zone} />
        </LazyPart>
      )}
    </Section>
  );
}
