import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Slot, useIsFilled } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { type ShelfList, type ShelfOrder, shelfApi, shelfLists, shelfOrders } from '#shared/shelf/shelf.ts';
import { counted } from '#shared/values/words.ts';
import { reading as readingOf, useAction, useZone } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { deskTitle, PageTitle } from '#web/layout/Page.tsx';
import { PapersPane } from '#web/papers/PapersPane.tsx';
import { useAnswers } from '#web/papers/useAnswers.ts';
import { useReading } from '#web/papers/useReading.ts';
import { Button, controlClass, SelectBox, type SelectGroup } from '#web/ui/Form.tsx';
import { EmptyState, ReadFailed } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { TopicLink } from '../dashboard/papers/NewPapers.tsx';
import { BulkBar, NoteAndTags } from './NoteAndTags.tsx';
import { queryOf, reloadShelf, useFreshCounts, useShelf, useShelfFilters } from './useShelf.ts';

/** The papers that a reader kept, finished, or marked “not for me”, with notes and tags. */
export const ShelfPage = () => <SignedIn tab="Shelf">{(me) => <Shelf me={me} />}</SignedIn>;

function Shelf({ me }: { me: Me }) {
  const narrowing = useShelfFilters();
  const filters = { ...narrowing.filters, q: useDeferredValue(narrowing.filters.q).trim() };
  const shelf = useShelf(filters);
  const summary = useQuery({
    ...readingOf(shelfApi.summary, { query: { state: filters.state } }),
    placeholderData: (former) => former,
    staleTime: 0,
  }).data;
  useFreshCounts();
  const hasImports = useIsFilled('shelfImports');
  if (shelf.isPending) return <PageOutline title="Shelf" />;
  const found = shelf.data;
  const isEmpty = !found?.papers.length && !narrowing.isNarrowed && emptySummary(summary);
  return (
    <>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <PageTitle className={deskTitle}>Shelf</PageTitle>
        {found && (
          <div className="flex flex-wrap gap-1.5">
            <Slot name="shelfTools" tag={filters.tag} />
            <Slot name="shelfImports" isMain={isEmpty} />
            {!isEmpty && (
              <Slot
                name="shelfFiles"
                variant="secondary"
                query={narrowing.isNarrowed ? queryOf(filters) : { state: 'all' }}
                label={narrowing.isNarrowed ? 'Export these papers' : 'Export all papers'}
              />
            )}
          </div>
        )}
      </header>
      {shelf.isError && !found && <ReadFailed title="Your shelf could not be loaded" read={shelf} />}
      {found && isEmpty && (
        <EmptyState title="Nothing kept yet. Press Keep beside a new paper on your dashboard">
          {hasImports && 'Or import papers that you already have.'}
        </EmptyState>
      )}
      {found && !isEmpty && (
        <section aria-labelledby="papers">
          <h2 id="papers" className="sr-only">
            {shelfLists[filters.state]} papers
          </h2>
          <ShelfTools summary={summary} shelf={narrowing} />
          <Papers
            key={JSON.stringify(filters)}
            {...{ me, shelf, isNarrowed: narrowing.isNarrowed }}
            onClear={() => narrowing.narrow({ q: '', tag: '', source: '', year: '', termId: '', only: '' })}
          />
        </section>
      )}
    </>
  );
}

const emptySummary = (summary: { states: Record<string, number> } | undefined): boolean =>
  !summary || Object.values(summary.states).every((papers) => papers === 0);

type PapersProps = { me: Me; shelf: ReturnType<typeof useShelf>; isNarrowed: boolean; onClear: () => void };

type Former = { id: string; state: PaperState; tags: string[] }[];

/** One list: its count, the selection, the papers and the one that is read, and a button for more. */
function Papers({ me, shelf, isNarrowed, onClear }: PapersProps) {
  const { papers, total } = shelf.data!;
  const answers = useAnswers(me.id, movedWords);
  const zone = useZone(me);
  const more = async () => {
    const { data } = await shelf.fetchNextPage();
    return data?.papers[papers.length] ?? null;
  };
  const reading = useReading(papers, { more: shelf.hasNextPage ? more : undefined });
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const { done, said, undo } = useBulk(() => setSelected(null));
  const chosen = papers.filter(({ id }) => selected?.has(id));
  // Moved papers keep their places in the list but are not counted.
  const left = total - papers.filter((paper) => answers.stateOf(paper) !== paper.state).length;
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const found = (papers: number) =>
    isNarrowed ? counted(papers, 'match', 'matches') : counted(papers, 'paper');
  const undoing = undo && (
    <Button variant="quiet" onClick={undo}>
      Undo
    </Button>
  );
  return (
    <div className="mt-3">
      {papers.length > 0 && (
        <PapersPane
          {...{ reading, answers }}
          onShelf
          groups={[{ key: 'papers', label: 'Papers', papers }]}
          head={
            chosen.length ? (
              <BulkBar papers={chosen} onDone={done} onClear={() => setSelected(null)} />
            ) : (
              <>
                <p role="status">
                  <b className="font-semibold">{found(left)}</b>
                  {said && `. ${said}`}
                </p>
                <span className="flex">
                  {undoing}
                  <Button
                    variant="quiet"
                    aria-pressed={selected !== null}
                    onClick={() => setSelected(selected ? null : new Set())}
                  >
                    Select
                  </Button>
                </span>
              </>
            )
          }
          foot={
            shelf.hasNextPage && (
              <div className="px-4 py-2">
                <Button variant="quiet" pending={shelf.isFetching} onClick={() => void more()}>
                  Show 20 more
                </Button>
              </div>
            )
          }
          row={(paper) => ({
            lastLine: <NoteLine paper={paper} />,
            select: selected
              ? { checked: selected.has(paper.id), onChange: (isSelected) => select(paper.id, isSelected) }
              : undefined,
          })}
          where={({ imported, state, at, termId, term }) => (
            <>
              <span className="max-[60rem]:hidden"> · </span>
              {imported && state === 'kept' ? 'Imported' : movedWords[state === 'new' ? 'kept' : state]}{' '}
              <AbsoluteDate value={at} short zone={zone} />
              {termId && <TopicLink id={termId}>{term}</TopicLink>}
            </>
          )}
          below={(paper) => <NoteAndTags key={`${paper.id} ${paper.tags.join('\n')}`} paper={paper} />}
        />
      )}
      {!papers.length && (
        <>
          <p role="status" className="mb-3 text-sm text-muted">
            {found(0)}
            {said && `. ${said}`} {undoing}
          </p>
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
        </>
      )}
    </div>
  );
}

