import { useQuery } from '@tanstack/react-query';
import { trendsApi } from '#shared/topics/trends.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { reading } from '#web/api/query.ts';
import { DigestSection } from '#web/digests/DigestSection.tsx';
import { Bars } from '#web/topics/Bars.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';

/** Close matches a week of a digest's topic: whether ten papers are many or few of what came. */
export function WeeksOfTopic({ topicId }: { topicId: string }) {
  const { data, error } = useQuery(reading(trendsApi.read, { params: { id: topicId } }));
  return (
    <DigestSection title="Close matches a week" heading="h2" beside className="mt-9 print:hidden">
      {data ? (
        <>
          <p className="mb-4 text-sm text-muted">Twelve weeks to {dayOf(data.weeks.at(-1)!.to)}</p>
          <Bars
            name="Close matches a week"
            head="Week to"
            rows={data.weeks.map(({ to, close, sent }) => ({ label: dayOf(to), close, sent }))}
            every={3}
          />
        </>
      ) : error ? (
        <p className="text-sm text-muted">The chart could not be loaded. {error.message}</p>
      ) : (
        <Skeleton className="h-78" />
      )}
    </DigestSection>
  );
}

const dayOf = (day: string): string => dateInWords(new Date(day), { zone: 'UTC', year: false });
