import Stripe from 'stripe';
import { stripeEvents } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { BillingApp } from './app.ts';
import { requirePayments } from './paymentProvider.ts';

/**
 * Accepts one event: checks the signature over the raw body, then records the event and enqueues a sync of its customer
 * in one transaction. An event only tells whose state changed; the state is read from the provider, so order,
 * repetition and old API versions do not matter.
 * @throws AppError `invalid` for a body that the provider did not sign, `unavailable` where payments are not set up
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
      throw new AppError('invalid', 'The signature of this event is not valid.');
    throw error;
  }
}

/** Every object of the events we subscribe to names its customer; a customer names itself. */
function customerIn(event: Stripe.Event): string | null {
  const object = event.data.object as {
    object?: string;
    id?: string;
    customer?: string | { id: string } | null;
  };
  if (object.object === 'customer') return object.id ?? null;
  return typeof object.customer === 'string' ? object.customer : (object.customer?.id ?? null);
}
