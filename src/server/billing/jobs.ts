import type { Jobs } from '#kit/feature.ts';
import { completeEnding, endCustomer, planEndings, syncAllCustomers, syncCustomer } from './sync.ts';

export const jobs: Jobs = {
  work: {
    'end-subscription': (app, { stripeCustomerId }) => endCustomer(app, stripeCustomerId),
    'complete-ending': (app, { subscriptionId }) => completeEnding(app, subscriptionId),
    'sync-customer': (app, { customerId }) => syncCustomer(app, customerId),
    'sync-all-customers': (app) => syncAllCustomers(app),
  },
  every: { 'sync-all-customers': '43 2 * * *' },
  sweep: planEndings,
};
