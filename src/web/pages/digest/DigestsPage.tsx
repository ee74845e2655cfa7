import { ArrowLeft } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Me } from '#shared/accounts/account.ts';
import type { Digest } from '#shared/digests/digest.ts';
import { DigestStatusBadge } from '#web/digests/DigestStatusBadge.tsx';
import { counted, digestTeaser, digestTitle } from '#web/digests/digestWords.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PageTitle } from '#web/layout/PageTitle.tsx';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { columns, inColumn, inMargin, withMargin } from '#web/ui/columns.ts';
import { EmptyState, ErrorState } from '#web/ui/ErrorState.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { asPage, useDigests, useZone } from '../dashboard/desk/queries.ts';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { ArchiveOutline } from './ArticleOutline.tsx';
import { byMonth, matching } from './archive.ts';

/** Every digest of the reader, with a search. */
export const DigestsPage = () => (
  <SignedIn tab="Email digests" waiting={<ArchiveOutline />}>
    {(me) => <Archive me={me} />}
  </SignedIn>
);

function Archive({ me }: { me: Me }) {
  const digests = useDigests(me, asPage);
  if (digests.isPending) return <ArchiveOutline />;
  return (
    <div className={columns}>
      <ButtonLink to="/dashboard" variant="quiet" size="small" className="-ml-3 mb-6">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Dashboard
      </ButtonLink>
      <div className={inColumn}>
        <PageTitle>Email digests</PageTitle>
      </div>
      <div className="mt-6">
        {digests.data ? (
          <Found me={me} digests={digests.data} />
        ) : (
          <div className={inColumn}>
            <ErrorState title="Your digests could not be loaded" onRetry={() => void digests.refetch()}>
              {digests.error.message}
            </ErrorState>
          </div>
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
    return (
      <div className={inColumn}>
        <EmptyState title="No email digests yet. You'll receive your first digest within a week" />
      </div>
    );
  return (
    <>
      <search className={`block ${inColumn}`}>
        <TextField
          label="Search digests"
          type="search"
          hint="Topics, summaries, titles, authors, and journals."
          value={words}
          onChange={(event) => search(event.target.value)}
          autoComplete="off"
          dir="auto"
        />
      </search>
      <p role="status" className={`mt-5 text-sm text-muted ${inColumn}`}>
        {words.trim()
          ? `${found.length.toLocaleString('en-US')} of ${counted(digests.length, 'digest')}`
          : counted(digests.length, 'digest')}
      </p>
      {found.length === 0 && (
        <div className={`mt-4 ${inColumn}`}>
          <EmptyState
            title="No digests match"
            action={
              <Button variant="secondary" size="small" onClick={() => search('')}>
                Show all digests
              </Button>
            }
          />
        </div>
      )}
      {byMonth(found, zone).map(({ name, digests }) => (
        <section key={name} aria-label={name} className={`mt-7 border-t border-line pt-4 ${withMargin}`}>
          <h2 className={`mb-3 text-[0.8125rem] font-semibold tracking-wide text-muted ${inMargin}`}>
            {name}
          </h2>
          <ul className="min-w-0 divide-y divide-line">
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
  <li className="relative py-4 first:pt-0">
    <h3
      dir="auto"
      className="font-serif text-[1.0625rem] leading-snug font-semibold text-pretty wrap-anywhere"
    >
      <Link
        to={`/digests/${digest.id}`}
        className="rounded underline-offset-4 after:absolute after:inset-0 hover:underline"
      >
        <span className="line-clamp-3">{digestTitle(digest)}</span>
      </Link>
    </h3>
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <DigestStatusBadge status={digest.status} />
      <span>
        <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short /> ·{' '}
        {counted(digest.papersData.length, 'paper')}
      </span>
    </p>
    <p dir="auto" className="mt-1 line-clamp-2 font-serif leading-relaxed text-muted wrap-anywhere">
      {digestTeaser(digest)}
    </p>
  </li>
);
