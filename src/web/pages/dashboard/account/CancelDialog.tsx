import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { billingApi } from '#shared/billing/billing.ts';
import { keyOf, useAction } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { topicsKey } from '../desk/queries.ts';
import { cancelRefusal } from '../desk/refusals.ts';
import { goToSection, queueId } from '../desk/Section.tsx';

interface CancelDialogProps {
  me: Me;
  paidUntil: string | null;
  /** Number of active topics. */
  active: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Confirms the cancellation of a subscription, at once or at the end of the paid month. */
export function CancelDialog({ me, paidUntil, active, open, onOpenChange }: CancelDialogProps) {
  const cancel = useCancel(me, active, () => onOpenChange(false));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel Subscription"
      description="Are you sure you want to cancel your subscription? You will be downgraded to the free tier and limited to 1 search term."
      keep="Keep Subscription"
      confirm="Cancel Subscription"
      onConfirm={() => cancel.mutate({ body: {} })}
      pending={cancel.isPending}
      danger
    >
      <p>Your plan ends now, and unused days are refunded.</p>
      {paidUntil && (
        <p className="mt-2">
          Or keep it for the time you have paid:{' '}
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
  );
}

function useCancel(me: Me, active: number, close: () => void) {
  const client = useQueryClient();
  return useAction(billingApi.cancelSubscription, {
    onSuccess: ({ endsAt, message }) => {
      close();
      for (const queryKey of [keyOf(visitApi.me), keyOf(billingApi.subscription), topicsKey(me)])
        void client.invalidateQueries({ queryKey });
      toast({
        title: 'Subscription Canceled',
        description: endsAt ? message : 'You remain on the free tier, with 1 search term.',
        tone: 'good',
      });
    },
    onError: (error) => {
      // Closed before the focus moves, because an open dialog would take it back.
      flushSync(close);
      const refusal = cancelRefusal(error, active);
      toast(refusal.toast);
      if (refusal.toTerms) goToSection(queueId);
    },
  });
}
