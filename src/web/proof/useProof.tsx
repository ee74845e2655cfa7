import { lazy, type ReactNode, useState } from 'react';
import type { ProofWay } from '#shared/accounts/secondStep.ts';
import { CallError } from '#web/api/api.ts';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog.tsx')).ProofDialog }));

interface Waiting {
  ways: ProofWay[];
  again: () => void;
}

/**
 * For calls that require a fresh proof of identity. In `onError`: `asks(error, () => action.mutate(input)) || show(error)`.
 * The dialog repeats the call after the proof.
 */
export function useProof(): { asks: (error: Error, again: () => void) => boolean; proof: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [open, setOpen] = useState(false);
  const asks = (error: Error, again: () => void): boolean => {
    const ways = error instanceof CallError ? error.details.needsProof : undefined;
    if (!ways?.length) return false;
    setWaiting({ ways, again });
    setOpen(true);
    return true;
  };
  const proof = waiting && (
    <WhenOpened open={open}>
      <ProofDialog
        ways={waiting.ways}
        open={open}
        onOpenChange={setOpen}
        onProven={() => {
          setOpen(false);
          waiting.again();
        }}
      />
    </WhenOpened>
  );
  return { asks, proof };
}
