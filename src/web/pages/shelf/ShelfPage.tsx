import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Me } from '#shared/accounts/account.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { call } from '#web/api/api.ts';
import { counted } from '#web/digests/digestWords.ts';
import { PageTitle } from '#web/layout/PageTitle.tsx';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { columns, inColumn } from '#web/ui/columns.ts';
import { EmptyState, ErrorState } from '#web/ui/ErrorState.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useZone } from '../dashboard/desk/queries.ts';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { useAnswers } from '../dashboard/papers/useAnswers.ts';
import { ArchiveOutline } from '../digest/ArticleOutline.tsx';
import { KeptPaper } from './KeptPaper.tsx';

/** The papers that a reader kept, a page at a time, with a search that runs on the server. */
export const ShelfPage = () => (
  <SignedIn tab="Shelf" waiting={<ArchiveOutline />}>
    {(me) => <Shelf me={me} />}
  </SignedIn>
);

type Found = ResponseOf<typeof deskApi.papers>;

/** The kept papers that contain the words, as many pages as were asked for; the former ones while others load. */
function useShelf(words: string) {
  const client = useQueryClient();
  const [pages, setPages] = useState({ words, count: 1 });
  const count = pages.words === words ? pages.count : 1;
  const keyOfPages = (count: number) => [deskApi.papers.path, 'kept', words, count];
  const shelf = useQuery<Found>({
    queryKey: keyOfPages(count),
    queryFn: async ({ signal }): Promise<Found> => {
      const before = client.getQueryData<Found>(keyOfPages(count - 1));
      const cursor = before?.next ? { cursor: before.next } : {};
      const query = { state: 'kept' as const, limit: 20, q: words, ...cursor };
      const page = await call(deskApi.papers, { query, signal });
      return { ...page, papers: [...(before?.papers ?? []), ...page.papers] };
    },
    placeholderData: (former) => former,
    // What is kept elsewhere meanwhile shows with the next visit of the page.
    staleTime: 0,
    gcTime: 0,
    meta: { access: deskApi.papers.access },
  });
  return { shelf, showMore: () => setPages({ words, count: count + 1 }) };
}

function Shelf({ me }: { me: Me }) {
  const [query, setQuery] = useSearchParams();
  const typed = query.get('q') ?? '';
  const words = useDeferredValue(typed).trim();
  const { shelf, showMore } = useShelf(words);
  const answers = useAnswers(me.id, { done: 'Removed from your shelf' });
  const zone = useZone(me);
  const search = (q: string) => setQuery(q ? { q } : {}, { replace: true });
  if (shelf.isPending) return <ArchiveOutline />;
  const found = shelf.data;
  return (
    <div className={columns}>
      <ButtonLink to="/dashboard" variant="quiet" size="small" className="-ml-3 mb-6">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Dashboard
      </ButtonLink>
      <div className={inColumn}>
        <PageTitle>Shelf</PageTitle>
        {(words || !!found?.papers.length) && (
          <search className="mt-6 block">
            <TextField
              label="Search your shelf"
              hint="Titles, authors, journals, and abstracts."
              type="search"
              value={typed}
              dir="auto"
              maxLength={200}
              onChange={(event) => search(event.target.value)}
            />
          </search>
        )}
        <p role="status" className="mt-5 text-sm text-muted">
          {found &&
            (words || found.total > 0) &&
            counted(found.total, words ? 'match' : 'paper', words ? 'matches' : 'papers')}
          <span className="sr-only">{answers.said && `. ${answers.said}`}</span>
        </p>
        {shelf.isError && !found && (
          <ErrorState title="Your shelf could not be loaded" onRetry={() => void shelf.refetch()}>
            {shelf.error.message}
          </ErrorState>
        )}
        {found && !found.papers.length && <Nothing words={words} onClear={() => search('')} />}
        {found && found.papers.length > 0 && (
          <ul className="mt-1">
            {found.papers.map((paper) => (
              <KeptPaper key={paper.id} paper={paper} answers={answers} zone={zone} />
            ))}
          </ul>
        )}
        {found?.next && (
          <Button variant="secondary" className="mt-6" pending={shelf.isFetching} onClick={showMore}>
            Show 20 more
          </Button>
        )}
      </div>
    </div>
  );
}

const Nothing = ({ words, onClear }: { words: string; onClear: () => void }) =>
  words ? (
    <EmptyState
      title="No papers match"
      action={
        <Button variant="secondary" size="small" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  ) : (
    <EmptyState title="Nothing kept yet. Press Keep beside a new paper on your dashboard" />
  );
