import { useQuery } from '@tanstack/react-query';
import { activityApi } from '#shared/accounts/activity.ts';
import { reading } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ReadFailed } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';

/** The account's security events of the last year. */
export function Activity({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { data, error, refetch } = useQuery({
    ...reading(activityApi.list),
    enabled: open,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Security activity"
      description="Sign-ins and changes of the last year. If you do not recognize something, change your password."
    >
      {error ? (
        <ReadFailed title="Your activity could not be loaded" read={{ error, refetch }} />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : data.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
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
      )}
    </Dialog>
  );
}
