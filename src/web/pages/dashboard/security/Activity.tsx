import { useQuery } from '@tanstack/react-query';
import { activityApi } from '#shared/accounts/activity.ts';
import { reading } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { ReadFailed } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';

/** The account's security events of the last year. */
export function Activity() {
  const { data, error, refetch } = useQuery({
    ...reading(activityApi.list),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  if (error) return <ReadFailed title="Your activity could not be loaded" read={{ error, refetch }} />;
  if (!data) return <Skeleton className="h-24" />;
  if (!data.length) return <p className="text-muted">Nothing yet.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {data.map(({ at, what, detail, device, network }) => (
        <li key={`${at} ${what} ${detail}`} className="py-2.5">
          <p>
            {what}
            {detail && (
              <>
                : <bdi className="wrap-anywhere">{detail}</bdi>
              </>
            )}
          </p>
          <p className="text-sm text-muted">
            <AbsoluteDate value={at} time />
            {device && ` · ${device}`}
            {network && ` · ${network}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
