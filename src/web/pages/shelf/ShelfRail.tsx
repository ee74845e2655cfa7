import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import {
  type ShelfList,
  type ShelfOrder,
  type shelfApi,
  shelfLists,
  shelfOrders,
} from '#shared/shelf/shelf.ts';
import { Select, TextField } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import type { useShelfFilters } from './useShelf.ts';

type Summary = ResponseOf<typeof shelfApi.summary>;

interface ShelfRailProps {
  summary: Summary | undefined;
  shelf: ReturnType<typeof useShelfFilters>;
}

/** Number of tags shown beside the list; the toolbar has the others. */
const tagsShown = 15;

/** The lists of the shelf and its tags, with the number of papers in each. */
export function ShelfRail({ summary, shelf: { filters, addressOf } }: ShelfRailProps) {
  const plain = { q: '', tag: '', source: '', year: '', termId: '', only: '' };
  const toList = (state: ShelfList) => addressOf({ ...plain, state });
  return (
    <nav aria-label="Shelf" className="text-sm lg:w-44 lg:shrink-0">
      <ul className="-mx-2.5 flex flex-wrap lg:flex-col">
        {(Object.keys(shelfLists) as ShelfList[]).map((state) => (
          <Entry
            key={state}
            to={toList(state)}
            count={summary?.states[state]}
            isCurrent={filters.state === state && !filters.only && !filters.tag}
          >
            {shelfLists[state]}
          </Entry>
        ))}
        <Entry
          to={addressOf({ ...plain, only: 'noted' })}
          count={summary?.noted}
          isCurrent={filters.only === 'noted'}
        >
          With a note
        </Entry>
        <Entry
          to={addressOf({ ...plain, only: 'changed' })}
          count={summary?.changed}
          isCurrent={filters.only === 'changed'}
        >
          Retracted or revised
        </Entry>
      </ul>
      {!!summary?.tags.length && (
        <>
          <h2 className="mt-3 mb-1 text-[0.8125rem] font-semibold tracking-wide text-muted lg:mt-6">Tags</h2>
          <ul className="-mx-2.5 flex flex-wrap lg:flex-col">
            {summary.tags.slice(0, tagsShown).map(({ tag, papers }) => (
              <Entry
                key={tag}
                to={addressOf({ ...plain, tag: filters.tag === tag ? '' : tag })}
                count={papers}
                isCurrent={filters.tag === tag}
              >
                {tag}
              </Entry>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

interface EntryProps {
  to: string;
  count: number | undefined;
  isCurrent: boolean;
  children: string;
}

const Entry = ({ to, count, isCurrent, children }: EntryProps) => (
  <li className="min-w-0">
    <Link
      to={`/shelf${to && `?${to}`}`}
      aria-current={isCurrent || undefined}
      className={`flex min-h-8 items-center justify-between gap-2 rounded-md px-2.5 py-1 pointer-coarse:min-h-11 ${isCurrent ? 'bg-accent-wash font-medium text-accent' : 'hover:bg-wash'}`}
    >
      <span dir="auto" className="truncate">
        {children}
      </span>
      {count !== undefined && <span className="text-muted tabular-nums">{count > 999 ? '999+' : count}</span>}
    </Link>
  </li>
);

interface ShelfToolsProps {
  summary: Summary | undefined;
  shelf: ReturnType<typeof useShelfFilters>;
}

/** Search, order, and the less common filters. */
export function ShelfTools({ summary, shelf: { filters, narrow } }: ShelfToolsProps) {
  const isFiltered = Boolean(filters.source || filters.year || filters.termId);
  return (
    <search className="block">
      <div className="flex flex-wrap gap-x-3 gap-y-3">
        <TextField
          label="Search your shelf"
          hint="Titles, authors, abstracts, notes, and tags."
          type="search"
          value={filters.q}
          dir="auto"
          maxLength={200}
          className="min-w-0 grow basis-72"
          onChange={(event) => narrow({ q: event.target.value })}
        />
        <Select
          label="Order"
          className="w-44"
          value={filters.order}
          options={Object.entries(shelfOrders).map(([value, label]) => ({ value, label }))}
          onChange={(event) => narrow({ order: event.target.value as ShelfOrder })}
        />
      </div>
      <details className="mt-3 text-sm" open={isFiltered || undefined}>
        <summary className="min-h-6 w-fit cursor-pointer rounded text-muted">Filters</summary>
        <div className="mt-3 grid gap-3 sm:grid-cols-3">
          <Select
            label="Source"
            empty="All sources"
            value={filters.source}
            options={(summary?.sources ?? []).map(({ source, papers }) => ({
              value: source,
              label: `${sourceLabels[source]} (${papers})`,
            }))}
            onChange={(event) => narrow({ source: event.target.value })}
          />
          <Select
            label="Year"
            empty="All years"
            value={filters.year}
            options={(summary?.years ?? []).map(({ year, papers }) => ({
              value: String(year),
              label: `${year} (${papers})`,
            }))}
            onChange={(event) => narrow({ year: event.target.value })}
          />
          <Select
            label="Topic"
            empty="All topics"
            value={filters.termId}
            options={(summary?.terms ?? []).map(({ id, term, papers }) => ({
              value: id,
              label: `${term} (${papers})`,
            }))}
            onChange={(event) => narrow({ termId: event.target.value })}
          />
        </div>
      </details>
    </search>
  );
}
