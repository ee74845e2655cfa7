import { useState } from 'react';
import { outsideApi } from '#shared/accounts/outside.ts';
import { useAction } from '#web/api/query.ts';
import { useProof } from '#web/proof/useProof.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';

interface ConnectProps {
  /** What the operator calls the other account. */
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Sends the reader to the provider, who returns with the account connected. */
export function Connect({ name, open, onOpenChange }: ConnectProps) {
  const [message, setMessage] = useState<string>();
  const { asks, proof } = useProof();
  const connect = useAction(outsideApi.connect, {
    onSuccess: ({ address }) => window.location.assign(address),
    onError: (error) => void (asks(error, () => connect.mutate({})) || setMessage(error.message)),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Connect ${name}`}
      description="You sign in there once, and with that account here from then on."
      footer={
        <Button pending={connect.isPending || connect.isSuccess} onClick={() => connect.mutate({})}>
          Go on to {name}
        </Button>
      }
    >
      {message && <Notice tone="bad">{message}</Notice>}
      {proof}
    </Dialog>
  );
}
