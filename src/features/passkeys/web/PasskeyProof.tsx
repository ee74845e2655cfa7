import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { SlotProps } from '#kit/web.tsx';
import { call } from '#web/api/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { passkeyApi } from '../contract.ts';
import { knowsPasskeys, signWithPasskey } from './device.ts';

/** Proves by passkey who is there. */
export function PasskeyProof({ ways, onProven, onError }: SlotProps<'proofWays'>) {
  const prove = useMutation<unknown, Error, void>({
    mutationFn: async () => {
      const options = await call(passkeyApi.beginProof);
      return call(passkeyApi.prove, { body: { response: await signWithPasskey(options) } });
    },
    onSuccess: onProven,
    onError,
  });
  if (!ways.includes('passkey') || !knowsPasskeys()) return null;
  return (
    <Button variant="secondary" className="w-full" pending={prove.isPending} onClick={() => prove.mutate()}>
      <KeyRound className="size-4" aria-hidden="true" />
      Use a passkey
    </Button>
  );
}
