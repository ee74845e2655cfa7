import type { ReactNode } from 'react';

interface TableProps {
  /** The table's name for screen readers. */
  label: string;
  heads: readonly string[];
  /** Shown in place of an empty table. */
  none: string;
  /** A row's cells; a dash stands for an empty one. */
  rows: readonly ReactNode[][];
}

/** A table. On a narrow screen the table scrolls, not the page. */
export const Table = ({ label, heads, none, rows }: TableProps) =>
  rows.length === 0 ? (
    <p className="text-[0.9375rem] text-muted">{none}</p>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="-mx-1 overflow-x-auto px-1">
      <table aria-label={label} className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-muted">
          <tr>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`py-1 pr-4 align-bottom font-normal whitespace-nowrap ${endOf(rows[0]?.[at])}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a table is drawn whole
            <tr key={at}>
              {cells.map((cell, column) => (
                // Short values stay on one line.
                <td
                  key={heads[column]}
                  className={`border-t border-line py-2 pr-4 align-top ${endOf(cell)} ${typeof cell === 'string' && cell.length > 32 ? 'min-w-52' : 'whitespace-nowrap'}`}
                >
                  {cell ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );

/** Figures stand below each other. */
const endOf = (cell: ReactNode) => (typeof cell === 'number' ? 'text-end tabular-nums' : '');
