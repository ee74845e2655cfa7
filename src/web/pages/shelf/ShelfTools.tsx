import { sourceLabels } from '#shared/papers/sources.ts';
import { type ShelfOrder, shelfOrders } from '#shared/shelf/shelf.ts';
import { Select, TextField } from '#web/ui/Form.tsx';
import type { Summary } from './ShelfRail.tsx';
import type { useShelfFilters } from './shelfFilters.ts';

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
