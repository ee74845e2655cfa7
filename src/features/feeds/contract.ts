import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';
import { moment } from '#shared/values/fields.ts';

/** Addresses of a reader's Atom feeds. Anyone who has one can read the feed, so they are shown once and can be replaced. */
const feedAddresses = z.object({
  createdAt: moment,
  /** The feed of all topics. */
  all: z.url(),
  /** One feed per topic. */
  terms: z.array(z.object({ id: z.uuid(), term: z.string(), url: z.url() })),
});
export type FeedAddresses = z.infer<typeof feedAddresses>;

export const feedApi = {
  read: endpoint('GET /api/feed', 'session', {
    summary: 'Since when the reader has private Atom feeds; null when there are none.',
    response: z.object({ createdAt: moment.nullable() }),
  }),
  renew: endpoint('POST /api/feed', 'session', {
    summary: 'Make the private addresses of the reader’s Atom feeds, shown this once; the former ones end.',
    response: feedAddresses,
  }),
  remove: endpoint('DELETE /api/feed', 'session', { summary: 'End the reader’s Atom feeds.' }),
  atom: endpoint('GET /feeds/:file', 'anyone', {
    costs: 'link',
    summary:
      'A feed of the newest papers, by its private address: a secret and .atom, or .json for a JSON Feed; of one topic with `term`.',
    selfAuthenticated: true,
    params: z.object({ file: z.string().max(200) }),
    query: z.object({ term: z.uuid().optional() }),
    produces: 'application/atom+xml',
  }),
} as const;
