import { endsRowsOf, feature } from '#kit/feature.ts';
import { share, shareApi } from './contract.ts';
import { routes, sharesInWords, sharesOf } from './server/page.ts';
import { shares } from './tables.ts';

export const sharing = feature({
  name: 'sharing',
  contract: { share: shareApi },
  tables: [shares],
  routes,
  access: { list: sharesInWords, end: endsRowsOf(shares) },
  exported: { shares: { shape: share.array(), read: sharesOf } },
  events: { 'page-shared': 'Page shared by a link' },
});
