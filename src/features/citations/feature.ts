import { feature } from '#kit/feature.ts';
import { citationsApi } from './contract.ts';
import { citationLinks, routes } from './server/routes.ts';

export const citations = feature({
  name: 'citations',
  contract: { references: citationsApi },
  routes,
  digestFiles: citationLinks,
});
