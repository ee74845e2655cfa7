import { feature } from '#kit/feature.ts';
import { accountRoutes } from './routes.ts';

export const accounts = feature({
  name: 'accounts',
  routes: accountRoutes,
  jobs: async () => ({ tidy: (await import('./cleanup.ts')).cleanUpAccounts }),
});
