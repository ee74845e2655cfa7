import { z } from 'zod';
import { byId, done, endpoint } from '#shared/contract/endpoint.ts';

/** Journals of one topic, and of one list. */
export const journalsAtMost = 100;

const count = z.int().min(0);
/** `registered` is what came and what is missing; the last two are of those that came. */
const receipt = z.object({
  registered: count,
  received: count,
  missing: count,
  withoutAbstract: count,
  late: count,
});
export type Receipt = z.infer<typeof receipt>;

const journal = z.object({
  ...{ issn: z.string(), title: z.string(), readAt: z.iso.datetime().nullable() },
  /** Of the last five weeks together, and by week, the newest first; each begins on a Sunday. */
  ...{ receipt, weeks: z.array(receipt.extend({ week: z.iso.date() })) },
  /** Day on which its newest article was registered; null if none came. */
  lastSeen: z.iso.date().nullable(),
  /** Why it could not be read, in a sentence. */
  problem: z.string().nullable(),
});
export type Journal = z.infer<typeof journal>;

const issn = z.string().trim().toUpperCase().max(20);
const answer = z.object({ journals: z.array(journal) });

export const journalApi = {
  find: endpoint('GET /api/journals', 'session', {
    costs: 'ranking',
    summary: 'Journals by name or ISSN, at most six. One that an ISSN names is read for its receipt.',
    query: z.object({ q: z.string().trim().min(2, 'Please enter a name or an ISSN.').max(200) }),
    response: answer,
  }),
  follow: endpoint('POST /api/journals', 'session', {
    summary: 'Follow journals by ISSN, all or none: each as a search term, or within one with `topicId`.',
    body: z.object({
      issns: z.array(issn).min(1).max(journalsAtMost, `At most ${journalsAtMost} journals at once.`),
      topicId: z.string().max(64).optional(),
    }),
    response: done.extend({ topics: z.array(z.uuid()) }),
  }),
  ofTopic: endpoint('GET /api/search-terms/:id/journals', 'session', {
    summary: 'The journals of a search term, with their receipts.',
    response: answer,
  }),
  drop: endpoint('DELETE /api/search-terms/:id/journals/:issn', 'session', {
    summary: 'Take a journal out of a search term.',
    params: byId.extend({ issn }),
  }),
} as const;

export const journalsExport = z.array(z.object({ topic: z.string(), issn: z.string(), title: z.string() }));
