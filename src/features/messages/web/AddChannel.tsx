import { type FormEvent, useState } from 'react';
import { keyOf, queryClient, useAction } from '#web/api/query.ts';
import { useProof } from '#web/proof/useProof.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form, Select, TextField } from '#web/ui/Form.tsx';
import { SecretField } from '#web/ui/SecretField.tsx';
import { type ChannelKind, channelApi, channelKinds, channelLabels, kindOfAddress } from '../contract.ts';

/** A form that adds a channel; a webhook's secret is shown below it once. */
export function AddChannel({ topicId }: { topicId: string }) {
  const { wishes, change, message, add, submit, proof } = useAdd(topicId);
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
        <Button type="submit" variant="secondary" size="small" pending={add.isPending} className="mt-3">
          Send digests there
        </Button>
        {add.data?.secret && (
          <div className="mt-4 space-y-2" role="status">
            <p className="text-sm">
              Deliveries are signed with this secret. Copy it now. It is shown only once.
            </p>
            <SecretField label="Signing secret" value={add.data.secret} />
          </div>
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

const wished = { address: '', kind: '' as ChannelKind | '', token: '' };

function useAdd(topicId: string) {
  const [wishes, setWishes] = useState(wished);
  const [message, setMessage] = useState<string>();
  const { asks, proof } = useProof();
  const add = useAction(channelApi.add, {
    onSuccess: () => {
      setWishes(wished);
      return queryClient.invalidateQueries({ queryKey: keyOf(channelApi.list, { params: { id: topicId } }) });
    },
    onError: (error, input) => void (asks(error, () => add.mutate(input)) || setMessage(error.message)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { address, kind, token } = wishes;
    const read = channelApi.add.body.safeParse({ address, token, ...(kind ? { kind } : {}) });
    setMessage(read.error?.issues[0]?.message);
    if (read.success && !add.isPending) add.mutate({ params: { id: topicId }, body: read.data });
  };
  const change = (changed: Partial<typeof wished>) => setWishes({ ...wishes, ...changed });
  return { wishes, change, message, add, submit, proof };
}
