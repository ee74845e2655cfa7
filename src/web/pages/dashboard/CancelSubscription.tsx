import { ChevronRight } from 'lucide-react';
import { lazy, useState } from 'react';
import type { Me } from '../../../shared/account.ts';
import { toast } from '../../parts/toast.ts';
import { WhenOpened } from '../../parts/WhenOpened.tsx';
import { actionRow } from './actionRow.ts';
import { useTerms } from './queries.ts';
import { tooManyToCancel } from './refusals.ts';
import { queueId } from './SearchQueue.tsx';
import { goToSection } from './Section.tsx';

const Dialog = lazy(async () => ({ default: (await import('./CancelDialog.tsx')).CancelDialog }));

/** Asks first; refuses while more terms are active than the free tier covers (specification §5). */
export function CancelSubscription({ me, paidUntil }: { me: Me; paidUntil: string | null }) {
  const [open, setOpen] = useState(false);
  const active = (useTerms(me).data ?? []).filter(({ isActive }) => isActive).length;

  const ask = () => {
    if (active <= 1) return setOpen(true);
    toast(tooManyToCancel(active));
    goToSection(queueId);
  };

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${actionRow} border-t border-line text-[0.9375rem] text-bad`}
        onClick={ask}
      >
        Cancel Subscription
        <ChevronRight className="size-4" aria-hidden="true" />
      </button>
      <WhenOpened open={open}>
        <Dialog {...{ me, paidUntil, active, open }} onOpenChange={setOpen} />
      </WhenOpened>
    </>
  );
}
