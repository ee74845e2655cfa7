import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { visitApi } from '#shared/accounts/me.ts';
import { billingApi } from '#shared/billing/billing.ts';
import { keyOf, useAction } from '#web/api/query.ts';
import { toast } from '#web/ui/toast.tsx';
import { actionRow } from '../desk/Section.tsx';

/** Undoes a cancellation scheduled for the end of the paid month. */
export function KeepSubscription() {
  const client = useQueryClient();
  const keep = useAction(billingApi.keepSubscription, {
    onSuccess: ({ message }) => {
      for (const queryKey of [keyOf(visitApi.me), keyOf(billingApi.subscription)])
        void client.invalidateQueries({ queryKey });
      toast({ title: 'Subscription Kept', description: message, tone: 'good' });
    },
    onError: ({ message }) => toast({ title: 'Could Not Keep It', description: message, tone: 'bad' }),
  });
  return (
    <button
      type="button"
      aria-disabled={keep.isPending || undefined}
      className={`${actionRow} border-t border-line text-[0.9375rem]`}
      onClick={() => keep.isPending || keep.mutate({})}
    >
      Keep my subscription
      <Undo2 className="size-4" aria-hidden="true" />
    </button>
  );
}
