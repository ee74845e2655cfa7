import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { App } from '#kit/feature.ts';
import { subscriptionTracking, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import type { billingApi, PaidTier } from '#shared/billing/billing.ts';
import { type Tier, tiers } from '#shared/billing/plan.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import {
  attempt,
  isMissing,
  isOver,
  type PaymentProvider,
  requirePayments,
  secretOf,
  subscriptionsOf,
  tierOf,
} from './paymentProvider.ts';
import { endNow, syncSoon } from './sync.ts';

type Answer = ResponseInput<typeof billingApi.createSubscription>;

const higher = (a: Tier, b: Tier): boolean => tiers.indexOf(a) > tiers.indexOf(b);

/**
 * Starts a subscription, resumes one that was started and not paid, or upgrades the existing one. A second click, or
 * a second tab, gets the same subscription and secret, by the provider's idempotency key.
 * @throws AppError `unavailable` where payments are not set up
 */
export async function subscribe(app: App, reader: Reader, tier: PaidTier): Promise<Answer> {
  const payments = requirePayments(app);
  const customer = await customerOf(app, reader.id);
  const own = await subscriptionsOf(payments, customer, reader.id);

  const running = own.find((subscription) => tierOf(payments, subscription) !== 'free');
  if (running) {
    const has = tierOf(payments, running);
    if (!higher(tier, has)) {
      await syncSoon(app, customer);
      return { alreadyActive: true, tier: has, clientSecret: null, subscriptionId: running.id };
    }
    return upgrade(app, payments, { userId: reader.id, customer, running, tier });
  }

  const open = own.filter((subscription) => !isOver(subscription));
  const sold = payments.prices[tier][0];
  const same = open.find(({ status, items }) => status === 'incomplete' && items.data[0]?.price.id === sold);
  const secret = same ? secretOf(same.latest_invoice) : null;
  if (same && secret) return { alreadyActive: false, tier, clientSecret: secret, subscriptionId: same.id };
  // An abandoned checkout for another plan or price, or a plan that was never paid, must not stay payable next to this one.
  for (const stale of open)
    if (stale.status === 'incomplete') await endCheckout(payments.stripe, stale);
    else await endNow(app, payments, stale.id);
  return start(app, payments, { userId: reader.id, customer, tier, earlier: own.length });
}

async function start(
  app: App,
  payments: PaymentProvider,
  { userId, customer, tier, earlier }: { userId: string; customer: string; tier: PaidTier; earlier: number },
): Promise<Answer> {
  const { stripe, prices } = payments;
  const price = prices[tier][0]!;
  const subscription = await attempt(app, userId, (attempt) =>
    stripe.subscriptions.create(
      {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { userId, tier, price },
        expand: ['latest_invoice.confirmation_secret'],
      },
      // The number of earlier subscriptions distinguishes a new purchase from a double click.
      { idempotencyKey: `subscribe-${customer}-${price}-${earlier}-${attempt}` },
    ),
  );
  await remember(app, userId, subscription, tier);
  await keepOnePayable(payments, { userId, customer, id: subscription.id });
  const clientSecret = secretOf(subscription.latest_invoice);
  return { alreadyActive: false, tier, clientSecret, subscriptionId: subscription.id };
}

/**
 * Two checkouts that start at once, for Pro and for Team, each see no other and each create a subscription. The call that
 * looks last sees both and leaves one: a paid one, else the newest.
 * @throws AppError `conflict` when the one that stays is not `id`.
 */
async function keepOnePayable(
  payments: PaymentProvider,
  { userId, customer, id }: { userId: string; customer: string; id: string },
): Promise<void> {
  const own = await subscriptionsOf(payments, customer, userId);
  const payable = own
    .filter(({ status }) => status === 'incomplete')
    .sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
  const paid = own.some(({ status }) => status === 'active' || status === 'past_due');
  const kept = paid ? null : payable[0]?.id;
  for (const other of payable) if (other.id !== kept) await endCheckout(payments.stripe, other);
  if (kept !== id)
    throw new AppError('conflict', 'Another checkout was started at the same moment. Please try again.');
}

