import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Slot, useIsFilled } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { shelfApi, shelfLists } from '#shared/shelf/shelf.ts';
import { reading, useAction, useZone } from '#web/api/query.ts';
import { counted } from '#web/digests/digestWords.tsx';
import { PageTitle } from '#web/layout/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ReadFailed } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { useAnswers } from '../dashboard/papers/useAnswers.ts';
import { BulkBar } from './BulkBar.tsx';
import { KeptPaper, movedWords } from './KeptPaper.tsx';
import { ShelfRail, ShelfTools } from './ShelfRail.tsx';
import { queryOf, useFreshCounts, useReloadShelf, useShelf, useShelfFilters } from './useShelf.ts';

/** The papers that a reader kept, finished, or marked “not for me”, with notes and tags. */
export const ShelfPage = () => <SignedIn tab="Shelf">{(me) => <Shelf me={me} />}</SignedIn>;

function Shelf({ me }: { me: Me }) {
  const narrowing = useShelfFilters();
  const filters = { ...narrowing.filters, q: useDeferredValue(narrowing.filters.q).trim() };
  const shelf = useShelf(filters);
  const summary = useQuery({
    ...reading(shelfApi.summary, { query: { state: filters.state } }),
    placeholderData: (former) => former,
    staleTime: 0,
  }).data;
  useFreshCounts();
  const hasImports = useIsFilled('shelfImports');
  if (shelf.isPending) return <PageOutline title="Shelf" />;
  const found = shelf.data;
  const isEmpty = !found?.papers.length && !narrowing.isNarrowed && emptySummary(summary);
  return (
    <div className="mx-auto max-w-[43rem] lg:max-w-[62rem]">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Shelf</PageTitle>
        {found && (
          <div className="flex flex-wrap gap-1">
            <Slot name="shelfImports" isMain={isEmpty} />
            {!isEmpty && (
              <Slot name="shelfFiles" query={{ state: 'all' }} label="Export all papers" text="Export all" />
            )}
          </div>
        )}
      </header>
      {shelf.isError && !found && (
        <div className="mt-6">
          <ReadFailed title="Your shelf could not be loaded" read={shelf} />
        </div>
      )}
      {found && isEmpty && (
        <div className="mt-6">
          <EmptyState title="Nothing kept yet. Press Keep beside a new paper on your dashboard">
            {hasImports && 'Or import papers that you already have.'}
          </EmptyState>
        </div>
      )}
      {found && !isEmpty && (
        <div className="mt-6 gap-8 max-lg:space-y-6 lg:flex">
          <ShelfRail summary={summary} shelf={narrowing} />
          <section aria-labelledby="papers" className="min-w-0 grow">
            <h2 id="papers" className="sr-only">
              {shelfLists[filters.state]} papers
            </h2>
            <ShelfTools summary={summary} shelf={narrowing} />
            <Slot name="shelfTools" tag={filters.tag} />
            <Papers
              key={JSON.stringify(filters)}
              {...{ me, found }}
              query={queryOf(filters)}
              isNarrowed={narrowing.isNarrowed}
              isLoading={shelf.isFetching}
              onClear={() => narrowing.narrow({ q: '', tag: '', source: '', year: '', termId: '', only: '' })}
              onMore={shelf.hasNextPage ? () => void shelf.fetchNextPage() : null}
            />
          </section>
        </div>
      )}
    </div>
  );
}

const emptySummary = (summary: { states: Record<string, number> } | undefined): boolean =>
  !summary || Object.values(summary.states).every((papers) => papers === 0);

interface PapersProps {
  me: Me;
  found: NonNullable<ReturnType<typeof useShelf>['data']>;
  query: Record<string, string | number>;
  isNarrowed: boolean;
  isLoading: boolean;
  onClear: () => void;
  /** Null at the end of the list. */
  onMore: (() => void) | null;
}

type Former = { id: string; state: PaperState; tags: string[] }[];

/** One list: its count, the selection, the papers, and a button for more. */
function Papers({ me, found, query, isNarrowed, isLoading, onClear, onMore }: PapersProps) {
  const answers = useAnswers(me.id, movedWords);
  const zone = useZone(me);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { done, said, undo } = useBulk(() => setSelected(new Set()));
  const chosen = found.papers.filter(({ id }) => selected.has(id));
  // Moved papers keep their places in the list but are not counted.
  const total = found.total - found.papers.filter((paper) => answers.stateOf(paper) !== paper.state).length;
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <>
      <div className="mt-5 flex min-h-8 flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <p role="status">
          {counted(total, isNarrowed ? 'match' : 'paper', isNarrowed ? 'matches' : 'papers')}
          {said && `. ${said}`}
          <span className="sr-only">{answers.said && `. ${answers.said}`}</span>
        </p>
        {undo && (
          <Button size="small" variant="quiet" onClick={undo}>
            Undo
          </Button>
        )}
        {found.total > 0 && !undo && isNarrowed && (
          <Slot name="shelfFiles" query={query} label="Export these papers" text="Export these" />
        )}
      </div>
      {chosen.length > 0 && <BulkBar papers={chosen} onDone={done} onClear={() => setSelected(new Set())} />}
      {found.papers.length > 0 ? (
        <ul className="mt-3">
          {found.papers.map((paper) => (
            <KeptPaper
              // A bulk change updates tags and notes through the list.
              key={`${paper.id} ${paper.state} ${paper.tags.join('\n')}`}
              {...{ paper, answers, zone }}
              isSelected={selected.has(paper.id)}
              onSelect={(isSelected) => select(paper.id, isSelected)}
            />
          ))}
        </ul>
      ) : (
        <div className="mt-3">
          <EmptyState
            title={isNarrowed ? 'No papers match' : 'No papers in this list'}
            action={
              isNarrowed && (
                <Button variant="secondary" size="small" onClick={onClear}>
                  Clear filters
                </Button>
              )
            }
          />
        </div>
      )}
      {onMore && (
        <Button variant="secondary" className="mt-6" pending={isLoading} onClick={onMore}>
          Show 20 more
        </Button>
      )}
    </>
  );
}

/** The last bulk action, and how to undo it. */
function useBulk(onChange: () => void) {
  const [last, setLast] = useState<{ words: string; former: Former } | null>(null);
  const reload = useReloadShelf();
  const restore = useAction(shelfApi.restore, {
    onSuccess: () => {
      setLast({ words: 'Undone.', former: [] });
      reload();
    },
  });
  return {
    said: last?.words ?? '',
    undo: last?.former.length ? () => restore.mutate({ body: { papers: last.former } }) : null,
    done: (words: string, former: Former) => {
      setLast({ words, former });
      onChange();
      reload();
    },
  };
}
