import { and, count, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { subscriptionTracking } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { billingApi, PaidTier } from '#shared/billing/billing.ts';
import { type Tier, tiers } from '#shared/billing/plan.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { BillingApp } from './app.ts';
import { customerOf } from './customer.ts';
import { type PaymentProvider, requirePayments, secretOf, tierOf, tierWanted } from './paymentProvider.ts';
import { syncCustomer } from './sync.ts';

type Answer = ResponseInput<typeof billingApi.createSubscription>;

const higher = (a: Tier, b: Tier): boolean => tiers.indexOf(a) > tiers.indexOf(b);

/**
 * Begins a subscription, goes on with one that was begun and not paid, or upgrades the one there is. A second
 * click, or a second tab, gets the same subscription and the same secret: the provider keeps the idempotency key.
 */
export async function subscribe(app: BillingApp, reader: Reader, tier: PaidTier): Promise<Answer> {
  const payments = requirePayments(app);
  const customer = await customerOf(app, reader.id);
  const { data } = await payments.stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice.confirmation_secret'],
  });
  const own = data.filter(({ metadata }) => metadata.userId === reader.id);

  const running = own.find((subscription) => tierOf(payments, subscription) !== 'free');
  if (running) {
    const has = tierOf(payments, running);
    if (!higher(tier, has)) {
      await syncCustomer(app, customer);
      return { alreadyActive: true, tier: has, clientSecret: null, subscriptionId: running.id };
    }
    return upgrade(app, payments, customer, running, tier);
  }

  const open = own.filter(({ status }) => status === 'incomplete');
  const same = open.find((subscription) => tierWanted(payments, subscription) === tier);
  const secret = same ? secretOf(same.latest_invoice) : null;
  if (same && secret) return { alreadyActive: false, tier, clientSecret: secret, subscriptionId: same.id };
  // A checkout for another plan that was left behind must not be payable beside this one.
  for (const stale of open) await payments.stripe.subscriptions.cancel(stale.id);
  return begin(app, payments, reader, customer, tier, own.length);
}

async function begin(
  app: BillingApp,
  { stripe, prices }: PaymentProvider,
  reader: Reader,
  customer: string,
  tier: PaidTier,
  before: number,
): Promise<Answer> {
  const subscription = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price: prices[tier] }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: { userId: reader.id, tier },
      expand: ['latest_invoice.confirmation_secret'],
    },
    // The number of subscriptions there were tells a new attempt from the same one clicked twice.
    { idempotencyKey: `subscribe-${customer}-${tier}-${before}` },
  );
  await remember(app, reader.id, subscription, tier);
  return {
    alreadyActive: false,
    tier,
    clientSecret: secretOf(subscription.latest_invoice),
    subscriptionId: subscription.id,
  };
}

/**
 * The item changes only when the difference is paid (`pending_if_incomplete`): an upgrade that fails leaves the
 * plan that was paid for as it is.
 */
async function upgrade(
  app: BillingApp,
  { stripe, prices }: PaymentProvider,
  customer: string,
  running: Stripe.Subscription,
  tier: PaidTier,
): Promise<Answer> {
  const invoice = running.latest_invoice;
  const pending = running.pending_update ? secretOf(invoice) : null;
  if (pending) return { alreadyActive: false, tier, clientSecret: pending, subscriptionId: running.id };
  const changed = await stripe.subscriptions.update(
    running.id,
    {
      items: [{ id: running.items.data[0]!.id, price: prices[tier] }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    },
    {
      idempotencyKey: `upgrade-${running.id}-${tier}-${typeof invoice === 'string' ? invoice : invoice?.id}`,
    },
  );
  const secret = changed.pending_update ? secretOf(changed.latest_invoice) : null;
  if (!secret) await syncCustomer(app, customer);
  return { alreadyActive: false, tier, clientSecret: secret, subscriptionId: running.id, upgraded: !secret };
}

async function remember(
  { db, now }: BillingApp,
  userId: string,
  subscription: Stripe.Subscription,
  tier: PaidTier,
) {
  const invoice = subscription.latest_invoice;
  await db
    .insert(subscriptionTracking)
    .values({
      userId,
      subscriptionId: subscription.id,
      invoiceId: (typeof invoice === 'string' ? invoice : invoice?.id) ?? `none-${subscription.id}`,
      status: 'pending',
      tier,
      createdAt: now(),
      updatedAt: now(),
    })
    .onConflictDoNothing();
}

/** The reader's own subscription; a foreign one is as missing as one that never was. */
export async function refuseForeign(
  { db }: BillingApp,
  userId: string,
  subscriptionId: string,
): Promise<void> {
  const [row] = await db
    .select({ rows: count() })
    .from(subscriptionTracking)
    .where(
      and(eq(subscriptionTracking.subscriptionId, subscriptionId), eq(subscriptionTracking.userId, userId)),
    );
  if (!row?.rows) throw new AppError('not_found', 'This subscription does not exist.');
}
