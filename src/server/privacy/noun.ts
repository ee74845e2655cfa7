import { feature } from '#kit/feature.ts';
import { privacyRoutes } from './routes.ts';

export const privacy = feature({
  name: 'privacy',
  routes: privacyRoutes,
});
