import { endsRowsOf, feature } from '#kit/feature.ts';
import { moment } from '#shared/values/fields.ts';
import { feedApi } from './contract.ts';
import { feedInWords, feedSince, routes } from './server/feeds.ts';
import { feeds as table } from './tables.ts';

export const feeds = feature({
  name: 'feeds',
  contract: { feed: feedApi },
  tables: [table],
  routes,
  access: { list: feedInWords, end: endsRowsOf(table), endsAtReset: true },
  exported: { feedSince: { shape: moment.nullable(), read: feedSince } },
  events: { 'feeds-made': 'Feed addresses made' },
});
