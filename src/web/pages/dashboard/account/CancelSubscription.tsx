import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { toast } from '#web/ui/toast.tsx';
import { useTopics } from '../desk/queries.ts';
import { tooManyToCancel } from '../desk/refusals.ts';
import { actionRow, goToSection, queueId } from '../desk/Section.tsx';
import { CancelDialog as Dialog } from './CancelDialog.tsx';

/** Asks first; refuses while more topics are active than the free tier covers. */
export function CancelSubscription({ me, paidUntil }: { me: Me; paidUntil: string | null }) {
  const [open, setOpen] = useState(false);
  const active = (useTopics(me).data ?? []).filter(({ isActive }) => isActive).length;

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
      {open && <Dialog {...{ me, paidUntil, active, open }} onOpenChange={setOpen} />}
    </>
  );
}
