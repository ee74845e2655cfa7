import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'wouter';
import type { Me } from '#shared/accounts/me.ts';
import { type DigestHead, digestApi } from '#shared/digests/digest.ts';
import { counted } from '#shared/values/words.ts';
import { call, useZone } from '#web/api/api.ts';
import { DigestStatusBadge, digestTitle } from '#web/digests/digestWords.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { deskTitle, PageTitle } from '#web/layout/Page.tsx';
import { Button, controlClass } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { EmptyState, ReadFailed } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { digestsKey } from '../dashboard/desk/topicActions.ts';

/** Every digest of the reader, a page at a time, with a search that runs on the server. */
export const DigestsPage = () => <SignedIn tab="Email digests">{(me) => <Archive me={me} />}</SignedIn>;

/** The digests that contain the words, page by page. The previous result stays while another loads. */
const useArchive = (words: string) =>
  useInfiniteQuery({
    queryKey: [...digestsKey, 'archive', words],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 20, ...(words && { q: words }), ...(pageParam && { after: pageParam }) };
      return call(digestApi.page, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { access: digestApi.page.access },
  });

function Archive({ me }: { me: Me }) {
  const [query, setQuery] = useSearchParams();
  const typed = query.get('q') ?? '';
  const words = useDeferredValue(typed).trim();
  const archive = useArchive(words);
  const search = (q: string) => setQuery(q ? { q } : {}, { replace: true });
  if (archive.isPending) return <PageOutline title="Email digests" />;
  const digests = archive.data?.pages.flatMap((page) => page.digests);
  const total = archive.data?.pages[0]?.total;
  return (
    <>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex items-baseline gap-3">
          <PageTitle className={deskTitle}>Email digests</PageTitle>
          {(words || !!total) && (
            <p role="status" className="text-sm text-muted">
              {counted(total ?? 0, 'digest')}
              {words && ' found'}
            </p>
          )}
        </div>
        {(words || !!total) && (
          <search className="w-full sm:w-104">
            <input
              type="search"
              aria-label="Search digests"
              placeholder="Topics, summaries, titles, authors, journals"
              value={typed}
              onChange={(event) => search(event.target.value)}
              maxLength={200}
              autoComplete="off"
              dir="auto"
              className={controlClass}
            />
          </search>
        )}
      </header>
      {digests ? (
        <FoundDigests me={me} digests={digests} words={words} onClear={() => search('')} />
      ) : (
        <ReadFailed title="Your digests could not be loaded" read={archive} />
      )}
      {archive.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-2 lg:ml-44"
          pending={archive.isFetchingNextPage}
          onClick={() => void archive.fetchNextPage()}
        >
          Show 20 more
        </Button>
      )}
    </>
  );
}

type FoundDigestsProps = { me: Me; digests: DigestHead[]; words: string; onClear: () => void };

function FoundDigests({ me, digests, words, onClear }: FoundDigestsProps) {
  const zone = useZone(me);
  if (!digests.length)
    return words ? (
      <EmptyState
        title="No digests match"
        action={
          <Button variant="secondary" size="small" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    ) : (
      <EmptyState title="No email digests yet. You'll receive your first digest within a week">
        <Link to="/dashboard" className="link alone">
          Go to dashboard
        </Link>
      </EmptyState>
    );
  return byMonth(digests, zone).map(({ name, digests }) => (
    <section
      key={name}
      aria-label={name}
      className="border-t border-line py-5 lg:grid lg:grid-cols-[8.5rem_minmax(0,1fr)] lg:gap-x-10"
    >
      <h2 className="mb-3 text-[0.8125rem] font-semibold tracking-wide text-muted lg:sticky lg:top-18 lg:self-start lg:pt-0.5">
        {name}
      </h2>
      <ul className="min-w-0 divide-y divide-line">
        {digests.map((digest) => (
          <Row key={digest.id} digest={digest} zone={zone} />
        ))}
      </ul>
    </section>
  ));
}

const Row = ({ digest, zone }: { digest: DigestHead; zone: string | undefined }) => (
  <li className="relative py-4 first:pt-0">
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
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
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <DigestStatusBadge status={digest.status} />
        <span>
          <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short /> ·{' '}
          {counted(digest.papers, 'paper')}
        </span>
      </p>
    </div>
    <p
      dir="auto"
      className="mt-1 line-clamp-2 max-w-[43rem] font-serif leading-relaxed text-muted wrap-anywhere"
    >
      {digest.teaser}
    </p>
  </li>
);

/** Groups digests, newest first, by month in the reader's time zone: `May 2026`. */
export function byMonth(digests: readonly DigestHead[], zone: string | undefined) {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: zone });
  const months = Map.groupBy(digests, (one) => format.format(Date.parse(one.sentAt ?? one.createdAt)));
  return [...months].map(([name, digests]) => ({ name, digests }));
}
