import { feature } from '#kit/feature.ts';
import { citationRoutes } from './routes.ts';

export const citations = feature({
  name: 'citations',
  routes: citationRoutes,
});