/** The start of the reader's note, and the tags: a kept paper has been judged. */
const NoteLine = ({ paper: { note, tags } }: { paper: ReaderPaper }) => (
  <p dir="auto" className="truncate text-[0.8125rem] leading-[1.45] empty:hidden">
    {note.trim() && `${note.trim().split('\n')[0]} `}
    {tags.length > 0 && <span className="text-muted">{tags.map((tag) => `#${tag}`).join(' ')}</span>}
  </p>
);

/** The texts that replace a paper that left the list. */
const movedWords: Record<PaperState, string> = {
  new: 'Removed from your shelf',
  kept: 'Kept',
  done: 'Read',
  not: 'Not for me',
};

/** The last bulk action, and how to undo it. */
function useBulk(onChange: () => void) {
  const [last, setLast] = useState<{ words: string; former: Former } | null>(null);
  const restore = useAction(shelfApi.restore, {
    onSuccess: () => {
      setLast({ words: 'Undone.', former: [] });
      reloadShelf();
    },
  });
  return {
    said: last?.words ?? '',
    undo: last?.former.length ? () => restore.mutate({ body: { papers: last.former } }) : null,
    done: (words: string, former: Former) => {
      setLast({ words, former });
      onChange();
      reloadShelf();
    },
  };
}

interface ShelfToolsProps {
  summary: ResponseOf<typeof shelfApi.summary> | undefined;
  shelf: ReturnType<typeof useShelfFilters>;
}

/** Search, one list of all filters, and order. */
function ShelfTools({ summary, shelf: { filters, narrow } }: ShelfToolsProps) {
  const { state } = filters;
  const name = (['tag', 'termId', 'source', 'year', 'only'] as const).find((one) => filters[one]);
  const choose = (chosen: string) => {
    const end = chosen.indexOf(' ');
    const [kind = '', value = ''] = [chosen.slice(0, end), chosen.slice(end + 1)];
    narrow({ tag: '', termId: '', source: '', year: '', only: '', [kind]: value });
  };
  return (
    <search className="flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="Search your shelf"
        placeholder="Titles, authors, notes, tags"
        value={filters.q}
        dir="auto"
        maxLength={200}
        className={`${controlClass} min-w-0 grow basis-72 max-sm:basis-full`}
        onChange={(event) => narrow({ q: event.target.value })}
      />
      <SelectBox
        aria-label="Show"
        className="min-w-0 grow basis-64 max-sm:basis-36 sm:grow-0"
        value={name ? `${name} ${filters[name]}` : `state ${state}`}
        options={choicesIn(summary)}
        onChange={(event) => choose(event.target.value)}
      />
      <SelectBox
        aria-label="Order"
        className="min-w-0 grow basis-36 sm:grow-0"
        value={filters.order}
        options={Object.entries(shelfOrders).map(([value, label]) => ({ value, label }))}
        onChange={(event) => narrow({ order: event.target.value as ShelfOrder })}
      />
    </search>
  );
}

/** Everything that a list can be narrowed to, with the number of its papers. */
function choicesIn(summary: ShelfToolsProps['summary']): SelectGroup[] {
  const lists = Object.entries(shelfLists).map(([name, label]) =>
    choice(`state ${name}`, label, summary?.states[name as ShelfList]),
  );
  const marked = [
    choice('only noted', 'With a note', summary?.noted),
    choice('only changed', 'Retracted or revised', summary?.changed),
  ];
  const { tags = [], terms = [], sources = [], years = [] } = summary ?? {};
  return [
    { label: 'Lists', options: [...lists, ...marked] },
    { label: 'Tags', options: tags.map(({ tag, papers }) => choice(`tag ${tag}`, tag, papers)) },
    { label: 'Topics', options: terms.map(({ id, term, papers }) => choice(`termId ${id}`, term, papers)) },
    {
      label: 'Sources',
      options: sources.map(({ source, papers }) => choice(`source ${source}`, sourceLabels[source], papers)),
    },
    {
      label: 'Years',
      options: years.map(({ year, papers }) => choice(`year ${year}`, String(year), papers)),
    },
  ].filter(({ options }) => options.length > 0);
}

const choice = (value: string, label: string, papers: number | undefined) => ({
  value,
  label: papers === undefined ? label : `${label} (${papers})`,
});
