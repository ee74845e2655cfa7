import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { users } from '#platform/db/schema.ts';
import { boundedFetch } from '#platform/http/boundedFetch.ts';
import type { Platform } from '#platform/platform.ts';
import type { Config } from '#platform/runtime/config.ts';
import { type PaidTier, paidTier } from '#shared/billing/billing.ts';
import type { Tier } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';

declare module '#kit/feature.ts' {
  interface App {
    /** Null if payments are not set up. */
    payments: PaymentProvider | null;
  }
}

/** The payment provider as configured for this installation. */
export interface PaymentProvider {
  stripe: Stripe;
  /** The provider's ids of the prices of each paid tier: the one that is sold, then former ones. */
  prices: Record<PaidTier, string[]>;
  webhookSecret: string;
}

/** More than a page of a hundred invoices. */
const replyBytes = 8 * 1024 * 1024;

/** The SDK, 5 MB of a process: loaded where payments are set up. Until then nothing can throw its errors. */
let sdk: typeof Stripe | null = null;

/** Null when payments are not set up; pages then say so. Sends nothing. */
export async function openPayments({ stripe: settings }: Config): Promise<PaymentProvider | null> {
  if (!settings.secretKey) return null;
  sdk ??= (await import('stripe')).default;
  const at = settings.apiUrl ? new URL(settings.apiUrl) : null;
  const isSecure = at?.protocol === 'https:';
  return {
    // The API version is the SDK's: upgrading the package upgrades the version.
    stripe: new sdk(settings.secretKey, {
      maxNetworkRetries: 2,
      timeout: 20_000,
      // The SDK's own client waits that long after each byte, and reads without end.
      httpClient: sdk.createFetchHttpClient(boundedFetch(replyBytes)),
      telemetry: false,
      appInfo: { name: 'Litwatch' },
      ...(at && {
        host: at.hostname,
        port: Number(at.port || (isSecure ? 443 : 80)),
        protocol: isSecure ? 'https' : 'http',
      }),
    }),
    prices: settings.prices,
    webhookSecret: settings.webhookSecret!,
  };
}

/** @throws AppError `unavailable` where payments are not set up */
export function requirePayments({ payments }: { payments: PaymentProvider | null }): PaymentProvider {
  if (!payments) throw new AppError('unavailable', 'Payments are not set up on this server.');
  return payments;
}

/** States in which the month is paid, or the provider is still trying to collect the payment. */
const entitled = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due']);

/** The tier that a subscription entitles its reader to now. */
export function tierOf({ prices }: Pick<PaymentProvider, 'prices'>, subscription: Stripe.Subscription): Tier {
  return entitled.has(subscription.status) ? (tierWanted({ prices }, subscription) ?? 'free') : 'free';
}

/**
 * The tier that a subscription is for, paid or not. What was bought is written on the subscription; settings, which change,
 * only say what a price means that was set elsewhere, such as in the provider's dashboard.
 */
export function tierWanted(
  { prices }: Pick<PaymentProvider, 'prices'>,
  { items, metadata }: Stripe.Subscription,
): PaidTier | null {
  const price = items.data[0]?.price.id ?? '';
  const sold = paidTier.safeParse(
    price === metadata.upgradePrice ? metadata.upgradeTier : price === metadata.price ? metadata.tier : null,
  );
  if (sold.success) return sold.data;
  if (prices.team.includes(price)) return 'team';
  if (prices.pro.includes(price)) return 'pro';
  return paidTier.safeParse(metadata.tier).data ?? null;
}

/** Whether nothing more is charged for a subscription: the provider never revives it. */
export const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** All of a reader's subscriptions, newest first, those that are over included. */
export async function subscriptionsOf(
  { stripe }: PaymentProvider,
  customer: string,
  userId: string,
): Promise<Stripe.Subscription[]> {
  const expand = ['data.latest_invoice.confirmation_secret'];
  const all = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100, expand })
    .autoPagingToArray({ limit: 1000 });
  // One without a name was added in the provider's dashboard.
  return all.filter(({ metadata }) => (metadata.userId ?? userId) === userId);
}

/**
 * Runs a call with the name of the reader's current attempt, for its idempotency key. The provider keeps its answer to a
 * key for a day, a failure too, so the next press after a failure is another attempt; two tabs share one.
 */
export async function attempt<T>(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  call: (attempt: number) => Promise<T>,
): Promise<T> {
  const [user] = await db.select({ attempt: users.billingAttempt }).from(users).where(eq(users.id, userId));
  const number = user?.attempt ?? 0;
  try {
    return await call(number);
  } catch (error) {
    // Without an answer nothing is known, and the same key finds out.
    if (isProviderError(error, 'StripeError') && !isProviderError(error, 'StripeConnectionError'))
      await db
        .update(users)
        .set({ billingAttempt: number + 1 })
        .where(and(eq(users.id, userId), eq(users.billingAttempt, number)));
    throw error;
  }
}

type ErrorName =
  | 'StripeError'
  | 'StripeCardError'
  | 'StripeConnectionError'
  | 'StripeInvalidRequestError'
  | 'StripeSignatureVerificationError';

/** Whether it is an error of this name of the SDK's. */
export const isProviderError = (error: unknown, name: ErrorName): error is Stripe.errors.StripeError =>
  sdk !== null && error instanceof sdk.errors[name];

/** Whether an error means that the provider has no such object. */
export const isMissing = (error: unknown): boolean =>
  isProviderError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing';

/** With which the browser confirms a payment; null if there is nothing to confirm. */
export function secretOf(invoice: Stripe.Invoice | string | null): string | null {
  if (!invoice || typeof invoice === 'string' || invoice.status === 'paid') return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}

/**
 * Runs calls to the provider while a reader waits, for twenty seconds in all. A declined card is reported in the provider's
 * words; any other failure of the provider, or its silence, as a sentence to try again later. What was started then ends without
 * the reader: it may have been done, and the next press finds it by its idempotency key.
 * @throws AppError `conflict` for a declined card, `unavailable` for other failures
 */
export async function callProvider<T>(call: () => Promise<T>, withinMs = 20_000): Promise<T> {
  const silent = 'The payment provider does not answer right now. Please try again in a few minutes.';
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AppError('unavailable', silent)), withinMs);
  try {
    return await Promise.race([call(), late.promise]);
  } catch (error) {
    if (isProviderError(error, 'StripeCardError')) throw new AppError('conflict', error.message);
    if (isProviderError(error, 'StripeError')) throw new AppError('unavailable', silent);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The paid period, in seconds since 1970. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const item = subscription.items.data[0];
  const { start_date } = subscription;
  return { start: item?.current_period_start ?? start_date, end: item?.current_period_end ?? start_date };
}

/** The provider's timestamps (seconds since 1970) as ISO text. */
export const dayOfSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();
