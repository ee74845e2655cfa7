import { useQuery } from '@tanstack/react-query';
import { trendsApi } from '#shared/topics/trends.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { reading } from '#web/api/query.ts';
import { DigestSection } from '#web/digests/DigestSection.tsx';
import { Bars } from '#web/topics/Bars.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';

interface WeeksOfTopicProps {
  topicId: string;
  /** The day of the digest. The last week ends on it. */
  until: string;
}

/** Close matches per week of a digest's topic, which show whether ten papers are many or few. */
export function WeeksOfTopic({ topicId, until }: WeeksOfTopicProps) {
  const { data, error } = useQuery(reading(trendsApi.read, { params: { id: topicId }, query: { until } }));
  return (
    <DigestSection title="Close matches a week" heading="h2" beside className="mt-9 print:hidden">
      {data?.weeks.some(({ close }) => close > 0) ? (
        <>
          <p className="mb-4 text-sm text-muted">
            {data.weeks.length} weeks to {dateInWords(new Date(until), { zone: 'UTC' })}
          </p>
          <Bars
            name="Close matches a week"
            head="Week to"
            rows={data.weeks.map(({ to, close, sent }) => ({ label: dayOf(to), close, sent }))}
            every={3}
          />
        </>
      ) : data ? (
        <p className="text-sm text-muted">
          {data.weeks.length
            ? 'No paper of these weeks that is still searched was a close match.'
            : 'These weeks are more than a year ago and are no longer counted.'}
        </p>
      ) : error ? (
        <p className="text-sm text-muted">The chart could not be loaded. {error.message}</p>
      ) : (
        <Skeleton className="h-78" />
      )}
    </DigestSection>
  );
}

const dayOf = (day: string): string => dateInWords(new Date(day), { zone: 'UTC', year: false });
