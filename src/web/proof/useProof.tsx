import { type ReactNode, useState } from 'react';
import { Slot } from '#kit/web.tsx';
import { proofApi } from '#shared/accounts/session.ts';
import type { Endpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import { CallError, type CallInput, useAction } from '#web/api/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, PasswordField, Submit } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** For calls that want a fresh proof of identity: `asks(error, () => action.mutate(input)) || show(error)` in `onError`. */
export function useProof(): { asks: (error: Error, again: () => void) => boolean; proof: ReactNode } {
  const [waiting, setWaiting] = useState<{ ways: string[]; again: () => void } | null>(null);
  const close = () => setWaiting(null);
  const asks = (error: Error, again: () => void): boolean => {
    const ways = error instanceof CallError ? error.details.needsProof : undefined;
    if (!ways?.length) return false;
    setWaiting({ ways, again });
    return true;
  };
  const proof = waiting && (
    <Dialog
      onClose={close}
      title="Confirm that it is you"
      description="Your last sign-in was a while ago, and this concerns the security of your account."
    >
      <Proof
        ways={waiting.ways}
        onProven={() => {
          close();
          waiting.again();
        }}
      />
    </Dialog>
  );
  return { asks, proof };
}

interface SmallForm<E extends Endpoint, Wishes> {
  /** What the form holds at first, and again when it was sent. */
  empty: Wishes;
  bodyOf: (wishes: Wishes) => unknown;
  input?: CallInput<E>;
  onDone: (answer: ResponseOf<E>) => unknown;
}

/** A form for one call: what it holds, what is wrong with that, how it is sent, and `proof`, shown beside it if the call wants one. */
export function useSmallForm<E extends Endpoint, Wishes extends object>(
  endpoint: E,
  { empty, bodyOf, input = {}, onDone }: SmallForm<E, Wishes>,
) {
  const [wishes, setWishes] = useState(empty);
  const [message, setMessage] = useState<string>();
  const { asks, proof } = useProof();
  const action = useAction(endpoint, {
    onSuccess: async (answer) => {
      await onDone(answer);
      setWishes(empty);
    },
    onError: (error, input) => void (asks(error, () => action.mutate(input)) || setMessage(error.message)),
  });
  const submit = () => {
    const read = endpoint.body!.safeParse(bodyOf(wishes));
    setMessage(read.error?.issues[0]?.message);
    if (read.success && !action.isPending) action.mutate({ ...input, body: read.data } as CallInput<E>);
  };
  const change = (changed: Partial<Wishes>) => {
    setWishes({ ...wishes, ...changed });
    setMessage(undefined);
  };
  return { wishes, change, message, action, submit, proof };
}

type ProofProps = { ways: string[]; onProven: () => void };

/** Asks the reader to prove who they are before a sensitive action. */
function Proof({ ways, onProven }: ProofProps) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<string>();
  const onError = (error: Error) => setMessage(error.message);
  const prove = useAction(proofApi.byPassword, { onSuccess: onProven, onError });
  const submit = () => {
    if (prove.isPending) return;
    if (!password) return setMessage('Password is required');
    setMessage(undefined);
    prove.mutate({ body: { password } });
  };
  return (
    <div className="space-y-5">
      <Slot name="proofWays" {...{ ways, onProven, onError }} />
      {ways.includes('password') ? (
        <Form className="space-y-5" onSubmit={submit}>
          <PasswordField
            label="Password"
            value={password}
            error={message}
            onChange={({ target }) => setPassword(target.value)}
          />
          <div className="flex justify-end max-sm:*:grow">
            <Submit label="Confirm" pending={prove.isPending} />
          </div>
        </Form>
      ) : (
        message && <Notice tone="bad">{message}</Notice>
      )}
    </div>
  );
}
