import { feature } from '#kit/feature.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { billingRoutes } from './routes.ts';

export const billing = feature({
  name: 'billing',
  routes: billingRoutes,
  isServed: ({ edition }) => edition.billing,
  // A job of the same transaction, so that an outage of the provider neither delays the deletion nor leaves the plan running.
  async onReaderRemoved(app, { id, stripeCustomerId }) {
    if (stripeCustomerId) await enqueue(app, 'end-subscription', { stripeCustomerId }, { key: id });
  },
  jobs: async () => (await import('./jobs.ts')).jobs,
});
