import { type ReactNode, useState } from 'react';
import { CallError } from '#web/api/api.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** For calls that want a fresh proof of identity: `asks(error, () => action.mutate(input)) || show(error)` in `onError`. */
export function useProof(): { asks: (error: Error, again: () => void) => boolean; proof: ReactNode } {
  const [waiting, setWaiting] = useState<{ ways: string[]; again: () => void } | null>(null);
  const [open, setOpen] = useState(false);
  const asks = (error: Error, again: () => void): boolean => {
    const ways = error instanceof CallError ? error.details.needsProof : undefined;
    if (!ways?.length) return false;
    setWaiting({ ways, again });
    setOpen(true);
    return true;
  };
  const proof = waiting && open && (
    <ProofDialog
      ways={waiting.ways}
      open={open}
      onOpenChange={setOpen}
      onProven={() => {
        setOpen(false);
        waiting.again();
      }}
    />
  );
  return { asks, proof };
}
