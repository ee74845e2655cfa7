import { ArrowLeft } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Me } from '../../../shared/account.ts';
import type { Digest } from '../../../shared/digest.ts';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { DigestStatusBadge } from '../../parts/DigestStatusBadge.tsx';
import { AbsoluteDate } from '../../parts/dates.tsx';
import { counted, digestTeaser, digestTitle } from '../../parts/digestWords.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { useDigests, useZone } from '../dashboard/queries.ts';
import { SignedIn } from '../dashboard/SignedIn.tsx';
import { ArchiveOutline } from './ArticleOutline.tsx';
import { byMonth, matching } from './archive.ts';

/** Every digest the reader has had, with a search over them. */
export const DigestsPage = () => (
  <SignedIn tab="Email digests" waiting={<ArchiveOutline />}>
    {(me) => <Archive me={me} />}
  </SignedIn>
);

function Archive({ me }: { me: Me }) {
  const digests = useDigests(me);
  if (digests.isPending) return <ArchiveOutline />;
  return (
    <div className="mx-auto max-w-[43rem]">
      <ButtonLink to="/dashboard" variant="quiet" size="small" className="-ml-3 mb-5">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Dashboard
      </ButtonLink>
      <PageTitle>Email digests</PageTitle>
      <div className="mt-6">
        {digests.data ? (
          <Found me={me} digests={digests.data} />
        ) : (
          <ErrorState title="Your digests could not be loaded" onRetry={() => void digests.refetch()}>
            {digests.error.message}
          </ErrorState>
        )}
      </div>
    </div>
  );
}

function Found({ me, digests }: { me: Me; digests: Digest[] }) {
  const [query, setQuery] = useSearchParams();
  const words = query.get('q') ?? '';
  const found = matching(digests, useDeferredValue(words));
  const zone = useZone(me);
  const search = (q: string) => setQuery(q ? { q } : {}, { replace: true });
  if (!digests.length)
    return <EmptyState title="No email digests yet. You'll receive your first digest within a week" />;
  return (
    <>
      <search>
        <TextField
          label="Search digests"
          type="search"
          hint="Topics, summaries, titles, authors and journals."
          value={words}
          onChange={(event) => search(event.target.value)}
          autoComplete="off"
          dir="auto"
        />
      </search>
      <p role="status" className="mt-5 text-sm text-muted">
        {words.trim()
          ? `${found.length.toLocaleString('en-GB')} of ${counted(digests.length, 'digest')}`
          : counted(digests.length, 'digest')}
      </p>
      {found.length === 0 && (
        <div className="mt-4">
          <EmptyState
            title="No digest has these words"
            action={
              <Button variant="secondary" size="small" onClick={() => search('')}>
                Show all digests
              </Button>
            }
          />
        </div>
      )}
      {byMonth(found, zone).map(({ name, digests }) => (
        <section key={name} aria-label={name} className="mt-8">
          <h2 className="border-b border-line pb-2 text-[0.8125rem] font-semibold tracking-wide text-muted">
            {name}
          </h2>
          <ul>
            {digests.map((digest) => (
              <Row key={digest.id} digest={digest} zone={zone} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const Row = ({ digest, zone }: { digest: Digest; zone: string | undefined }) => (
  <li className="relative border-b border-line py-4">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h3
        dir="auto"
        className="min-w-0 font-serif text-lg leading-snug font-semibold text-pretty wrap-anywhere"
      >
        <Link
          to={`/digests/${digest.id}`}
          className="rounded underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {digestTitle(digest)}
        </Link>
      </h3>
      <DigestStatusBadge status={digest.status} />
    </div>
    <p className="mt-0.5 text-sm text-muted">
      <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} /> ·{' '}
      {counted(digest.papersData.length, 'paper')}
    </p>
    <p dir="auto" className="mt-1.5 font-serif leading-relaxed text-muted">
      {digestTeaser(digest)}
    </p>
  </li>
);
