import type { ReactNode } from 'react';

interface TableProps {
  /** The table's name for screen readers. */
  label: string;
  heads: readonly string[];
  /** Shown in place of an empty table. */
  none: string;
  children: ReactNode[];
}

/** A table. On a narrow screen the table scrolls, not the page. */
export const Table = ({ label, heads, none, children }: TableProps) =>
  children.length === 0 ? (
    <p className="text-[0.9375rem] text-muted">{none}</p>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="-mx-1 overflow-x-auto px-1">
      <table className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1 pr-4 align-bottom font-normal whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );

export const cell = 'border-t border-line py-2 pr-4 align-top';
