import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { type Trends as TrendsOf, trendsApi } from '#shared/topics/trends.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { reading } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Bars } from '#web/topics/Bars.tsx';
import { count } from '#web/topics/words.ts';
import { ErrorState } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { Rising } from './Rising.tsx';
import { Sources } from './Sources.tsx';

/** With fewer papers the distribution may be chance. */
const leastForSpread = 20;

/** Statistics of a topic: papers per week, sources, the distribution of relevance, and rising phrases. */
export function Trends({ topic }: { topic: SearchTerm }) {
  const { data, error, refetch } = useQuery({
    ...reading(trendsApi.read, { params: { id: topic.id } }),
    // The counts depend on filters, wording, and the papers sent.
    queryKey: [trendsApi.read.path, topic.id, topic.term, topic.filters, topic.lastProcessedAt],
  });
  if (!data && error)
    return (
      <ErrorState title="The charts could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <Skeleton className="h-[39rem]" />;
  return (
    <>
      <Figures topic={topic} trends={data} />
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Chart title="Papers per week" note={`Twelve weeks to ${dayOf(data.weeks.at(-1)!.to)}`}>
          <Bars
            name="Papers per week"
            head="Week to"
            rows={data.weeks.map(({ to, close, sent }) => ({ label: dayOf(to), close, sent }))}
            every={3}
          />
        </Chart>
        <Chart title="Where they come from" note={`${inAll(data)} in twelve weeks`}>
          <Sources
            rows={data.sources.map(({ source, papers }) => ({ label: sourceLabels[source], papers }))}
          />
        </Chart>
        <Spread trends={data} />
        <Chart
          title="Rising phrases"
          note="Titles of the last four weeks, compared with the eight weeks before"
        >
          <Rising rising={data.rising} />
        </Chart>
      </div>
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
  const last = weeks.at(-1)!.close;
  const before = weeks.slice(0, -1);
  const mean = Math.round(before.reduce((sum, { close }) => sum + close, 0) / before.length);
  const { more = 0, less = 0 } = topic.feedback ?? {};
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 sm:grid-cols-4">
      <Figure number={last} name="close matches last week">
        {mean.toLocaleString('en-US')} a week before
      </Figure>
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

function Spread({ trends: { bins } }: { trends: TrendsOf }) {
  const all = bins.reduce((sum, { close }) => sum + close, 0);
  const note = `${count(all, 'close match', 'close matches')} of the last four weeks`;
  return (
    <Chart title="Relevance" note={note}>
      {all < leastForSpread ? (
        <p className="text-sm text-muted">
          The spread is shown once there are {leastForSpread} papers; with fewer, it would be chance.
        </p>
      ) : (
        <Bars
          name="Relevance of close matches"
          head="Relevance"
          rows={bins.map(({ from, close, sent }) => ({ label: `${Math.round(from * 100)}%`, close, sent }))}
          every={2}
        />
      )}
    </Chart>
  );
}

const Chart = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="font-serif text-[1.0625rem] font-semibold">{title}</h2>
    <p className="mb-4 text-sm text-muted">{note}</p>
    {children}
  </section>
);

function inAll({ weeks, isLeast }: TrendsOf): string {
  const all = weeks.reduce((sum, { close }) => sum + close, 0);
  return `${count(all, 'close match', 'close matches')}${isLeast ? ' or more' : ''}`;
}

const dayOf = (day: string): string => dateInWords(new Date(day), { zone: 'UTC', year: false });
