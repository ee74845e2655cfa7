import type Stripe from 'stripe';
import { z } from 'zod';
import { type App, feature } from '#kit/feature.ts';
import { stripeEvents } from '#platform/db/schema.ts';
import { type Route, type SignedInCall, serve, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { billingApi } from '#shared/billing/billing.ts';
import type { Endpoint, ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { storable } from '#shared/values/fields.ts';
import { callProvider, isProviderError, requirePayments } from './paymentProvider.ts';
import * as status from './status.ts';
import { cancelSubscription, keepSubscription } from './status.ts';
import { subscribe } from './subscribe.ts';

export const billing = feature({
  name: 'billing',
  routes: [
    serve(billingApi.webhook, async (app, { http }) => {
      // The signature covers the raw bytes, so the body is read here and nowhere earlier.
      await takeEvent(app, await http.req.text(), http.req.header('stripe-signature'));
      return { received: true };
    }),
    limited(billingApi.createSubscription, (app, { body, reader }) => subscribe(app, reader, body.tier)),
    asked(billingApi.subscriptionStatus, (app, { params, reader }) =>
      status.subscriptionStatus(app, reader, params.id),
    ),
    asked(billingApi.cancelSubscription, (app, { body, reader }) =>
      cancelSubscription(app, reader, body.atPeriodEnd ?? false),
    ),
    asked(billingApi.keepSubscription, (app, { reader }) => keepSubscription(app, reader)),
    asked(billingApi.subscription, (app, { reader }) => status.subscriptionOf(app, reader)),
    limited(billingApi.payOpenInvoice, (app, { params, reader }) =>
      status.payOpenInvoice(app, reader, params.id),
    ),
    asked(billingApi.debugWebhookStatus, (app, { reader }) => status.debugStatus(app, reader)),
    limited(billingApi.fixSubscription, (app, { reader }) => status.fixSubscription(app, reader)),
  ],
  isServed: ({ edition }) => edition.billing,
  // A job of the same transaction, so that an outage of the provider neither delays the deletion nor leaves the plan running.
  async onReaderRemoved(app, { id, stripeCustomerId }) {
    if (stripeCustomerId) await enqueue(app, 'end-subscription', { stripeCustomerId }, { key: id });
  },
  jobs: async () => (await import('./jobs.ts')).jobs,
});

type Handle<E extends Endpoint> = (app: App, call: SignedInCall<E>) => Promise<ResponseInput<E>>;

/** A call that asks the provider. */
function asked<E extends Endpoint>(endpoint: E, handle: Handle<E>): Route<App> {
  return serveReader(endpoint, (app: App, call) => callProvider(() => handle(app, call)));
}

function limited<E extends Endpoint>(endpoint: E, handle: Handle<E>): Route<App> {
  return asked(endpoint, async (app, call) => {
    await limit(app, 'subscription', { account: call.reader.id, network: call.network });
    return handle(app, call);
  });
}

/**
 * Accepts one event: checks the signature over the raw body, then records the event and enqueues a sync of its customer
 * in one transaction. An event only tells whose state changed; the state is read from the provider, so order,
 * repetition and old API versions do not matter.
 * @throws AppError `invalid` for a body that the provider did not sign, `unavailable` where payments are not set up
 */
export async function takeEvent(app: App, rawBody: string, signature: string | undefined): Promise<void> {
  const { stripe, webhookSecret } = requirePayments(app);
  const event = await verified(stripe, rawBody, signature, webhookSecret);
  const { object } = event.data;
  const customer = object.object === 'customer' ? object.id : object.customer;
  const customerId = (typeof customer === 'object' ? customer?.id : customer) ?? null;
  await transaction(app, async (app) => {
    const row = { id: event.id, type: event.type, customerId, receivedAt: app.now() };
    const [fresh] = await app.db.insert(stripeEvents).values(row).onConflictDoNothing().returning();
    if (fresh && customerId) await enqueue(app, 'sync-customer', { customerId }, { key: customerId });
  });
}

async function verified(stripe: Stripe, rawBody: string, signature: string | undefined, secret: string) {
  try {
    const event = await stripe.webhooks.constructEventAsync(rawBody, signature ?? '', secret);
    return signedEvent.parse(event);
  } catch (error) {
    if (isProviderError(error, 'StripeSignatureVerificationError'))
      throw new AppError('invalid', 'The signature of this event is not valid.');
    if (error instanceof z.ZodError || error instanceof SyntaxError || error instanceof TypeError)
      throw new AppError('invalid', 'This event is not in the expected form.');
    throw error;
  }
}

const name = storable.max(255);

/** The fields of an event that we read. Every object that we subscribe to names its customer; a customer has its own id. */
const signedEvent = z.object({
  id: name,
  type: name,
  data: z.object({
    object: z.object({
      object: name.optional(),
      id: name.optional(),
      customer: z.union([name, z.object({ id: name })]).nullish(),
    }),
  }),
});
