import { and, count, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { App } from '#kit/feature.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { isMissing, type PaymentProvider, periodOf, requirePayments, tierOf } from './paymentProvider.ts';
import { syncCustomer } from './sync.ts';

type Answer = ResponseInput<typeof billingApi.cancelSubscription>;

/**
 * Cancels at the provider first, then here: if the provider fails, nothing has changed. Cancels immediately and refunds
 * the unused time to the card or, with `atPeriodEnd`, when the paid month is over.
 * @throws AppError `conflict` when there is no subscription, or more topics are active than the free plan allows
 */
export async function cancelSubscription(app: App, reader: Reader, atPeriodEnd: boolean): Promise<Answer> {
  await refuseManyTerms(app, reader.id);
  const [user] = await app.db.select().from(users).where(eq(users.id, reader.id));
  const customer = user?.stripeCustomerId;
  if (!customer) throw new AppError('conflict', 'There is no subscription to cancel.');
  const payments = requirePayments(app);
  const running = await runningOf(payments, customer, reader);
  if (!running.length) {
    await syncCustomer(app, customer);
    return { message: 'You are on the free tier.', tier: 'free', endsAt: null };
  }
  if (atPeriodEnd) return endLater(app, payments, { customer, running, reader });
  for (const subscription of running) await endNow(app, payments, subscription);
  await syncCustomer(app, customer);
  return {
    message: 'Your subscription was canceled, and unused time was refunded.',
    tier: 'free',
    endsAt: null,
  };
}

/** The reader's subscriptions that give more than the free plan. */
async function runningOf(
  payments: PaymentProvider,
  customer: string,
  reader: Reader,
): Promise<Stripe.Subscription[]> {
  const { data } = await payments.stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  return data.filter(
    (subscription) => subscription.metadata.userId === reader.id && tierOf(payments, subscription) !== 'free',
  );
}

async function refuseManyTerms({ db }: App, userId: string): Promise<void> {
  const [row] = await db
    .select({ active: count() })
    .from(searchTerms)
    .where(
      and(eq(searchTerms.userId, userId), eq(searchTerms.isActive, true), isNull(searchTerms.deletedAt)),
    );
  const active = row?.active ?? 0;
  if (active > plans.free.searchTerms)
    throw new AppError(
      'conflict',
      `You have ${active} active search terms. Please delete search terms down to 1 before canceling.`,
      { requiresSearchDeletion: true, activeSearchTerms: active },
    );
}

async function endLater(
  app: App,
  { stripe }: PaymentProvider,
  { customer, running, reader }: { customer: string; running: Stripe.Subscription[]; reader: Reader },
): Promise<Answer> {
  let endsAt = 0;
  for (const subscription of running) {
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    endsAt = Math.max(endsAt, periodOf(ending).end);
  }
  await syncCustomer(app, customer);
  return {
    message: 'Your subscription ends with the paid month.',
    tier: reader.subscriptionTier ?? 'free',
    endsAt: new Date(endsAt * 1000).toISOString(),
  };
}

/** Ends the subscription, then refunds, so that a failed refund, which is retried, never keeps a subscription running. */
async function endNow(
  app: App,
  { stripe }: PaymentProvider,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { start, end } = periodOf(subscription);
  const unused = Math.max(0, Math.min(1, (end - app.now().getTime() / 1000) / (end - start)));
  await stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false });
  const { data: invoices } = await stripe.invoices.list({
    subscription: subscription.id,
    status: 'paid',
    limit: 10,
    expand: ['data.payments'],
  });
  for (const invoice of invoices.filter(({ created }) => created >= start - 3600)) {
    const amount = Math.floor(invoice.amount_paid * unused);
    const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
    if (amount < 1 || !payment) continue;
    await stripe.refunds.create(
      {
        payment_intent: typeof payment === 'string' ? payment : payment.id,
        amount,
        reason: 'requested_by_customer',
      },
      { idempotencyKey: `refund-${invoice.id}` },
    );
  }
}

/**
 * Ends everything that a deleted account had at the provider: subscriptions, with the unused time refunded, then the
 * customer with its saved cards. Safe to repeat.
 */
export async function endCustomer(app: App, customer: string | null): Promise<void> {
  if (!customer || !app.payments) return;
  const { stripe } = app.payments;
  try {
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    for (const subscription of data) await endNow(app, app.payments, subscription);
    await stripe.customers.del(customer);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Undoes a cancellation for the end of the paid month, so that the subscription renews again. Safe to repeat.
 * @throws AppError `conflict` if no subscription is active any more
 */
export async function keepSubscription(
  app: App,
  reader: Reader,
): Promise<ResponseInput<typeof billingApi.keepSubscription>> {
  const [user] = await app.db.select().from(users).where(eq(users.id, reader.id));
  const customer = user?.stripeCustomerId;
  const payments = requirePayments(app);
  const running = customer ? await runningOf(payments, customer, reader) : [];
  if (!customer || !running.length)
    throw new AppError('conflict', 'This subscription has ended. Please choose a plan to subscribe again.');
  for (const { id, cancel_at_period_end } of running)
    if (cancel_at_period_end) await payments.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  await syncCustomer(app, customer);
  return { message: 'Your subscription continues and renews as before.' };
}
