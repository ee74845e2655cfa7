import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { Me } from '#shared/accounts/me.ts';
import { call } from '#web/api/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { passkeyApi } from '../contract.ts';
import { knowsPasskeys, signWithPasskey, usePasskeysWork } from './device.ts';

/** Sign-in without a password, for readers with a passkey. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (user: Me) => void }) {
  const signIn = useMutation<{ user: Me }, Error, void>({
    mutationFn: async () => {
      const options = await call(passkeyApi.beginSignIn);
      return call(passkeyApi.signIn, { body: { response: await signWithPasskey(options) } });
    },
    onSuccess: ({ user }) => onSignedIn(user),
  });
  if (!usePasskeysWork() || !knowsPasskeys()) return null;
  return (
    <div className="mt-4 space-y-4">
      <Button
        variant="secondary"
        className="w-full"
        pending={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        <KeyRound className="size-4" aria-hidden="true" />
        Sign in with a passkey
      </Button>
      {signIn.isError && <Notice tone="bad">{signIn.error.message}</Notice>}
    </div>
  );
}
