/** The part of the card provider's script that the pages use: https://docs.stripe.com/js */
export interface Stripe {
  elements(): StripeElements;
  confirmCardPayment(
    clientSecret: string,
    data: { payment_method: { card: StripeElement; billing_details: BillingDetails } },
  ): Promise<{ error?: { message?: string }; paymentIntent?: { status: string } }>;
}

export interface StripeElements {
  create(kind: CardPart, options: object): StripeElement;
  getElement(kind: CardPart): StripeElement | null;
}

interface StripeElement {
  mount(place: HTMLElement): void;
  on(event: 'change', listen: (change: { error?: { message: string } }) => void): void;
  update(options: object): void;
  destroy(): void;
}

export type CardPart = 'cardNumber' | 'cardExpiry' | 'cardCvc';

type BillingDetails = { email: string; address: { postal_code: string } };

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

/** Loads the provider's script from the provider's host, as its rules require, and opens it with our key. Once. */
export function openStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  opened ??= load(scriptUrl).then(() => {
    if (!window.Stripe) throw new Error('The card provider’s script did not start.');
    return window.Stripe(publishableKey);
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

let opened: Promise<Stripe> | null = null;

const load = (url: string): Promise<void> =>
  new Promise((loaded, failed) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => loaded());
    script.addEventListener('error', () =>
      failed(new Error('The card provider’s script could not be loaded.')),
    );
    document.head.append(script);
  });

/** The page after a confirmed card. Only a payment that succeeded or is processing leads away from the form. */
export function afterConfirmation(
  status: string | undefined,
  subscriptionId: string | null,
  tier: string,
): string | null {
  if (status === 'succeeded' && subscriptionId)
    return `/finalizing-subscription?${new URLSearchParams({ subscriptionId })}`;
  if (status === 'succeeded' || status === 'processing')
    return `/payment-success?${new URLSearchParams({ tier })}`;
  return null;
}