/**
 * Ends an unpaid checkout, even if another call does the same at this moment. Voids its invoice first, which the provider
 * refuses for a paid one, so that a reader who pays at this very moment keeps the plan.
 */
async function endCheckout(stripe: PaymentProvider['stripe'], { id, latest_invoice }: Stripe.Subscription) {
  const invoice = idOf(latest_invoice);
  try {
    if (invoice) await stripe.invoices.voidInvoice(invoice);
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    const { status } = await stripe.subscriptions.retrieve(id);
    if (status === 'incomplete') throw error;
  }
}

/** The item changes only once the difference is paid (`pending_if_incomplete`), so a failed upgrade changes nothing. */
async function upgrade(
  app: App,
  { stripe, prices }: PaymentProvider,
  order: { userId: string; customer: string; running: Stripe.Subscription; tier: PaidTier },
): Promise<Answer> {
  const { userId, customer, running, tier } = order;
  const invoice = running.latest_invoice;
  const pending = running.pending_update ? secretOf(invoice) : null;
  if (pending) return { alreadyActive: false, tier, clientSecret: pending, subscriptionId: running.id };
  const price = prices[tier][0]!;
  // Before the price, because the provider takes no metadata with a pending update.
  await stripe.subscriptions.update(running.id, { metadata: { upgradePrice: price, upgradeTier: tier } });
  const changed = await attempt(app, userId, (attempt) =>
    stripe.subscriptions.update(
      running.id,
      {
        items: [{ id: running.items.data[0]!.id, price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      },
      { idempotencyKey: `upgrade-${running.id}-${price}-${idOf(invoice)}-${attempt}` },
    ),
  );
  const secret = changed.pending_update ? secretOf(changed.latest_invoice) : null;
  if (!secret) await syncSoon(app, customer);
  return { alreadyActive: false, tier, clientSecret: secret, subscriptionId: running.id, upgraded: !secret };
}

const idOf = (invoice: Stripe.Subscription['latest_invoice']) =>
  typeof invoice === 'string' ? invoice : invoice?.id;

async function remember(app: App, userId: string, subscription: Stripe.Subscription, tier: PaidTier) {
  const invoice = subscription.latest_invoice;
  await transaction(app, async ({ db, now }) => {
    // Lock the account before the row, as a sync does. The other order would deadlock.
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
    await db
      .insert(subscriptionTracking)
      .values({
        ...{ userId, subscriptionId: subscription.id, tier, status: 'pending' },
        invoiceId: idOf(invoice) ?? `none-${subscription.id}`,
        ...{ createdAt: now(), updatedAt: now() },
      })
      .onConflictDoNothing();
  });
}

/**
 * Checks that the subscription belongs to the reader.
 * @throws AppError `not_found` for somebody else's subscription and for one that does not exist
 */
export async function refuseForeign({ db }: App, userId: string, subscriptionId: string): Promise<void> {
  const { subscriptionId: id, userId: owner } = subscriptionTracking;
  const own = await db.$count(subscriptionTracking, and(eq(id, subscriptionId), eq(owner, userId)));
  if (!own) throw new AppError('not_found', 'This subscription does not exist.');
}

/** The reader's customer at the provider, made on first use, and again if it was deleted there. */
async function customerOf(app: App, userId: string): Promise<string> {
  const { stripe } = requirePayments(app);
  const [user] = await app.db.select().from(users).where(eq(users.id, userId));
  const before = user!.stripeCustomerId;
  if (before && (await livesOn(stripe, before))) return before;
  const customer = await attempt(app, userId, (attempt) =>
    stripe.customers.create(
      { email: user!.email, metadata: { userId } },
      { idempotencyKey: `customer-${userId}-${before ?? 'first'}-${attempt}` },
    ),
  );
  const known = before ? eq(users.stripeCustomerId, before) : isNull(users.stripeCustomerId);
  const isKnown = and(eq(users.id, userId), known);
  await app.db.update(users).set({ stripeCustomerId: customer.id }).where(isKnown);
  return customer.id;
}

async function livesOn(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return !(await stripe.customers.retrieve(id)).deleted;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
