import { billingApi } from '../../shared/billing.ts';
import { limit } from '../limits.ts';
import { type Route, serveReader } from '../serve.ts';
import { cancelSubscription } from './cancel.ts';
import {
  debugStatus,
  fixSubscription,
  payOpenInvoice,
  subscriptionOf,
  subscriptionStatus,
} from './status.ts';
import { subscribe } from './subscribe.ts';

export const billingRoutes: Route[] = [
  serveReader(billingApi.createSubscription, async (app, { body, reader, network }) => {
    await limit(app, 'subscription', { account: reader.id, network });
    return subscribe(app, reader, body.tier);
  }),
  serveReader(billingApi.subscriptionStatus, (app, { params, reader }) =>
    subscriptionStatus(app, reader, params.id),
  ),
  serveReader(billingApi.cancelSubscription, (app, { body, reader }) =>
    cancelSubscription(app, reader, body.atPeriodEnd ?? false),
  ),
  serveReader(billingApi.subscription, (app, { reader }) => subscriptionOf(app, reader)),
  serveReader(billingApi.payOpenInvoice, async (app, { params, reader, network }) => {
    await limit(app, 'subscription', { account: reader.id, network });
    return payOpenInvoice(app, reader, params.id);
  }),
  serveReader(billingApi.debugWebhookStatus, (app, { reader }) => debugStatus(app, reader)),
  serveReader(billingApi.fixSubscription, async (app, { reader, network }) => {
    await limit(app, 'subscription', { account: reader.id, network });
    return fixSubscription(app, reader);
  }),
];
