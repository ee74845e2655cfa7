import { feature } from '#kit/feature.ts';
import { billingRoutes } from './routes.ts';

export const billing = feature({
  name: 'billing',
  routes: billingRoutes,
  isServed: ({ edition }) => edition.billing,
  jobs: async () => (await import('./jobs.ts')).jobs,
});
