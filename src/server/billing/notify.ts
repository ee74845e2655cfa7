import type Stripe from 'stripe';
import { enqueueMail } from '#mail/enqueueMail.ts';
import type { Tier } from '#shared/billing/plan.ts';
import type { BillingApp } from './app.ts';
import { dayOfSeconds, type PaymentProvider, periodOf, tierWanted } from './paymentProvider.ts';

interface Change {
  from: Tier;
  to: Tier;
  /** The subscription that is now active. */
  running: Stripe.Subscription | null;
  terms: { paused: string[]; kept: string[] };
}

/** Enqueues one mail about the new plan, and a second when topics were paused. */
export async function notifyOfChange(
  app: BillingApp,
  reader: string,
  { from, to, running, terms }: Change,
): Promise<void> {
  const renewsOn = running ? dayOfSeconds(periodOf(running).end) : null;
  if (to === 'free') await enqueueMail(app, 'subscription-cancelled', reader, { tier: from });
  else if (from === 'free') await enqueueMail(app, 'subscription-started', reader, { tier: to, renewsOn });
  else await enqueueMail(app, 'subscription-changed', reader, { from, to, renewsOn });
  if (terms.paused.length)
    await enqueueMail(app, 'terms-paused', reader, {
      ...terms,
      tier: to,
      subscribeLink: `${app.config.baseUrl}/subscribe`,
    });
}

/** Enqueues a mail about a failed renewal; the plan stays while the provider retries. */
export async function notifyOfFailure(
  app: BillingApp,
  reader: string,
  payments: PaymentProvider,
  subscription: Stripe.Subscription,
): Promise<void> {
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  await enqueueMail(app, 'subscription-failed', reader, {
    tier: tierWanted(payments, subscription) ?? 'pro',
    fixLink: `${app.config.baseUrl}/subscribe/fix-payment?subscriptionId=${subscription.id}`,
    retryOn: invoice?.next_payment_attempt ? dayOfSeconds(invoice.next_payment_attempt) : null,
  });
}
