import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { SlotProps } from '#kit/web.tsx';
import { call } from '#web/api/api.ts';
import { Button } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { passkeyApi } from '../contract.ts';
import { knowsPasskeys, signWithPasskey, usePasskeysWork } from './device.ts';

/** Sign-in without a password, for readers with a passkey. */
export function PasskeySignIn({ onSignedIn }: SlotProps<'signInWays'>) {
  const signIn = useMutation({
    mutationFn: async () => {
      const options = await call(passkeyApi.beginSignIn);
      return call(passkeyApi.signIn, { body: { response: await signWithPasskey(options) } });
    },
    onSuccess: ({ user }) => onSignedIn(user),
  });
  if (!usePasskeysWork() || !knowsPasskeys()) return null;
  return (
    <div className="mt-4 space-y-4">
      <KeyButton label="Sign in with a passkey" pending={signIn.isPending} onPress={signIn.mutate} />
      {signIn.isError && <Notice tone="bad">{signIn.error.message}</Notice>}
    </div>
  );
}

/** Proves by passkey who is there. */
export function PasskeyProof({ ways, onProven, onError }: SlotProps<'proofWays'>) {
  const prove = useMutation({
    mutationFn: async () => {
      const options = await call(passkeyApi.beginProof);
      return call(passkeyApi.prove, { body: { response: await signWithPasskey(options) } });
    },
    onSuccess: onProven,
    onError,
  });
  if (!ways.includes('passkey') || !knowsPasskeys()) return null;
  return <KeyButton label="Use a passkey" pending={prove.isPending} onPress={prove.mutate} />;
}

const KeyButton = ({ label, pending, onPress }: { label: string; pending: boolean; onPress: () => void }) => (
  <Button variant="secondary" className="w-full" pending={pending} onClick={() => onPress()}>
    <KeyRound className="size-4" />
    {label}
  </Button>
);
