import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { App } from '#kit/feature.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { subscriptionEndings, subscriptionTracking, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { type Tier, tiers } from '#shared/billing/plan.ts';
import { dayMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import { fitTopicsToPlan } from '#topics/settings.ts';
import {
  dayOfSeconds,
  isMissing,
  isOver,
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

const workMs = 2 * minuteMs;

/**
 * Ends a subscription at once, then refunds its unused time. The row comes first: whatever fails after the end is made
 * later from what the provider says, even if the account is deleted meanwhile.
 * @returns whether the refund is made; a job tries again otherwise
 * @throws the provider's error if the subscription may go on
 */
export async function endNow(app: App, payments: PaymentProvider, id: string): Promise<boolean> {
  const row = { subscriptionId: id, createdAt: app.now(), dueAt: timeAfter(app.now(), workMs) };
  const [mine] = await app.db.insert(subscriptionEndings).values(row).onConflictDoNothing().returning();
  try {
    await payments.stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
  } catch (error) {
    // It may have ended all the same, by this call or by another.
    const now = await payments.stripe.subscriptions.retrieve(id).catch(() => null);
    if (!now || !isOver(now)) {
      if (now && mine) await remove(app, id);
      throw error;
    }
  }
  return mine ? finish(app, payments, mine) : completeEnding(app, id);
}

/** Makes what an ending still lacks. @returns whether nothing is left to do */
export async function completeEnding(app: App, subscriptionId: string): Promise<boolean> {
  const { db, now } = app;
  const [mine] = await db
    .update(subscriptionEndings)
    .set({ attempt: sql`${subscriptionEndings.attempt} + 1`, dueAt: timeAfter(now(), workMs) })
    .where(
      sql`${subscriptionEndings.subscriptionId} = ${subscriptionId} and ${lt(subscriptionEndings.dueAt, now())}`,
    )
    .returning();
  if (mine) return finish(app, requirePayments(app), mine);
  return !(await db.$count(subscriptionEndings, eq(subscriptionEndings.subscriptionId, subscriptionId)));
}

/** Enqueues the endings whose next try is due. */
export async function planEndings(app: App): Promise<void> {
  if (!app.payments) return;
  const areDue = lt(subscriptionEndings.dueAt, app.now());
  const due = await app.db.select().from(subscriptionEndings).where(areDue).limit(100);
  for (const { subscriptionId } of due)
    await enqueue(app, 'complete-ending', { subscriptionId }, { key: subscriptionId });
}

type Ending = typeof subscriptionEndings.$inferSelect;

async function finish(app: App, { stripe }: PaymentProvider, ending: Ending): Promise<boolean> {
  const { subscriptionId, attempt } = ending;
  try {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId);
    // One that goes on was never ended: the provider refused, and the reader was told.
    const waits = isOver(subscription) && (await settle(app, stripe, subscription, attempt));
    await (waits ? plan(app, subscriptionId, dayMs) : remove(app, subscriptionId));
    return !waits;
  } catch (error) {
    if (isMissing(error)) {
      await remove(app, subscriptionId);
      return true;
    }
    const seconds = Math.min(6 * 3600, 2.5 * 2 ** attempt);
    const isOld = app.now().getTime() - ending.createdAt.getTime() > dayMs;
    app.log[isOld ? 'error' : 'warn']({ err: error, subscriptionId, attempt }, 'a refund is not made yet');
    await plan(app, subscriptionId, seconds * 1000);
    await enqueue(app, 'complete-ending', { subscriptionId }, { key: subscriptionId, after: seconds + 1 });
    return false;
  }
}

const remove = ({ db }: App, id: string) =>
  db.delete(subscriptionEndings).where(eq(subscriptionEndings.subscriptionId, id));
const plan = ({ db, now }: App, id: string, ms: number) =>
  db
    .update(subscriptionEndings)
    .set({ dueAt: timeAfter(now(), ms) })
    .where(eq(subscriptionEndings.subscriptionId, id));

/**
 * Refunds what was paid for time after the end, and voids what is not paid. Safe to repeat.
 * @returns whether the reader's bank has still to decide about a charge
 */
async function settle({ log }: App, stripe: Stripe, subscription: Stripe.Subscription, attempt: number) {
  const { start, end } = periodOf(subscription);
  const unused = end - (subscription.ended_at ?? end);
  const invoices = await stripe.invoices
    .list({ subscription: subscription.id, limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: 1000 });
  let waits = false;
  for (const invoice of invoices) {
    if (invoice.status === 'open') await stripe.invoices.voidInvoice(invoice.id!);
    const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
    if (invoice.status !== 'paid' || invoice.created < start - 3600 || !payment) continue;
    const payment_intent = typeof payment === 'string' ? payment : payment.id;
    const { data } = await stripe.refunds.list({ payment_intent, limit: 100 });
    const made = data.filter(({ status }) => status !== 'failed' && status !== 'canceled');
    if (made.some(({ metadata }) => metadata?.ended === subscription.id)) continue;
    const left = invoice.amount_paid - made.reduce((sum, { amount }) => sum + amount, 0);
    // An upgrade is paid from its day on.
    const share = Math.min(1, unused / (end - Math.max(start, invoice.created)));
    const amount = Math.min(left, Math.floor(invoice.amount_paid * share));
    if (amount < 1) continue;
    try {
      await stripe.refunds.create(
        { payment_intent, amount, reason: 'requested_by_customer', metadata: { ended: subscription.id } },
        { idempotencyKey: `refund-${invoice.id}-${attempt}` },
      );
    } catch (error) {
      if (!isProviderError(error, 'StripeError') || !neverRefunded.has(error.code ?? '')) throw error;
      const isOpen = await isUndecided(stripe, payment_intent);
      waits ||= isOpen;
      if (!isOpen)
        log.warn({ invoice: invoice.id, code: error.code }, 'the provider refuses a refund for good');
    }
  }
  return waits;
}

/** A disputed charge is decided by the reader's bank, and one refunded by hand has nothing left. */
const neverRefunded = new Set(
  'charge_disputed refund_disputed_payment charge_already_refunded resource_missing'.split(' '),
);

/** A dispute that is won gives us the money back, and the reader the time that is not used. */
async function isUndecided(stripe: Stripe, payment_intent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent, limit: 100 });
  return data.some(({ status }) => status === 'needs_response' || status === 'under_review');
}

/** Ends what a deleted account had at the provider: subscriptions, with refunds, then the customer. Safe to repeat. */
export async function endCustomer(app: App, customer: string | null): Promise<void> {
  if (!customer || !app.payments) return;
  const { stripe } = app.payments;
  try {
    const all = stripe.subscriptions.list({ customer, limit: 100 });
    for (const { id } of await all.autoPagingToArray({ limit: 1000 })) await endNow(app, app.payments, id);
    await stripe.customers.del(customer);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
