import Stripe from 'stripe';
import { stripeEvents } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { BillingApp } from './app.ts';
import { requirePayments } from './paymentProvider.ts';

/**
 * Takes in one event: the signature is checked over the raw body, the event is remembered and a reading of the
 * customer asked for in one transaction. An event says who, never what: the truth is read from the provider, so
 * that order, repetition and the shape of old API versions do not matter.
 * @throws `invalid` for a body that the provider did not sign, `unavailable` where payments are not set up.
 */
export async function takeEvent(
  app: BillingApp,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const { stripe, webhookSecret } = requirePayments(app);
  const event = await verified(stripe, rawBody, signature, webhookSecret);
  const customerId = customerIn(event);
  await transaction(app, async (app) => {
    const [fresh] = await app.db
      .insert(stripeEvents)
      .values({ id: event.id, type: event.type, customerId, receivedAt: app.now() })
      .onConflictDoNothing()
      .returning();
    if (fresh && customerId) await enqueue(app, 'sync-customer', { customerId }, { key: customerId });
  });
}

async function verified(
  stripe: Stripe,
  rawBody: string,
  signature: string | undefined,
  secret: string,
): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(rawBody, signature ?? '', secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new AppError('invalid', 'The signature of this event does not fit.');
    throw error;
  }
}

/** Every object this product is told about names its customer; a customer is its own. */
function customerIn(event: Stripe.Event): string | null {
  const object = event.data.object as {
    object?: string;
    id?: string;
    customer?: string | { id: string } | null;
  };
  if (object.object === 'customer') return object.id ?? null;
  return typeof object.customer === 'string' ? object.customer : (object.customer?.id ?? null);
}
