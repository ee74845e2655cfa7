import { useQuery } from '@tanstack/react-query';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { type Trends as TrendsOf, trendsApi } from '#shared/topics/trends.ts';
import { dateInWords, daysInWords, withCommas } from '#shared/values/dates.ts';
import { reading } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { WhenRead } from '#web/ui/Notice.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Section } from '../dashboard/desk/Section.tsx';

/** What comes in for a topic. */
export const useTrends = (topic: SearchTerm) =>
  useQuery({
    ...reading(trendsApi.read, { params: { id: topic.id } }),
    // The counts depend on filters, wording, and the papers sent.
    enabled: !topic.kind,
    queryKey: [trendsApi.read.path, topic.id, topic.term, topic.filters, topic.lastProcessedAt],
  });

type WhatCameProps = { topic: SearchTerm; trends: ReturnType<typeof useTrends> };

/** One count and, once there are weeks to compare, one chart. */
export function WhatCame({ topic, trends }: WhatCameProps) {
  const { data } = trends;
  // Without a single match there is nothing to compare.
  const last = data?.weeks.some(({ close }) => close > 0) ? data.weeks.at(-1) : undefined;
  const before = data?.weeks.slice(0, -1) ?? [];
  const usual = Math.round(before.reduce((sum, { close }) => sum + close, 0) / before.length);
  return (
    <Section
      title="What came"
      aside={
        last && (
          <p className="text-[0.8125rem] text-muted">
            {daysInWords(new Date(last.from), new Date(last.to), new Date())}
          </p>
        )
      }
    >
      <WhenRead read={trends} failed="The figures could not be loaded" room="h-56">
        {(data) =>
          last ? (
            <>
              <p>
                <b className="mr-1.5 font-serif text-[1.75rem] leading-none font-semibold">
                  {withCommas(last.close)}
                </b>{' '}
                close {last.close === 1 ? 'match' : 'matches'}, {withCommas(last.sent)} sent{' '}
                {usual > 0 && (
                  <span className="text-muted">· usually {withCommas(usual)}&nbsp;a&nbsp;week</span>
                )}
              </p>
              <Weeks weeks={data.weeks} />
            </>
          ) : (
            <p>
              {withCommas(data.sentInAll)} {data.sentInAll === 1 ? 'paper' : 'papers'} sent since{' '}
              <AbsoluteDate value={topic.createdAt} short />
              {data.keptInAll > 0 && `, ${withCommas(data.keptInAll)} of them kept`}.
            </p>
          )
        }
      </WhenRead>
    </Section>
  );
}

/** Bars of close matches, with the part that digests included in a dark color; figures at the first and the last one. */
function Weeks({ weeks }: Pick<TrendsOf, 'weeks'>) {
  const most = Math.max(...weeks.map(({ close }) => close));
  const last = weeks.length - 1;
  return (
    <figure className="mt-3">
      <div className="flex text-xs font-semibold" aria-hidden="true">
        {weeks.map(({ to, close }, at) => (
          <span key={to} className="w-0 grow text-center">
            {(at === last || at === 0) && close > 0 && withCommas(close)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${weeks.length * 10} 100`}
        preserveAspectRatio="none"
        className="mt-1 h-28 w-full border-b border-edge text-accent"
        aria-hidden="true"
      >
        {weeks.map(({ to, close, sent }, at) => (
          <g key={to}>
            <Bar at={at} height={(close / most) * 99} soft />
            <Bar at={at} height={(sent / most) * 99} />
          </g>
        ))}
      </svg>
      <div className="mt-1.5 flex text-xs text-muted" aria-hidden="true">
        {weeks.map(({ to }, at) => (
          <span key={to} className="flex w-0 grow justify-center whitespace-nowrap last:justify-end">
            {(last - at) % 3 === 0 && dayOf(to)}
          </span>
        ))}
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
        <Key className="legend bg-accent">sent</Key>
        <Key className="legend rest bg-accent/25">close, not sent</Key>
      </figcaption>
    </figure>
  );
}

/** The same as a table. */
export const WeeksTable = ({ weeks }: Pick<TrendsOf, 'weeks'>) => (
  <Table
    label={name}
    heads={['Week to', 'Close matches', 'Sent']}
    none=""
    rows={weeks.map(({ to, close, sent }) => [dayOf(to), close, sent])}
  />
);

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

const dayOf = (day: string): string => dateInWords(new Date(day), { zone: 'UTC', year: false });
