import { eq, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { App } from '#kit/feature.ts';
import { subscriptionEndings } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { dayMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import {
  isMissing,
  isOver,
  isProviderError,
  type PaymentProvider,
  periodOf,
  requirePayments,
} from './paymentProvider.ts';

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
