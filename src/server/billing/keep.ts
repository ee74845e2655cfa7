import { eq } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { billingApi } from '#shared/billing/billing.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { BillingApp } from './app.ts';
import { requirePayments, tierOf } from './paymentProvider.ts';
import { syncCustomer } from './sync.ts';

/**
 * Undoes a cancellation for the end of the paid month, so that the subscription renews again. Safe to repeat.
 * @throws AppError `conflict` if no subscription is active any more
 */
export async function keepSubscription(
  app: BillingApp,
  reader: Reader,
): Promise<ResponseInput<typeof billingApi.keepSubscription>> {
  const [user] = await app.db.select().from(users).where(eq(users.id, reader.id));
  const customer = user?.stripeCustomerId;
  const payments = requirePayments(app);
  const { data } = customer
    ? await payments.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    : { data: [] };
  const running = data.filter(
    (subscription) => subscription.metadata.userId === reader.id && tierOf(payments, subscription) !== 'free',
  );
  if (!customer || !running.length)
    throw new AppError('conflict', 'This subscription has ended. Please choose a plan to subscribe again.');
  for (const { id, cancel_at_period_end } of running)
    if (cancel_at_period_end) await payments.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  await syncCustomer(app, customer);
  return { message: 'Your subscription continues and renews as before.' };
}
