import { useEffect, useState } from 'react';
import { useSite } from '#web/api/query.ts';
import { openStripe, type Stripe, type StripeElements } from './stripe.ts';

export interface Card {
  ready: boolean;
  failed: boolean;
  stripe: Stripe | null;
  elements: StripeElements | null;
  /** What the reader should know about paying here, if anything. */
  notice: string | null;
}

/** The card provider, once its script has loaded. */
export function useCard(): Card {
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
