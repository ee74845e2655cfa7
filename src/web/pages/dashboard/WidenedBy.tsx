import { useState } from 'react';
import type { Expansion } from '../../../shared/searchTerm.ts';

const few = 6;

/** The words and phrases that a topic was widened by, the weightiest first. */
export function WidenedBy({ expansion }: { expansion: readonly Expansion[] }) {
  const [all, setAll] = useState(false);
  if (!expansion.length) return null;
  const sorted = [...expansion].sort((a, b) => b.weight - a.weight);
  const shown = all ? sorted : sorted.slice(0, few);
  const more = sorted.length - shown.length;
  return (
    <div className="mt-3 flex flex-wrap items-baseline gap-x-2 gap-y-1.5 text-sm">
      <span className="text-muted">Also searched:</span>
      <ul className="contents">
        {shown.map(({ phrase }) => (
          <li
            key={phrase}
            dir="auto"
            className="rounded bg-wash px-2 py-0.5 text-[0.8125rem] ring-1 ring-line ring-inset wrap-anywhere"
          >
            {phrase}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="link min-h-6 rounded" onClick={() => setAll(true)}>
          and {more} more
        </button>
      )}
    </div>
  );
}
