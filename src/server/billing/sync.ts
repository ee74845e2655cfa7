import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { App } from '#kit/feature.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { subscriptionTracking, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { type Tier, tiers } from '#shared/billing/plan.ts';
import { fitTopicsToPlan } from '#topics/settings.ts';
import {
  dayOfSeconds,
  isMissing,
  isProviderError,
  type PaymentProvider,
  periodOf,
  requirePayments,
  subscriptionsOf,
  tierOf,
  tierWanted,
} from './paymentProvider.ts';

/**
 * Reads a customer's state from the provider and makes the account match it. Safe in any order, any number of times, from
 * webhooks, pages and the nightly round: an older reading never overwrites a newer one. When this returns, the account has
 * the state of this reading or of a later one.
 * @returns the account's current tier; null if no account has this customer.
 */
export async function syncCustomer(app: App, customerId: string): Promise<Tier | null> {
  const payments = requirePayments(app);
  const epoch = await beginReading(app, customerId);
  if (!epoch) return null;
  const own = await subscriptionsOf(payments, customerId, epoch.userId).catch((error: unknown) => {
    // The customer was deleted at the provider, and its subscriptions with it.
    if (isMissing(error)) return [];
    throw error;
  });
  const best = own
    .map((subscription) => ({ subscription, tier: tierOf(payments, subscription) }))
    .sort((a, b) => tiers.indexOf(b.tier) - tiers.indexOf(a.tier))[0];
  const tier = best?.tier ?? 'free';

  return transaction(app, async (app) => {
    const [before] = await app.db.select().from(users).where(eq(users.id, epoch.userId)).for('update');
    if (!before) return null;
    if (before.billingApplied > epoch.number) return before.subscriptionTier;
    const stripeSubscriptionId = tier === 'free' ? null : best!.subscription.id;
    await app.db
      .update(users)
      .set({ subscriptionTier: tier, stripeSubscriptionId, billingApplied: epoch.number })
      .where(eq(users.id, before.id));
    for (const subscription of own) {
      const fresh = await track(app, before.id, subscription, payments);
      if (fresh && subscription.status === 'past_due')
        await notifyOfFailure(app, before.email, payments, subscription);
    }
    if (tier !== before.subscriptionTier) {
      const { isUnlimited } = before;
      const terms = await fitTopicsToPlan(app, before.id, { subscriptionTier: tier, isUnlimited });
      // The new plan may or may not cover the topics' schedules.
      await enqueue(app, 'reschedule', { userId: before.id }, { key: before.id });
      const running = best?.subscription ?? null;
      await notifyOfChange(app, before.email, { from: before.subscriptionTier, to: tier, running, terms });
    }
    return tier;
  });
}

/** After a change at the provider: syncs now or, if it cannot be read at this moment, by a job. */
export async function syncSoon(app: App, customerId: string): Promise<void> {
  await syncCustomer(app, customerId).catch(async (error: unknown) => {
    if (!isProviderError(error, 'StripeError')) throw error;
    await enqueue(app, 'sync-customer', { customerId }, { key: customerId, after: 5 });
  });
}

/** Syncs every customer, if there is billing, to repair missed webhooks. One failure does not stop the others. */
export async function syncAllCustomers(app: App): Promise<void> {
  if (!app.payments || !app.config.edition.billing) return;
  const paying = app.db.select({ customerId: users.stripeCustomerId }).from(users);
  const customers = await paying.where(isNotNull(users.stripeCustomerId));
  for (const { customerId } of customers)
    await enqueue(app, 'sync-customer', { customerId: customerId! }, { key: customerId! });
}

async function beginReading({ db }: App, customerId: string) {
  const [reading] = await db
    .update(users)
    .set({ billingEpoch: sql`${users.billingEpoch} + 1` })
    .where(eq(users.stripeCustomerId, customerId))
    .returning({ userId: users.id, number: users.billingEpoch });
  return reading;
}

/** @returns whether the subscription's state has changed */
async function track(
  { db, now }: App,
  userId: string,
  subscription: Stripe.Subscription,
  payments: PaymentProvider,
): Promise<boolean> {
  const { id, status } = subscription;
  const invoice = invoiceOf(subscription);
  const row = {
    ...{ userId, subscriptionId: id, invoiceId: invoice?.id ?? `none-${id}`, status },
    provisioned: tierOf(payments, subscription) !== 'free',
    lastError: invoice?.last_finalization_error?.message ?? null,
    tier: tierWanted(payments, subscription),
    updatedAt: now(),
  };
  const [before] = await db
    .select({ status: subscriptionTracking.status })
    .from(subscriptionTracking)
    .where(
      and(eq(subscriptionTracking.subscriptionId, id), eq(subscriptionTracking.invoiceId, row.invoiceId)),
    );
  await db
    .insert(subscriptionTracking)
    .values({ ...row, createdAt: now() })
    .onConflictDoUpdate({
      target: [subscriptionTracking.subscriptionId, subscriptionTracking.invoiceId],
      set: row,
    });
  return before?.status !== row.status;
}

const invoiceOf = ({ latest_invoice: one }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof one === 'object' ? one : null;

interface Change {
  from: Tier;
  to: Tier;
  /** The subscription that is now active. */
  running: Stripe.Subscription | null;
  terms: { paused: string[]; kept: string[] };
}

/** Enqueues one mail about the new plan, and a second when topics were paused. */
async function notifyOfChange(app: App, reader: string, { from, to, running, terms }: Change): Promise<void> {
  const renewsOn = running ? dayOfSeconds(periodOf(running).end) : null;
  if (to === 'free') await enqueueMail(app, 'subscription-cancelled', reader, { tier: from });
  else if (from === 'free') await enqueueMail(app, 'subscription-started', reader, { tier: to, renewsOn });
  else await enqueueMail(app, 'subscription-changed', reader, { from, to, renewsOn });
  const subscribeLink = `${app.config.baseUrl}/subscribe`;
  if (terms.paused.length)
    await enqueueMail(app, 'terms-paused', reader, { ...terms, tier: to, subscribeLink });
}

/** Enqueues a mail about a failed renewal; the plan stays while the provider retries. */
async function notifyOfFailure(
  app: App,
  reader: string,
  payments: PaymentProvider,
  subscription: Stripe.Subscription,
): Promise<void> {
  const invoice = invoiceOf(subscription);
  await enqueueMail(app, 'subscription-failed', reader, {
    tier: tierWanted(payments, subscription) ?? 'pro',
    fixLink: `${app.config.baseUrl}/subscribe/fix-payment?subscriptionId=${subscription.id}`,
    retryOn: invoice?.next_payment_attempt ? dayOfSeconds(invoice.next_payment_attempt) : null,
  });
}
