import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { type Trends as TrendsOf, trendsApi } from '#shared/topics/trends.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { reading } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';

/** What comes in for a topic: a few figures, and a chart of its close matches a week once there are weeks to compare. */
export function Trends({ topic }: { topic: SearchTerm }) {
  const { data, error, refetch } = useQuery({
    ...reading(trendsApi.read, { params: { id: topic.id } }),
    // The counts depend on filters, wording, and the papers sent.
    queryKey: [trendsApi.read.path, topic.id, topic.term, topic.filters, topic.lastProcessedAt],
  });
  if (!data && error)
    return (
      <ErrorState title="The figures could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <Skeleton className="h-96" />;
  return (
    <>
      <Figures topic={topic} trends={data} />
      {data.weeks.length > 0 && <Weeks weeks={data.weeks} />}
    </>
  );
}

function Figures({
  topic,
  trends: { weeks, sentInAll, keptInAll },
}: {
  topic: SearchTerm;
  trends: TrendsOf;
}) {
  const last = weeks.at(-1);
  const before = weeks.slice(0, -1);
  const mean = Math.round(before.reduce((sum, { close }) => sum + close, 0) / before.length);
  const { more = 0, less = 0 } = topic.feedback ?? {};
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 sm:grid-cols-4">
      {last && (
        <Figure number={last.close} name="close matches last week">
          {mean.toLocaleString('en-US')} a week before
        </Figure>
      )}
      <Figure number={sentInAll} name="papers sent">
        since <AbsoluteDate value={topic.createdAt} short />
      </Figure>
      <Figure number={keptInAll} name="kept on your shelf" />
      <Figure number={more} name={more === 1 ? 'paper liked' : 'papers liked'}>
        and {less} not for me
      </Figure>
    </dl>
  );
}

const Figure = ({ number, name, children }: { number: number; name: string; children?: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-serif text-2xl tabular-nums">{number.toLocaleString('en-US')}</span>
      <span className="text-sm text-muted">{children}</span>
    </dd>
  </div>
);

/** Bars of close matches, with the part that digests included in a dark color, and a table with the same data. */
function Weeks({ weeks }: Pick<TrendsOf, 'weeks'>) {
  const rows = weeks.map(({ to, ...counts }) => ({ label: dayOf(to), ...counts }));
  const most = topOf(Math.max(1, ...rows.map(({ close }) => close)));
  return (
    <section aria-label={name} className="mt-8 max-w-3xl">
      <h2 className="font-serif text-[1.0625rem] font-semibold">{name}</h2>
      <p className="mb-4 text-sm text-muted">Twelve weeks to {rows.at(-1)!.label}</p>
      <figure>
        <div className="flex gap-2" aria-hidden="true">
          <div className="flex h-44 w-7 flex-col justify-between text-end text-xs leading-none text-muted tabular-nums">
            <span>{most}</span>
            <span>{most / 2}</span>
            <span>0</span>
          </div>
          <svg
            viewBox={`0 0 ${rows.length * 10} 100`}
            preserveAspectRatio="none"
            className="h-44 min-w-0 grow overflow-visible text-accent"
          >
            <title>{name}</title>
            {[0, 50, 100].map((y) => (
              <line
                key={y}
                {...{ x1: 0, x2: rows.length * 10, y1: y, y2: y }}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {rows.map(({ label, close, sent }, i) => (
              <g key={label} vectorEffect="non-scaling-stroke">
                <Bar at={i} height={(close / most) * 100} soft />
                <Bar at={i} height={(sent / most) * 100} />
              </g>
            ))}
          </svg>
        </div>
        <div className="mt-1.5 ml-9 flex text-xs text-muted" aria-hidden="true">
          {rows.map(({ label }, i) => (
            <span key={label} className="flex w-0 grow justify-center whitespace-nowrap">
              {(rows.length - 1 - i) % 3 === 0 && label}
            </span>
          ))}
        </div>
        <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
          <Key className="legend bg-accent">in your digest</Key>
          <Key className="legend rest bg-accent/25">close, not in it</Key>
        </figcaption>
        <details className="mt-2 text-sm">
          <summary className="link inline-block min-h-6 cursor-pointer rounded">
            Show as a table<span className="sr-only">: {name}</span>
          </summary>
          <table className="mt-2 w-full max-w-md text-start tabular-nums">
            <thead>
              <tr className="text-muted">
                <th className="py-1 text-start font-normal">Week to</th>
                <th className="py-1 text-end font-normal">Close matches</th>
                <th className="py-1 text-end font-normal">In your digest</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, close, sent }) => (
                <tr key={label} className="border-t border-line">
                  <th className="py-1 text-start font-normal">{label}</th>
                  <td className="py-1 text-end">{close}</td>
                  <td className="py-1 text-end">{sent}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figure>
    </section>
  );
}

const name = 'Close matches a week';

const Bar = ({ at, height, soft = false }: { at: number; height: number; soft?: boolean }) => (
  <rect
    x={at * 10 + 0.8}
    y={100 - height}
    width={8.4}
    height={height}
    fill="currentColor"
    fillOpacity={soft ? 0.25 : 1}
    stroke="currentColor"
    strokeOpacity={soft ? 0.7 : 1}
    strokeWidth={height > 0 ? 1 : 0}
    vectorEffect="non-scaling-stroke"
  />
);

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-2.5 rounded-xs ring-1 ring-accent ${className}`} aria-hidden="true" />
    {children}
  </span>
);

/** The first even round number that is not lower: 2, 4, 10, 20, 50 … */
function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [2, 4, 6, 10, 20].map((step) => step * Math.max(1, power)).find((top) => top >= most) ?? most;
}

const dayOf = (day: string): string => dateInWords(new Date(day), { zone: 'UTC', year: false });
