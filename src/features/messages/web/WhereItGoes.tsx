import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, queryClient, reading, useAction } from '#web/api/query.ts';
import { RelativeDate } from '#web/layout/dates.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { Link } from '#web/ui/Link.tsx';
import { SecretField } from '#web/ui/SecretField.tsx';
import { toastError } from '#web/ui/toast.tsx';
import {
  type Channel,
  type ChannelDelivery,
  channelApi,
  channelLabels,
  channelsPerTopic,
} from '../contract.ts';
import { AddChannel } from './AddChannel.tsx';

/** Where a topic's digests go besides mail: its channels, and a form to add one. */
export function WhereItGoes({ topicId }: { topicId: string }) {
  const { data, error } = useQuery(reading(channelApi.list, { params: { id: topicId } }));
  if (error)
    return (
      <p role="alert" className="text-sm text-bad">
        Where this topic goes could not be loaded. {error.message}
      </p>
    );
  if (!data) return null;
  return (
    <>
      {data.channels.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-y border-line">
          {data.channels.map((channel) => (
            <ChannelEntry key={channel.id} channel={channel} topicId={topicId} />
          ))}
        </ul>
      )}
      {data.channels.length < channelsPerTopic && <AddChannel topicId={topicId} />}
    </>
  );
}

/** One channel: its kind, whether it works, its delivery log, and its buttons. */
function ChannelEntry({ channel, topicId }: { channel: Channel; topicId: string }) {
  const { id, kind, place, createdAt, ended, formerSecretUntil } = channel;
  const [logIsOpen, setLogOpen] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { test, rotate, remove, proof } = useChannel(channel, topicId, () => setLogOpen(true));
  const name = `${channelLabels[kind]} at ${place}`;
  return (
    <li className="py-3">
      <p className="font-medium wrap-anywhere">
        {channelLabels[kind]} <span className="font-normal text-muted">{place}</span>
      </p>
      {ended ? (
        <p className="mt-0.5 text-sm text-bad">{ended}</p>
      ) : (
        <p className="mt-0.5 text-sm text-muted">
          Added <RelativeDate value={createdAt} />
          {formerSecretUntil && (
            <>
              {' '}
              · the old secret works until <RelativeDate value={formerSecretUntil} />
            </>
          )}
        </p>
      )}
      {rotate.data && (
        <div className="mt-3 space-y-2" role="status">
          <p className="text-sm">
            Copy the new secret now. It is shown only once. The old secret also works for one more day.
          </p>
          <SecretField label="New signing secret" value={rotate.data.secret} />
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-x-1 gap-y-1 sm:-ml-3">
        {!ended && (
          <Button variant="quiet" pending={test.isPending} onClick={() => test.mutate({ params: { id } })}>
            Send a test<span className="sr-only"> to {name}</span>
          </Button>
        )}
        <Button variant="quiet" aria-expanded={logIsOpen} onClick={() => setLogOpen(!logIsOpen)}>
          {logIsOpen ? 'Hide log' : 'Show log'}
          <span className="sr-only"> of {name}</span>
        </Button>
        {kind === 'webhook' && !ended && (
          <Button
            variant="quiet"
            pending={rotate.isPending}
            onClick={() => rotate.mutate({ params: { id } })}
          >
            New secret<span className="sr-only"> for {name}</span>
          </Button>
        )}
        <Button variant="quiet" onClick={() => setRemoving(true)}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {logIsOpen && <DeliveryLog channelId={id} isOpen={!ended} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Send nothing more to ${place}?`}
        description="This deletes its address and its log. Your email digests continue."
        confirm="Remove"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      />
      {proof}
    </li>
  );
}

function useChannel({ id }: Channel, topicId: string, showLog: () => void) {
  const list = () =>
    queryClient.invalidateQueries({ queryKey: keyOf(channelApi.list, { params: { id: topicId } }) });
  const failed = toastError('Channel Unchanged');
  const test = useAction(channelApi.test, {
    onSuccess: () => {
      showLog();
      return queryClient.invalidateQueries({ queryKey: keyOf(channelApi.deliveries, { params: { id } }) });
    },
    onError: failed,
  });
  const { asks, proof } = useProof();
  const rotate = useAction(channelApi.rotate, {
    onSuccess: list,
    onError: (error, input) => void (asks(error, () => rotate.mutate(input)) || failed(error)),
  });
  const remove = useAction(channelApi.remove, { onSuccess: list, onError: failed });
  return { test, rotate, remove, proof };
}

/** Polling interval while a delivery is pending, in milliseconds. */
const pollMs = 2000;

/** A channel's deliveries, newest first. Refreshes while one is pending. */
function DeliveryLog({ channelId, isOpen }: { channelId: string; isOpen: boolean }) {
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
  const resend = useAction(channelApi.resend, {
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: keyOf(channelApi.deliveries, { params: { id: channelId } }),
      }),
    onError: toastError('Not Sent Again'),
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
