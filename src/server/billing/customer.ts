import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { users } from '#platform/db/schema.ts';
import type { BillingApp } from './app.ts';
import { isMissing, requirePayments } from './paymentProvider.ts';

/**
 * The reader's customer at the provider, created on first use and then always the same. Replaces a customer that was
 * deleted there.
 */
export async function customerOf(app: BillingApp, userId: string): Promise<string> {
  const { stripe } = requirePayments(app);
  const [user] = await app.db.select().from(users).where(eq(users.id, userId));
  const before = user!.stripeCustomerId;
  if (before && (await livesOn(stripe, before))) return before;
  const customer = await stripe.customers.create(
    { email: user!.email, metadata: { userId } },
    { idempotencyKey: `customer-${userId}-${before ?? 'first'}` },
  );
  const known = before ? eq(users.stripeCustomerId, before) : isNull(users.stripeCustomerId);
  await app.db
    .update(users)
    .set({ stripeCustomerId: customer.id })
    .where(and(eq(users.id, userId), known));
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
