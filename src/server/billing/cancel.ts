import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { App } from '#kit/feature.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { endNow } from './ending.ts';
import {
  isOver,
  type PaymentProvider,
  periodOf,
  requirePayments,
  subscriptionsOf,
  tierOf,
} from './paymentProvider.ts';
import { syncSoon } from './sync.ts';

type Answer = ResponseInput<typeof billingApi.cancelSubscription>;

/**
 * Cancels at the provider first, then here. Cancels immediately and refunds the unused time to the card or, with
 * `atPeriodEnd`, when the paid month is over. Ends everything that the reader is or may be charged for.
 * @throws AppError `conflict` when there is no subscription, or more topics are active than the free plan allows
 */
export async function cancelSubscription(app: App, reader: Reader, atPeriodEnd: boolean): Promise<Answer> {
  await refuseManyTerms(app, reader.id);
  const [user] = await app.db.select().from(users).where(eq(users.id, reader.id));
  const customer = user?.stripeCustomerId;
  if (!customer) throw new AppError('conflict', 'There is no subscription to cancel.');
  const payments = requirePayments(app);
  const all = await subscriptionsOf(payments, customer, reader.id);
  const charging = all.filter((subscription) => !isOver(subscription));
  const running = charging.filter((subscription) => tierOf(payments, subscription) !== 'free');
  try {
    if (atPeriodEnd && running.length) return await endLater(payments, running, reader);
    let isRefunded = true;
    for (const { id } of charging) isRefunded = (await endNow(app, payments, id)) && isRefunded;
    if (!running.length) return { message: 'You are on the free tier.', tier: 'free', endsAt: null };
    return {
      message: isRefunded
        ? 'Your subscription was canceled, and unused time was refunded.'
        : 'Your subscription was canceled. The payment provider does not refund the unused time right now; we ask it again until that is settled.',
      tier: 'free',
      endsAt: null,
    };
  } finally {
    await syncSoon(app, customer);
  }
}

async function refuseManyTerms({ db }: App, userId: string): Promise<void> {
  const active = await db.$count(
    searchTerms,
    and(eq(searchTerms.userId, userId), eq(searchTerms.isActive, true), isNull(searchTerms.deletedAt)),
  );
  if (active > plans.free.searchTerms)
    throw new AppError(
      'conflict',
      `You have ${active} active search terms. Please delete search terms down to 1 before canceling.`,
      { requiresSearchDeletion: true, activeSearchTerms: active },
    );
}

async function endLater(
  { stripe }: PaymentProvider,
  running: Stripe.Subscription[],
  reader: Reader,
): Promise<Answer> {
  let endsAt = 0;
  for (const subscription of running) {
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    endsAt = Math.max(endsAt, periodOf(ending).end);
  }
  return {
    message: 'Your subscription ends with the paid month.',
    tier: reader.subscriptionTier ?? 'free',
    endsAt: new Date(endsAt * 1000).toISOString(),
  };
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
  const all = customer ? await subscriptionsOf(payments, customer, reader.id) : [];
  const running = all.filter((subscription) => tierOf(payments, subscription) !== 'free');
  if (!customer || !running.length)
    throw new AppError('conflict', 'This subscription has ended. Please choose a plan to subscribe again.');
  for (const { id, cancel_at_period_end } of running)
    if (cancel_at_period_end) await payments.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  await syncSoon(app, customer);
  return { message: 'Your subscription continues and renews as before.' };
}
