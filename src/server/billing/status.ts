import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { App } from '#kit/feature.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { heldBy } from '#topics/topic/topic.ts';
import {
  dayOfSeconds,
  isMissing,
  isOver,
  type PaymentProvider,
  periodOf,
  requirePayments,
  secretOf,
  subscriptionsOf,
  tierOf,
} from './paymentProvider.ts';
import { refuseForeign } from './subscribe.ts';
import { endNow, syncCustomer, syncSoon } from './sync.ts';

type StatusAnswer = ResponseInput<typeof billingApi.subscriptionStatus>;

/**
 * The state of a payment, read from the provider; `success` only once the account has the tier, too.
 * @throws AppError `not_found` for another reader's subscription
 */
export async function subscriptionStatus(app: App, reader: Reader, id: string): Promise<StatusAnswer> {
  await refuseForeign(app, reader.id, id);
  const payments = requirePayments(app);
  const subscription = await retrieve(payments, id);
  if (tierOf(payments, subscription) !== 'free') {
    const tier = await syncCustomer(app, customerId(subscription));
    if (tier && tier !== 'free') return { state: 'success', reason: null };
  }
  if (['incomplete_expired', 'canceled', 'unpaid'].includes(subscription.status))
    return { state: 'failed', reason: 'The payment was not completed in time. Please try again.' };
  const error = await lastErrorOf(payments, subscription);
  return error ? { state: 'failed', reason: error } : { state: 'pending', reason: null };
}

/** The secret for paying the open invoice with another card in the browser. */
export async function payOpenInvoice(app: App, reader: Reader, id: string) {
  await refuseForeign(app, reader.id, id);
  const subscription = await retrieve(requirePayments(app), id);
  const invoice = subscription.latest_invoice as Stripe.Invoice | null;
  const clientSecret = invoice?.status === 'open' ? secretOf(invoice) : null;
  return { clientSecret, amountDue: invoice?.amount_remaining ?? 0 };
}

/** The reader's current subscription, for the billing page. */
export async function subscriptionOf(
  app: App,
  reader: Reader,
): Promise<ResponseInput<typeof billingApi.subscription>> {
  const tier = reader.subscriptionTier ?? 'free';
  const none = { tier, renewsAt: null, endsAt: null, paymentDue: false, subscriptionId: null };
  const { stripeSubscriptionId } = await accountOf(app, reader);
  if (!stripeSubscriptionId || !app.payments) return none;
  const subscription = await retrieve(app.payments, stripeSubscriptionId);
  const end = dayOfSeconds(periodOf(subscription).end);
  const ends = subscription.cancel_at_period_end;
  const dates = { renewsAt: ends ? null : end, endsAt: ends ? end : null };
  const paymentDue = subscription.status === 'past_due';
  return { ...none, subscriptionId: subscription.id, ...dates, paymentDue };
}

/** Both sides' view of the reader, for the Fix Subscription page; the customer's id is masked. */
export async function debugStatus(
  app: App,
  reader: Reader,
): Promise<ResponseInput<typeof billingApi.debugWebhookStatus>> {
  const { subscriptionTier, stripeCustomerId: customer } = await accountOf(app, reader);
  const account = {
    ...{ email: reader.email, subscriptionTier },
    stripeCustomerId: customer && `${customer.slice(0, 4)}…${customer.slice(-4)}`,
  };
  if (!customer) return { user: account, stripe: { subscriptions: [], invoices: [] } };
  const { stripe } = requirePayments(app);
  const [subscriptions, invoices] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 10 }),
    stripe.invoices.list({ customer, limit: 10 }),
  ]);
  return {
    user: account,
    stripe: {
      subscriptions: subscriptions.data.map((one) => pick(one, 'id status')),
      invoices: invoices.data.map((one) => ({
        ...pick(one, 'status amount_paid amount_due'),
        ...{ id: one.id ?? '', paid: one.status === 'paid' },
      })),
    },
  };
}

/**
 * Grants the plan that the reader's own customer has paid for, never one paid by another customer with the same address.
 * @throws AppError `not_found` if nothing was ever paid from this account
 */
export async function fixSubscription(
  app: App,
  reader: Reader,
): Promise<ResponseInput<typeof billingApi.fixSubscription>> {
  const { stripeCustomerId } = await accountOf(app, reader);
  if (!stripeCustomerId) throw new AppError('not_found', 'No payment has been made from this account yet.');
  const tier = (await syncCustomer(app, stripeCustomerId)) ?? 'free';
  return { tier, message: `Your tier is ${plans[tier].badge}.` };
}

