import type { App } from '#kit/feature.ts';
import { type Route, type SignedInCall, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { billingApi } from '#shared/billing/billing.ts';
import type { Endpoint, ResponseInput } from '#shared/contract/endpoint.ts';
import { cancelSubscription, keepSubscription } from './cancel.ts';
import { callProvider } from './paymentProvider.ts';
import * as status from './status.ts';
import { subscribe } from './subscribe.ts';
import { takeEvent } from './webhook.ts';

export const billingRoutes: Route<App>[] = [
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
];

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
