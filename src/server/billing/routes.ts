import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { billingApi } from '#shared/billing/billing.ts';
import { cancelSubscription, keepSubscription } from './cancel.ts';
import { callProvider } from './paymentProvider.ts';
import {
  debugStatus,
  fixSubscription,
  payOpenInvoice,
  subscriptionOf,
  subscriptionStatus,
} from './status.ts';
import { subscribe } from './subscribe.ts';
import { takeEvent } from './webhook.ts';

export const billingRoutes: Route<App>[] = [
  serve(billingApi.webhook, async (app, { http }) => {
    // The signature covers the raw bytes, so the body is read here and nowhere earlier.
    await takeEvent(app, await http.req.text(), http.req.header('stripe-signature'));
    return { received: true };
  }),
  serveReader(billingApi.createSubscription, async (app, { body, reader, network }) => {
    await limit(app, 'subscription', { account: reader.id, network });
    return callProvider(() => subscribe(app, reader, body.tier));
  }),
  serveReader(billingApi.subscriptionStatus, (app, { params, reader }) =>
    callProvider(() => subscriptionStatus(app, reader, params.id)),
  ),
  serveReader(billingApi.cancelSubscription, (app, { body, reader }) =>
    callProvider(() => cancelSubscription(app, reader, body.atPeriodEnd ?? false)),
  ),
  serveReader(billingApi.keepSubscription, (app, { reader }) =>
    callProvider(() => keepSubscription(app, reader)),
  ),
  serveReader(billingApi.subscription, (app, { reader }) => callProvider(() => subscriptionOf(app, reader))),
  serveReader(billingApi.payOpenInvoice, async (app, { params, reader, network }) => {
    await limit(app, 'subscription', { account: reader.id, network });
    return callProvider(() => payOpenInvoice(app, reader, params.id));
  }),
  serveReader(billingApi.debugWebhookStatus, (app, { reader }) =>
    callProvider(() => debugStatus(app, reader)),
  ),
  serveReader(billingApi.fixSubscription, async (app, { reader, network }) => {
    await limit(app, 'subscription', { account: reader.id, network });
    return callProvider(() => fixSubscription(app, reader));
  }),
];