async function accountOf({ db }: App, reader: Reader): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, reader.id));
  return user!;
}

async function retrieve({ stripe }: PaymentProvider, id: string): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    });
  } catch (error) {
    if (isMissing(error)) throw new AppError('not_found', 'This subscription does not exist.');
    throw error;
  }
}

async function lastErrorOf({ stripe }: PaymentProvider, { latest_invoice }: Stripe.Subscription) {
  if (!latest_invoice || typeof latest_invoice === 'string') return null;
  const intent = latest_invoice.payments?.data[0]?.payment.payment_intent;
  if (!intent) return null;
  const { last_payment_error, status } = await stripe.paymentIntents.retrieve(
    typeof intent === 'string' ? intent : intent.id,
  );
  return status === 'requires_payment_method' ? (last_payment_error?.message ?? null) : null;
}

const customerId = ({ customer }: Stripe.Subscription): string =>
  typeof customer === 'string' ? customer : customer.id;

type Answer = ResponseInput<typeof billingApi.cancelSubscription>;

/**
 * Cancels at the provider first, then here. Cancels immediately and refunds the unused time to the card or, with
 * `atPeriodEnd`, when the paid month is over. Ends everything that the reader is or may be charged for.
 * @throws AppError `conflict` when there is no subscription, or more topics are active than the free plan allows
 */
export async function cancelSubscription(app: App, reader: Reader, atPeriodEnd: boolean): Promise<Answer> {
  await refuseManyTerms(app, reader.id);
  const { stripeCustomerId: customer } = await accountOf(app, reader);
  if (!customer) throw new AppError('conflict', 'There is no subscription to cancel.');
  const payments = requirePayments(app);
  const all = await subscriptionsOf(payments, customer, reader.id);
  const charging = all.filter((subscription) => !isOver(subscription));
  const running = charging.filter((subscription) => tierOf(payments, subscription) !== 'free');
  try {
    if (atPeriodEnd && running.length) return await endLater(payments, running, reader);
    let isRefunded = true;
    for (const { id } of charging) isRefunded = (await endNow(app, payments, id)) && isRefunded;
    const message = !running.length
      ? 'You are on the free tier.'
      : isRefunded
        ? 'Your subscription was canceled, and unused time was refunded.'
        : 'Your subscription was canceled. The payment provider does not refund the unused time right now; we ask it again until that is settled.';
    return { message, tier: 'free', endsAt: null };
  } finally {
    await syncSoon(app, customer);
  }
}

async function refuseManyTerms({ db }: App, userId: string): Promise<void> {
  const active = await db.$count(searchTerms, and(heldBy(userId), eq(searchTerms.isActive, true)));
  if (active > plans.free.searchTerms)
    throw new AppError(
      'conflict',
      `You have ${active} active search terms. Please delete search terms down to 1 before canceling.`,
      { requiresSearchDeletion: true, activeSearchTerms: active },
    );
}

async function endLater({ stripe }: PaymentProvider, running: Stripe.Subscription[], reader: Reader) {
  let endsAt = 0;
  for (const subscription of running) {
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    endsAt = Math.max(endsAt, periodOf(ending).end);
  }
  const message = 'Your subscription ends with the paid month.';
  return { message, tier: reader.subscriptionTier ?? 'free', endsAt: dayOfSeconds(endsAt) };
}

/**
 * Undoes a cancellation for the end of the paid month, so that the subscription renews again. Safe to repeat.
 * @throws AppError `conflict` if no subscription is active any more
 */
export async function keepSubscription(
  app: App,
  reader: Reader,
): Promise<ResponseInput<typeof billingApi.keepSubscription>> {
  const { stripeCustomerId: customer } = await accountOf(app, reader);
  const payments = requirePayments(app);
  const all = customer ? await subscriptionsOf(payments, customer, reader.id) : [];
  const running = all.filter((subscription) => tierOf(payments, subscription) !== 'free');
  if (!customer || !running.length)
    throw new AppError('conflict', 'This subscription has ended. Please choose a plan to subscribe again.');
  for (const { id, cancel_at_period_end } of running)
    if (cancel_at_period_end) await payments.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  await syncSoon(app, customer);
  return { message: 'Your subscription continues and renews as before.' };
}
