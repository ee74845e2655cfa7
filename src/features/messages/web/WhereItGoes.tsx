import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { readAgain, reading, useAction } from '#web/api/api.ts';
import { RelativeDate } from '#web/layout/dates.tsx';
import { DialogLine } from '#web/pages/dashboard/desk/Section.tsx';
import { useTopics } from '#web/pages/dashboard/desk/topicActions.ts';
import { useProof, useSmallForm } from '#web/proof/useProof.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { Button, Form, Select, Submit, TextField } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { toastError, WhenRead } from '#web/ui/Notice.tsx';
import { NewSecret } from '#web/ui/SecretField.tsx';
import {
  type Channel,
  type ChannelDelivery,
  type ChannelKind,
  channelApi,
  channelKinds,
  channelLabels,
  channelsPerTopic,
  kindOfAddress,
} from '../contract.ts';

/** The line of webhooks and chat services: a topic at a time. */
export const ChannelsLine = ({ me }: { me: Me }) => (
  <DialogLine
    label="More connections"
    title="Also send to"
    hint="Slack, Discord, Matrix, ntfy, or a webhook"
    description="Besides email, each digest of a topic can be sent to other places."
  >
    {() => <Channels me={me} />}
  </DialogLine>
);

function Channels({ me }: { me: Me }) {
  const topics = useTopics(me).data ?? [];
  const [chosen, setChosen] = useState('');
  const topicId = chosen || topics[0]?.id;
  if (!topicId) return <p className="text-muted">Add a topic first.</p>;
  return (
    <>
      <Select
        label="Topic"
        className="mb-5"
        value={topicId}
        options={topics.map(({ id, term }) => ({ value: id, label: term }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <WhereItGoes key={topicId} topicId={topicId} />
    </>
  );
}

/** Where a topic's digests go besides mail: its channels, and a form to add one. */
function WhereItGoes({ topicId }: { topicId: string }) {
  const read = useQuery(reading(channelApi.list, { params: { id: topicId } }));
  return (
    <WhenRead read={read} failed="These connections could not be loaded" room="h-56">
      {({ channels }) => (
        <>
          {channels.length > 0 && (
            <ul className="mb-5 divide-y divide-line border-y border-line">
              {channels.map((channel) => (
                <ChannelEntry key={channel.id} channel={channel} topicId={topicId} />
              ))}
            </ul>
          )}
          {channels.length < channelsPerTopic && <AddChannel topicId={topicId} />}
        </>
      )}
    </WhenRead>
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
          <RelativeDate before=" · the old secret works until " value={formerSecretUntil} />
        </p>
      )}
      {rotate.data && (
        <NewSecret label="New signing secret" value={rotate.data.secret}>
          Copy the new secret now. It is shown only once. The old secret also works for one more day.
        </NewSecret>
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
        onClose={() => setRemoving(false)}
        title={`Send nothing more to ${place}?`}
        description="This deletes its address and its log. Your email digests continue."
        confirm="Remove"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      />
      {proof}
    </li>
  );
}

function useChannel({ id }: Channel, topicId: string, showLog: () => void) {
  const list = () => readAgain(channelApi.list, { params: { id: topicId } });
  const failed = toastError('Channel Unchanged');
  const test = useAction(channelApi.test, {
    onSuccess: () => {
      showLog();
      return readAgain(channelApi.deliveries, { params: { id } });
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

/** `isOpen`: the channel still accepts deliveries. */
type LogProps = { channelId: string; isOpen: boolean };

/** A channel's deliveries, newest first. Refreshes while one is pending. */
function DeliveryLog({ channelId, isOpen }: LogProps) {
  const log = useQuery({
    ...reading(channelApi.deliveries, { params: { id: channelId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isMoving) ? pollMs : false),
  });
  if (log.error)
    return <p className="mt-2 text-sm text-bad">The log could not be loaded. {log.error.message}</p>;
  const { deliveries } = log.data ?? {};
  const said = deliveries ? 'Nothing has been sent yet. The next digest will be.' : 'Loading the log…';
  if (!deliveries?.length) return <p className="mt-2 text-sm text-muted">{said}</p>;
  return (
    <ul className="mt-2 divide-y divide-line border-t border-line text-sm">
      {deliveries.map((delivery) => (
        <Entry key={delivery.id} {...{ channelId, delivery, isOpen }} />
      ))}
    </ul>
  );
}

const isMoving = ({ status, attempts }: ChannelDelivery): boolean =>
  status === 'sending' || (status === 'pending' && attempts === 0);

function Entry({ channelId, delivery, isOpen }: LogProps & { delivery: ChannelDelivery }) {
  const { id, digestId, status, createdAt, sentAt, nextAttemptAt, problem } = delivery;
  const resend = useAction(channelApi.resend, {
    onSuccess: () => readAgain(channelApi.deliveries, { params: { id: channelId } }),
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
        <Badge tone={states[status].tone}>{states[status].word}</Badge>
        {problem && (
          <p className="text-muted wrap-anywhere">
            {problem}
            <RelativeDate before=" Next try " value={nextAttemptAt} after="." />
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

const states = {
  pending: { tone: 'warn', word: 'Waiting' },
  sending: { tone: 'accent', word: 'Sending' },
  sent: { tone: 'good', word: 'Sent' },
  failed: { tone: 'bad', word: 'Not sent' },
} as const;

/** A form that adds a channel; a webhook's secret is shown below it once. */
function AddChannel({ topicId }: { topicId: string }) {
  const { wishes, change, message, action: add, submit, proof } = useAdd(topicId);
  const recognized = kindOfAddress(wishes.address.trim());
  const kind = wishes.kind || recognized;
  return (
    <>
      <Form onSubmit={submit} aria-label="Send digests to another place">
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          value={wishes.address}
          error={message}
          hint={hints[kind]}
          autoComplete="off"
          placeholder="https://"
          onChange={(event) => change({ address: event.target.value })}
        />
        <Select
          label="Service"
          value={wishes.kind}
          empty={
            wishes.address.trim()
              ? `${channelLabels[recognized]}, judging by the address`
              : 'Detect from the address'
          }
          options={channelKinds.map((value) => ({ value, label: channelLabels[value] }))}
          className="mt-3"
          onChange={(event) => change({ kind: event.target.value as ChannelKind | '' })}
        />
        {(kind === 'ntfy' || kind === 'matrix') && (
          <TextField
            label="Access token"
            {...(kind === 'ntfy' ? { note: 'optional' } : {})}
            value={wishes.token}
            className="mt-3"
            autoComplete="off"
            onChange={(event) => change({ token: event.target.value })}
          />
        )}
        <Submit
          label="Send digests there"
          variant="secondary"
          size="small"
          pending={add.isPending}
          className="mt-3"
        />
        {add.data?.secret && (
          <NewSecret label="Signing secret" value={add.data.secret}>
            Deliveries are signed with this secret. Copy it now. It is shown only once.
          </NewSecret>
        )}
      </Form>
      {proof}
    </>
  );
}

const hints: Record<ChannelKind, string> = {
  webhook:
    'A Slack or Discord incoming webhook, an ntfy topic, a Matrix room, or any address that accepts signed webhooks.',
  slack: 'Slack, or a server that takes its messages, such as Mattermost.',
  discord: 'From the settings of the Discord channel: Integrations, Webhooks.',
  ntfy: 'As in https://ntfy.sh/your-topic. Anyone who knows the topic’s name can read it.',
  matrix:
    'As in https://matrix.example.org/_matrix/client/v3/rooms/!room:example.org, with the token of an account in it.',
};

const useAdd = (topicId: string) =>
  useSmallForm(channelApi.add, {
    empty: { address: '', kind: '' as ChannelKind | '', token: '' },
    bodyOf: ({ kind, ...wishes }) => ({ ...wishes, ...(kind && { kind }) }),
    input: { params: { id: topicId } },
    onDone: () => readAgain(channelApi.list, { params: { id: topicId } }),
  });
