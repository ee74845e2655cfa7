import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { accountApi, type Me } from '../../../shared/account.ts';
import { billingApi } from '../../../shared/billing.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { AbsoluteDate } from '../../parts/dates.tsx';
import { toast } from '../../parts/toast.ts';
import { keyOf, useAction } from '../../query.ts';
import { actionRow } from './actionRow.ts';
import { termsKey, useTerms } from './queries.ts';
import { cancelRefusal, tooManyToCancel } from './refusals.ts';
import { queueId } from './SearchQueue.tsx';
import { goToSection } from './Section.tsx';

/** Asks first; refuses while more terms are active than the free tier covers (specification §5). */
export function CancelSubscription({ me, paidUntil }: { me: Me; paidUntil: string | null }) {
  const [open, setOpen] = useState(false);
  const active = (useTerms(me).data ?? []).filter(({ isActive }) => isActive).length;
  const cancel = useCancel(me, active, () => setOpen(false));

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
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel Subscription"
        description="Are you sure you want to cancel your subscription? You will be downgraded to the free tier and limited to 1 search term."
        keep="Keep Subscription"
        confirm="Cancel Subscription"
        onConfirm={() => cancel.mutate({ body: {} })}
        pending={cancel.isPending}
        danger
      >
        <p>It ends at once and the days you have not used are refunded.</p>
        {paidUntil && (
          <p className="mt-2">
            Or let it run out:{' '}
            <button
              type="button"
              className="link min-h-6 rounded"
              onClick={() => cancel.isPending || cancel.mutate({ body: { atPeriodEnd: true } })}
            >
              Keep until <AbsoluteDate value={paidUntil} />
            </button>
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

function useCancel(me: Me, active: number, close: () => void) {
  const client = useQueryClient();
  return useAction(billingApi.cancelSubscription, {
    onSuccess: ({ endsAt, message }) => {
      close();
      for (const queryKey of [keyOf(accountApi.me), keyOf(billingApi.subscription), termsKey(me)])
        void client.invalidateQueries({ queryKey });
      toast({
        title: 'Subscription Canceled',
        description: endsAt ? message : 'You remain on the free tier, with 1 search term.',
        tone: 'good',
      });
    },
    onError: (error) => {
      // Gone before the focus moves: an open dialog would take it back.
      flushSync(close);
      const refusal = cancelRefusal(error, active);
      toast(refusal.toast);
      if (refusal.toTerms) goToSection(queueId);
    },
  });
}
