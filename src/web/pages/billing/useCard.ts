import { useEffect, useState } from 'react';
import { useSite } from '#web/api/api.ts';
import { dismissToast, toast } from '#web/ui/Notice.tsx';
import { openStripe, type Stripe, type StripeElements } from './stripe.ts';

export type Card = ReturnType<typeof useCard>;

/** The card provider, once its script has loaded. */
export function useCard() {
  const site = useSite();
  const [opened, setOpened] = useState<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const [failed, setFailed] = useState(false);
  const [scriptUrl, key] = [site?.stripeScriptUrl, site?.stripePublishableKey];

  useEffect(() => {
    if (!scriptUrl || !key) return;
    let here = true;
    openStripe(scriptUrl, key).then(
      (stripe) => here && setOpened({ stripe, elements: stripe.elements() }),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [scriptUrl, key]);

  return {
    ready: opened !== null,
    failed,
    stripe: opened?.stripe ?? null,
    elements: opened?.elements ?? null,
    /** What the reader should know about paying here, if anything. */
    notice: noticeOf(site?.payments, failed),
  };
}

function noticeOf(payments: 'live' | 'test' | 'off' | undefined, failed: boolean): string | null {
  if (failed) return 'Stripe is not loaded properly. Please refresh and try again.';
  if (payments === 'off') return 'Payments are not connected on this installation, so no card can be taken.';
  if (payments === 'test')
    return 'Test cards only: 4242 4242 4242 4242 pays, any future date and any CVC. Nothing is charged.';
  return null;
}

/** Confirms a card with the provider. */
export function useConfirm({ stripe, elements }: Card, email: string) {
  /** The provider's message about the last attempt. */
  const [problem, setProblem] = useState<string | null>(null);

  const refuse = (title: string, description: string): undefined => {
    setProblem(description);
    toast('bad', title, description);
  };

  /** Whether everything that a card payment needs has loaded; if not, shows what is missing. */
  const check = (zip: string): boolean => {
    setProblem(null);
    dismissToast();
    if (zip) return true;
    refuse('Missing Information', 'Please enter your ZIP code.');
    return false;
  };

  /** Confirms the card and returns the state of the payment. Reports a failure and returns undefined. */
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
