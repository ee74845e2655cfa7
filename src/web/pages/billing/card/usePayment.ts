import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { billingApi, type PaidTier } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import { sentenceOf } from '#web/api/api.ts';
import { keyOf, queryClient, useAction } from '#web/api/query.ts';
import { toast } from '#web/ui/toast.tsx';
import { afterConfirmation } from './stripe.ts';
import type { Card } from './useCard.ts';
import { useConfirm } from './useConfirm.ts';

interface Payment {
  pending: boolean;
  problem: string | null;
  /** A paying reader's upgrade is charged to the card on file. */
  onFile: boolean;
  pay: (zip: string) => void;
}

/** Creates the subscription, confirms the card, and goes to the page for its state. */
export function usePayment({ tier, me, card }: { tier: PaidTier; me: Me; card: Card }): Payment {
  const [pending, setPending] = useState(false);
  const confirm = useConfirm(card, me.email);
  const create = useAction(billingApi.createSubscription);
  const onFile = me.subscriptionTier !== 'free';

  const pay = async (zip: string) => {
    if (!onFile && !confirm.check(zip)) return;
    setPending(true);
    try {
      const to = await buy(zip);
      // Replaces the form: Back after paying must not lead to it.
      if (to) navigate(to, { replace: true });
    } finally {
      setPending(false);
    }
  };

  const buy = async (zip: string): Promise<string | null> => {
    const subscription = await create.mutateAsync({ body: { tier } }).catch(subscriptionError);
    if (!subscription) return null;
    const { alreadyActive, upgraded, clientSecret, subscriptionId, tier: active } = subscription;
    if (alreadyActive) {
      await queryClient.invalidateQueries({ queryKey: keyOf(visitApi.me) });
      toast({
        title: 'Subscription Already Active',
        description: `You already have an active ${plans[active].name} subscription.`,
      });
      return '/dashboard';
    }
    if (upgraded) return afterConfirmation('succeeded', subscriptionId, tier);
    return afterConfirmation(await confirm.pay(clientSecret, zip), subscriptionId, tier);
  };

  return { pending, problem: confirm.problem, onFile, pay };
}

function subscriptionError(error: Error): null {
  toast({
    tone: 'bad',
    title: 'Subscription Error',
    description: sentenceOf(error, 'Failed to create subscription. Please try again.'),
  });
  return null;
}
