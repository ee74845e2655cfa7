import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, readAgain, reading, useAction } from '#web/api/api.ts';
import { RelativeDate } from '#web/layout/dates.tsx';
import { DialogLine } from '#web/pages/dashboard/desk/Section.tsx';
import { useProof, useSmallForm } from '#web/proof/useProof.tsx';
import { Button, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { toast, toastDone, toastError, WhenRead } from '#web/ui/Notice.tsx';
import { type Passkey, passkeyApi } from '../contract.ts';
import { knowsPasskeys, makePasskey, usePasskeysWork } from './device.ts';

/** A row of the sign-in settings. Its dialog lists the reader's passkeys, and adds, renames and removes them. */
export function Passkeys() {
  if (!usePasskeysWork()) return null;
  return (
    <DialogLine
      label="Passkeys"
      hint="Sign in with your fingerprint, your face, or your device’s code"
      description="A passkey signs you in with your fingerprint, your face, or your device’s code, without a password."
    >
      {() => <Content />}
    </DialogLine>
  );
}

function Content() {
  // Read at each opening, because it may have changed elsewhere.
  const read = useQuery({ ...reading(passkeyApi.list), refetchOnMount: 'always', gcTime: 0 });
  return (
    <WhenRead read={read} failed="Your passkeys could not be loaded" room="h-37">
      {(passkeys) => (
        <div className="space-y-6">
          {passkeys.length > 0 && (
            <ul className="divide-y divide-line border-y border-line">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          {knowsPasskeys() ? (
            <AddPasskey />
          ) : (
            <p className="text-muted">This browser does not support passkeys.</p>
          )}
        </div>
      )}
    </WhenRead>
  );
}

const changed = () => readAgain(passkeyApi.list);

function AddPasskey() {
  const [name, setName] = useState('');
  const [message, setMessage] = useState<string>();
  const { asks, proof } = useProof();
  const add = useMutation({
    mutationFn: async (name: string) => {
      const response = await makePasskey(await call(passkeyApi.begin));
      return call(passkeyApi.add, { body: { name, response } });
    },
    onSuccess: ({ name }) => {
      setName('');
      toast('good', 'Passkey Added', `“${name}” signs you in from now on.`);
      return changed();
    },
    onError: (error, name) => void (asks(error, () => add.mutate(name)) || setMessage(error.message)),
  });
  const submit = () => {
    if (add.isPending) return;
    const read = passkeyApi.rename.body.safeParse({ name });
    setMessage(read.error?.issues[0]?.message);
    if (read.success) add.mutate(read.data.name);
  };
  return (
    <>
      <Form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
        <TextField
          label="Name of a new passkey"
          hint="Such as “Laptop” or “Blue key”."
          value={name}
          error={message}
          maxLength={60}
          autoComplete="off"
          className="w-full"
          onChange={(event) => setName(event.target.value)}
        />
        <Submit label="Add a passkey" pending={add.isPending} />
      </Form>
      {proof}
    </>
  );
}

const failed = toastError('Passkey Unchanged');

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const [renaming, setRenaming] = useState(false);
  const { asks, proof } = useProof();
  const remove = useAction(passkeyApi.remove, {
    onSuccess: toastDone('Passkey Removed', changed),
    onError: (error, input) => void (asks(error, () => remove.mutate(input)) || failed(error)),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      {renaming ? (
        <Rename passkey={passkey} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="text-sm text-muted">
              Added <RelativeDate value={createdAt} />
              <RelativeDate before=", used " value={lastUsedAt} never=", never used" />
            </p>
          </div>
          <div className="flex gap-2">
            <Button variant="quiet" onClick={() => setRenaming(true)}>
              Rename<span className="sr-only"> {name}</span>
            </Button>
            <Button
              variant="quiet"
              pending={remove.isPending}
              onClick={() => remove.mutate({ params: { id } })}
            >
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </div>
        </>
      )}
      {proof}
    </li>
  );
}

function Rename({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { wishes, change, message, action, submit } = useSmallForm(passkeyApi.rename, {
    empty: { name },
    bodyOf: (wishes) => wishes,
    input: { params: { id } },
    onDone: () => changed().then(onDone),
  });
  return (
    <Form className="flex w-full flex-wrap items-end gap-3" onSubmit={submit}>
      <TextField
        label="Name"
        value={wishes.name}
        error={message}
        maxLength={60}
        className="grow"
        onChange={(event) => change({ name: event.target.value })}
      />
      <Submit label="Save" size="small" pending={action.isPending} />
      <Button variant="quiet" onClick={onDone}>
        Cancel
      </Button>
    </Form>
  );
}
