import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChannelDelivery, channelApi } from '#shared/channels/channel.ts';
import { keyOf, reading, useAction } from '#web/api/query.ts';
import { RelativeDate } from '#web/layout/dates.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Link } from '#web/ui/Link.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Polling interval while a delivery is pending, in milliseconds. */
const pollMs = 2000;

/** A channel's deliveries, newest first. Refreshes while one is pending. */
export function DeliveryLog({ channelId, isOpen }: { channelId: string; isOpen: boolean }) {
  const log = useQuery({
    ...reading(channelApi.deliveries, { params: { id: channelId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isMoving) ? pollMs : false),
  });
  if (log.error)
    return <p className="mt-2 text-sm text-bad">The log could not be loaded. {log.error.message}</p>;
  if (!log.data) return <p className="mt-2 text-sm text-muted">Loading the log…</p>;
  if (!log.data.deliveries.length)
    return <p className="mt-2 text-sm text-muted">Nothing has been sent yet. The next digest will be.</p>;
  return (
    <ul className="mt-2 divide-y divide-line border-t border-line text-sm">
      {log.data.deliveries.map((delivery) => (
        <Entry key={delivery.id} {...{ channelId, delivery, isOpen }} />
      ))}
    </ul>
  );
}

const isMoving = ({ status, attempts }: ChannelDelivery): boolean =>
  status === 'sending' || (status === 'pending' && attempts === 0);

interface EntryProps {
  channelId: string;
  delivery: ChannelDelivery;
  /** Whether the channel still accepts deliveries. */
  isOpen: boolean;
}

function Entry({ channelId, delivery, isOpen }: EntryProps) {
  const { id, digestId, status, createdAt, sentAt, nextAttemptAt, problem } = delivery;
  const client = useQueryClient();
  const resend = useAction(channelApi.resend, {
    onSuccess: () =>
      client.invalidateQueries({ queryKey: keyOf(channelApi.deliveries, { params: { id: channelId } }) }),
    onError: ({ message }) => toast({ title: 'Not Sent Again', description: message, tone: 'bad' }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <div className="min-w-0">
        {digestId ? (
          <Link to={`/digests/${digestId}`} className="link rounded">
            Digest
          </Link>
        ) : (
          'Test'
        )}{' '}
        <span className="text-muted">
          <RelativeDate value={sentAt ?? createdAt} />
        </span>{' '}
        <Badge tone={tones[status]}>{words[status]}</Badge>
        {problem && (
          <p className="text-muted wrap-anywhere">
            {problem}
            {nextAttemptAt && (
              <>
                {' '}
                Next try <RelativeDate value={nextAttemptAt} />.
              </>
            )}
          </p>
        )}
      </div>
      {isOpen && (status === 'sent' || status === 'failed') && (
        <Button
          variant="quiet"
          size="small"
          pending={resend.isPending}
          onClick={() => resend.mutate({ params: { id: channelId, deliveryId: id } })}
        >
          Send again
        </Button>
      )}
    </li>
  );
}

const words: Record<ChannelDelivery['status'], string> = {
  pending: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not sent',
};

const tones = { pending: 'warn', sending: 'accent', sent: 'good', failed: 'bad' } as const;
