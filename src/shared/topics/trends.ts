import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { filters } from './searchTerm.ts';

export const weeksShown = 12;

/** The search covers papers that became available, or arrived, within this many days. */
export const searchedDays = 366;

/** Statistics of one topic. All counts are of papers that a digest could include, by the day they became available. */
export const trends = z.object({
  /** Close matches of twelve weeks, and how many came in digests; oldest first. Empty before the library's third week. */
  weeks: z.array(
    z.object({ from: z.iso.date(), to: z.iso.date(), close: z.int().min(0), sent: z.int().min(0) }),
  ),
  /** Number of papers in digests since the topic was added. */
  sentInAll: z.int(),
  /** How many of them are on the shelf now. */
  keptInAll: z.int(),
});
export type Trends = z.infer<typeof trends>;

/** Close matches that filters would have kept, of those without any. */
const keptOf = z.object({ kept: z.int().min(0), of: z.int().min(0) });

export const trendsApi = {
  read: endpoint('GET /api/search-terms/:id/trends', 'session', {
    costs: 'ranking',
    allowApiToken: true,
    summary: 'What comes in for a search term: close matches a week for twelve weeks.',
    response: trends,
  }),
  kept: endpoint('POST /api/search-terms/:id/trends', 'session', {
    costs: 'ranking',
    summary:
      'What a search term would have kept of the last week, and of the last four, under other filters.',
    body: z.object({ filters }),
    response: z.object({ week: keptOf, fourWeeks: keptOf }),
  }),
} as const;
