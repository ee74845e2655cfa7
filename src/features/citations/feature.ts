import { feature } from '#kit/feature.ts';
import { citationsApi } from './contract.ts';
import { citationLinks } from './server/link.ts';
import { routes } from './server/routes.ts';

export const citations = feature({
  name: 'citations',
  contract: { references: citationsApi },
  routes,
  digestFiles: citationLinks,
});
