import { useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import { readAgain, reading, useAction } from '#web/api/api.ts';
import { DialogLine } from '#web/pages/dashboard/desk/Section.tsx';
import { useTopics } from '#web/pages/dashboard/desk/topicActions.ts';
import { useSmallForm } from '#web/proof/useProof.tsx';
import { Button, Form, Select, Submit, Switch, TextField } from '#web/ui/Form.tsx';
import { toastError } from '#web/ui/Notice.tsx';
import { type ZoteroAccount, zoteroApi } from '../contract.ts';

/** The line of the reader's Zotero account. */
export function ZoteroLine({ me }: { me: Me }) {
  const { data } = useQuery(reading(zoteroApi.read));
  const account = data?.account;
  return (
    <DialogLine
      label="Zotero"
      hint={
        account
          ? `Papers go to ${account.collection?.name ?? account.library.name}`
          : 'Papers that you keep, in your library'
      }
    >
      {() => (account ? <Connected account={account} me={me} /> : <Connect />)}
    </DialogLine>
  );
}

function Connect({ label = 'Connect Zotero' }: { label?: string }) {
  const { wishes, change, message, action, submit, proof } = useSmallForm(zoteroApi.connect, {
    empty: { key: '' },
    bodyOf: (wishes) => wishes,
    onDone: () => readAgain(zoteroApi.read),
  });
  return (
    <>
      <Form onSubmit={submit} className="mt-2">
        <TextField
          label="Zotero key"
          value={wishes.key}
          error={message}
          hint={
            <>
              Create one with write access at{' '}
              <a
                href="https://www.zotero.org/settings/keys/new"
                className="link rounded"
                target="_blank"
                rel="noreferrer"
              >
                zotero.org
              </a>
              . It is stored encrypted.
            </>
          }
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ key: event.target.value })}
        />
        <Submit label={label} variant="secondary" size="small" pending={action.isPending} className="mt-3" />
      </Form>
      {proof}
    </>
  );
}

function Connected({ account, me }: { account: ZoteroAccount; me: Me }) {
  const topics = useTopics(me).data ?? [];
  const again = () => readAgain(zoteroApi.read);
  const failed = toastError('Zotero Unchanged');
  const setTopic = useAction(zoteroApi.setTopic, { onSuccess: again, onError: failed });
  const disconnect = useAction(zoteroApi.disconnect, { onSuccess: again, onError: failed });
  const { waiting, sent, failed: refused } = account.papers;
  return (
    <div className="mt-1 space-y-4">
      <p className="text-sm text-muted">
        Connected as <bdi>{account.username}</bdi>. {sent} {sent === 1 ? 'paper' : 'papers'} sent
        {waiting > 0 && `, ${waiting} waiting`}
        {refused > 0 && `, ${refused} refused`}.
      </p>
      {account.ended ? (
        <>
          <p role="alert" className="text-sm text-bad">
            {account.ended}
          </p>
          <Connect label="Use this key" />
        </>
      ) : (
        account.problem && <p className="text-sm text-muted">{account.problem} We will try again.</p>
      )}
      <ZoteroPlace key={`${account.library.id} ${account.collection?.key}`} account={account} />
      <fieldset className="space-y-2">
        <legend className="mb-1 text-sm font-medium">Every paper of a topic, from its next digest on</legend>
        {topics.map(({ id, term }) => (
          <Switch
            key={id}
            label={<bdi className="wrap-anywhere">{term}</bdi>}
            checked={account.topics.includes(id)}
            disabled={setTopic.isPending}
            onChange={(sends) => setTopic.mutate({ params: { id }, body: { sends } })}
          />
        ))}
      </fieldset>
      <Button
        variant="quiet"
        className="-ml-3"
        pending={disconnect.isPending}
        onClick={() => disconnect.mutate({})}
      >
        Disconnect Zotero
      </Button>
    </div>
  );
}

/** Whether kept papers go to Zotero, and to which library and collection. Saves each change at once. */
function ZoteroPlace({ account }: { account: ZoteroAccount }) {
  const { library, collection, sendsKept } = account;
  const places = useQuery(reading(zoteroApi.places, { query: { library: library.id } }));
  const change = useAction(zoteroApi.change, {
    onSuccess: () => readAgain(zoteroApi.read),
    onError: toastError('Zotero Unchanged'),
  });
  const save = (wanted: { library?: string; collection?: string | null; sendsKept?: boolean }) =>
    change.mutate({
      body: { library: library.id, collection: collection?.key ?? null, sendsKept, ...wanted },
    });
  const listed = places.data?.libraries ?? [library];
  const collections = places.data?.collections ?? (collection ? [collection] : []);
  return (
    <>
      <Switch
        label="Papers that you keep"
        hint="When they are put on your shelf, with your tags and notes."
        checked={sendsKept}
        disabled={change.isPending}
        onChange={(wanted) => save({ sendsKept: wanted })}
      />
      {places.error && <p className="text-sm text-bad">{places.error.message}</p>}
      <Select
        label="Library"
        value={library.id}
        options={listed.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={change.isPending || !places.data}
        onChange={(event) => save({ library: event.target.value, collection: null })}
      />
      <Select
        label="Collection"
        value={collection?.key ?? ''}
        empty="None"
        options={collections.map(({ key, name }) => ({ value: key, label: name }))}
        disabled={change.isPending || !places.data}
        onChange={(event) => save({ collection: event.target.value || null })}
      />
    </>
  );
}
