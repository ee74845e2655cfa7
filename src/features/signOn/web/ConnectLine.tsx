import { useState } from 'react';
import { useAction } from '#web/api/api.ts';
import { DialogLine } from '#web/pages/dashboard/desk/Section.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Button } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { outsideApi } from '../contract.ts';
import { useWays } from './SignOn.tsx';

/** A line of the sign-in settings. */
export function ConnectLine() {
  const name = useWays()?.outside;
  if (!name) return null;
  return (
    <DialogLine
      label={`Connect ${name}`}
      description="You sign in there once, and with that account here from then on."
    >
      {() => <Connect name={name} />}
    </DialogLine>
  );
}

/** Sends the reader to the provider, who returns with the account connected. */
function Connect({ name }: { name: string }) {
  const [message, setMessage] = useState<string>();
  const { asks, proof } = useProof();
  const connect = useAction(outsideApi.connect, {
    onSuccess: ({ address }) => window.location.assign(address),
    onError: (error) => void (asks(error, () => connect.mutate({})) || setMessage(error.message)),
  });
  return (
    <div className="space-y-4">
      {message && <Notice tone="bad">{message}</Notice>}
      <Button pending={connect.isPending || connect.isSuccess} onClick={() => connect.mutate({})}>
        Continue to {name}
      </Button>
      {proof}
    </div>
  );
}
