import { z } from 'zod';
import { feature } from '#kit/feature.ts';
import { feedApi } from './contract.ts';
import { routes } from './server/routes.ts';
import { endFeed, feedInWords, feedSince } from './server/secret.ts';
import { feeds as table } from './tables.ts';

export const feeds = feature({
  name: 'feeds',
  contract: { feed: feedApi },
  tables: [table],
  routes,
  access: { list: feedInWords, end: endFeed, endsAtReset: true },
  exported: {
    feedSince: {
      shape: z.iso.datetime().nullable(),
      read: async (app, userId) => (await feedSince(app, userId))?.toISOString() ?? null,
    },
  },
  events: { 'feeds-made': 'Feed addresses made' },
});
