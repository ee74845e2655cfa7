import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import {
  type ShelfList,
  type ShelfOrder,
  type shelfApi,
  shelfLists,
  shelfOrders,
} from '#shared/shelf/shelf.ts';
import { controlClass, SelectBox } from '#web/ui/Form.tsx';
import type { useShelfFilters } from './useShelf.ts';

interface ShelfToolsProps {
  summary: ResponseOf<typeof shelfApi.summary> | undefined;
  shelf: ReturnType<typeof useShelfFilters>;
}

/** Search, one list of all filters, and order. */
export function ShelfTools({ summary, shelf: { filters, narrow } }: ShelfToolsProps) {
  const { state } = filters;
  const name = (['tag', 'termId', 'source', 'year', 'only'] as const).find((one) => filters[one]);
  const choose = (chosen: string) => {
    const [kind = '', value = ''] = [
      chosen.slice(0, chosen.indexOf(' ')),
      chosen.slice(chosen.indexOf(' ') + 1),
    ];
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
        onChange={(event) => choose(event.target.value)}
      >
        <optgroup label="Lists">
          {(Object.keys(shelfLists) as ShelfList[]).map((one) => (
            <option key={one} value={`state ${one}`}>
              {`${shelfLists[one]} ${counted(summary?.states[one])}`}
            </option>
          ))}
          <option value="only noted">{`With a note ${counted(summary?.noted)}`}</option>
          <option value="only changed">{`Retracted or revised ${counted(summary?.changed)}`}</option>
        </optgroup>
        <Choices
          label="Tags"
          of={summary?.tags.map(({ tag, papers }) => ({ value: `tag ${tag}`, label: tag, papers }))}
        />
        <Choices
          label="Topics"
          of={summary?.terms.map(({ id, term, papers }) => ({ value: `termId ${id}`, label: term, papers }))}
        />
        <Choices
          label="Sources"
          of={summary?.sources.map(({ source, papers }) => ({
            ...{ value: `source ${source}`, label: sourceLabels[source], papers },
          }))}
        />
        <Choices
          label="Years"
          of={summary?.years.map(({ year, papers }) => ({
            ...{ value: `year ${year}`, label: String(year), papers },
          }))}
        />
      </SelectBox>
      <SelectBox
        aria-label="Order"
        className="min-w-0 grow basis-36 sm:grow-0"
        value={filters.order}
        onChange={(event) => narrow({ order: event.target.value as ShelfOrder })}
      >
        {Object.entries(shelfOrders).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectBox>
    </search>
  );
}

const counted = (papers: number | undefined): string => (papers === undefined ? '' : `(${papers})`);

interface ChoicesProps {
  label: string;
  of: { value: string; label: string; papers: number }[] | undefined;
}

const Choices = ({ label, of }: ChoicesProps) =>
  of?.length ? (
    <optgroup label={label}>
      {of.map((one) => (
        <option key={one.value} value={one.value}>
          {`${one.label} (${one.papers})`}
        </option>
      ))}
    </optgroup>
  ) : null;
