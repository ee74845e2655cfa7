import { useState } from 'react';
import { dismissToast, toast } from '#web/ui/toast.tsx';
import type { Card } from './useCard.ts';

export interface Confirm {
  /** The provider's message about the last attempt. */
  problem: string | null;
  /** Whether everything that a card payment needs has loaded; if not, shows what is missing. */
  check: (zip: string) => boolean;
  /** Confirms the card and returns the state of the payment. Reports a failure and returns undefined. */
  pay: (clientSecret: string | null, zip: string) => Promise<string | undefined>;
}

/** Confirms a card with the provider. */
export function useConfirm({ stripe, elements }: Card, email: string): Confirm {
  const [problem, setProblem] = useState<string | null>(null);

  const refuse = (title: string, description: string): undefined => {
    setProblem(description);
    toast({ tone: 'bad', title, description });
  };

  const check = (zip: string): boolean => {
    setProblem(null);
    dismissToast();
    if (zip) return true;
    refuse('Missing Information', 'Please enter your ZIP code.');
    return false;
  };

  const pay = async (clientSecret: string | null, zip: string): Promise<string | undefined> => {
    if (!check(zip)) return;
    if (!stripe || !elements)
      return refuse('Payment Error', 'Stripe is not loaded properly. Please refresh and try again.');
    const card = elements.getElement('cardNumber');
    if (!card) return refuse('Payment Error', 'Card number element not found. Please refresh and try again.');
    if (!clientSecret)
      return refuse('Payment Failed', 'No payment client secret received. Please try again.');
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { email, address: { postal_code: zip } } },
    });
    const status = paymentIntent?.status;
    if (error || (status !== 'succeeded' && status !== 'processing'))
      return refuse('Payment Failed', error?.message || 'An error occurred processing your payment.');
    return status;
  };

  return { problem, check, pay };
}
