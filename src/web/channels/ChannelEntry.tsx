import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Channel, channelApi, channelLabels } from '#shared/channels/channel.ts';
import { keyOf, useAction } from '#web/api/query.ts';
import { RelativeDate } from '#web/layout/dates.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { SecretField } from '#web/ui/SecretField.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';

/** One channel: its kind, whether it works, its delivery log, and its buttons. */
export function ChannelEntry({ channel, topicId }: { channel: Channel; topicId: string }) {
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
          <Button
            variant="quiet"
            size="small"
            pending={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            Send a test<span className="sr-only"> to {name}</span>
          </Button>
        )}
        <Button variant="quiet" size="small" aria-expanded={logIsOpen} onClick={() => setLogOpen(!logIsOpen)}>
          {logIsOpen ? 'Hide log' : 'Show log'}
          <span className="sr-only"> of {name}</span>
        </Button>
        {kind === 'webhook' && !ended && (
          <Button
            variant="quiet"
            size="small"
            pending={rotate.isPending}
            onClick={() => rotate.mutate({ params: { id } })}
          >
            New secret<span className="sr-only"> for {name}</span>
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => setRemoving(true)}>
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
  const client = useQueryClient();
  const list = () =>
    client.invalidateQueries({ queryKey: keyOf(channelApi.list, { params: { id: topicId } }) });
  const failed = ({ message }: Error) =>
    toast({ title: 'Channel Unchanged', description: message, tone: 'bad' });
  const test = useAction(channelApi.test, {
    onSuccess: () => {
      showLog();
      return client.invalidateQueries({ queryKey: keyOf(channelApi.deliveries, { params: { id } }) });
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
