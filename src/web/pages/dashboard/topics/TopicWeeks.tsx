import { useQuery } from '@tanstack/react-query';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { trendsApi, type TopicWeeks as Weeks } from '#shared/topics/trends.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { reading } from '#web/api/query.ts';

/**
 * Close matches of a topic in the last twelve weeks as small bars, which open as a table. One request serves every topic
 * of the list. The bars keep their space while they load, and if they cannot be loaded.
 */
export function TopicWeeks({ term }: { term: SearchTerm }) {
  const { data, isError } = useQuery({ ...reading(trendsApi.weeks), retryOnMount: false });
  const weeks = data?.find(({ id }) => id === term.id)?.weeks;
  if (!weeks)
    return (
      <p className="flex h-8 w-26 items-center justify-end text-sm text-muted">
        {isError && (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">The papers a week could not be loaded.</span>
          </>
        )}
      </p>
    );
  return (
    <details className="text-sm open:col-span-full">
      <summary className="block h-8 sm:ml-auto w-26 cursor-pointer list-none rounded py-0.5 pointer-coarse:h-11 pointer-coarse:py-2 [&::-webkit-details-marker]:hidden">
        <Sparkline weeks={weeks} />
      </summary>
      <table className="mt-2 w-full max-w-xs tabular-nums">
        <caption className="sr-only">Close matches a week: {term.term}</caption>
        <thead>
          <tr className="text-muted">
            <th className="py-1 text-start font-normal">Week to</th>
            <th className="py-1 text-end font-normal">Close matches</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ to, close }) => (
            <tr key={to} className="border-t border-line">
              <th className="py-1 text-start font-normal">
                {dateInWords(new Date(to), { zone: 'UTC', year: false })}
              </th>
              <td className="py-1 text-end">{close.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const width = 104;
const height = 26;

/** Bars in one hue; the current week is dark. A week without papers shows a line at the base. */
function Sparkline({ weeks }: { weeks: Weeks['weeks'] }) {
  const counts = weeks.map(({ close }) => close);
  const most = Math.max(...counts);
  const step = width / counts.length;
  const [first, last] = [counts[0] ?? 0, counts.at(-1) ?? 0];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Close matches a week, ${counts.length} weeks: from ${first} to ${last}; highest ${most}. Show as a table.`}
      className="h-7 w-26 text-accent"
    >
      {counts.map((count, at) => {
        const tall = Math.max(1.5, (count / Math.max(1, most)) * (height - 2));
        const isLast = at === counts.length - 1;
        return (
          <rect
            key={weeks[at]!.to}
            x={at * step + 0.5}
            y={height - tall - 0.5}
            width={step - 2.5}
            height={tall}
            rx={1}
            fill="currentColor"
            fillOpacity={isLast ? 1 : 0.25}
            stroke="currentColor"
            strokeOpacity={isLast ? 1 : 0.7}
          />
        );
      })}
    </svg>
  );
}
