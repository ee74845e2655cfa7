import { z } from 'zod';
import { done, endpoint } from '#shared/contract/endpoint.ts';
import { searchTerm } from '#shared/topics/searchTerm.ts';
import { moment, topic } from '#shared/values/fields.ts';

/** With at least this many papers, several topics are proposed; with fewer, one. */
export const severalFrom = 30;
/** Maximum number of papers to propose topics from, as many as one import has references. */
export const seedsAtMost = 1000;
/** Seeds of a proposed topic, its most typical papers. Few enough to leave weight for later feedback. */
export const learnedAtMost = 150;

export const proposedTopic = z.object({
  /** Its number among the proposed topics; it stays while others are merged or dropped. */
  id: z.int(),
  /** The topic's text: words from its papers’ titles until the reader changes it. */
  name: z.string(),
  papers: z.int(),
  /** At most five papers, the most typical first. */
  examples: z.array(z.object({ paperId: z.string(), title: z.string() })),
  /** Number of papers of the last seven days that match it. */
  weekCount: z.int(),
  weekCountIsLeast: z.boolean(),
  isDropped: z.boolean(),
  /** The topic that it became or was added to; null while the reader has not decided. */
  termId: z.uuid().nullable(),
});
export type ProposedTopic = z.infer<typeof proposedTopic>;

/** A proposed topic as it is stored, with all its papers, the most typical first. */
export interface KeptProposal extends Omit<ProposedTopic, 'papers' | 'examples'> {
  paperIds: number[];
}

export const proposals = z.object({
  createdAt: moment,
  /** Number of papers that topics were proposed from. */
  papers: z.int(),
  topics: z.array(proposedTopic),
  /** Number of papers that fit no group. */
  apart: z.int(),
});
export type Proposals = z.infer<typeof proposals>;

const one = z.object({ topic: z.coerce.number().int().min(0).max(seedsAtMost) });

export const proposalApi = {
  propose: endpoint('POST /api/proposals', 'session', {
    bodyBytes: 64 * 1024,
    summary:
      'Propose topics from papers on the reader’s shelf: those of an import, or those named by id. Thirty or more give a topic for each group of similar papers, fewer give one. Replaces what was proposed before.',
    body: z
      .object({
        importId: z.string().max(64),
        paperIds: z
          .array(z.string().max(32))
          .min(1, 'Please select a paper.')
          .max(seedsAtMost, `Topics can be proposed from at most ${seedsAtMost} papers at once.`),
      })
      .partial()
      .refine(({ importId, paperIds }) => Boolean(importId) !== Boolean(paperIds), {
        message: 'Please name an import or papers.',
      }),
    response: z.object({ proposals }),
  }),
  read: endpoint('GET /api/proposals', 'session', {
    summary: 'The topics that were last proposed to the reader; null if none were.',
    response: z.object({ proposals: proposals.nullable() }),
  }),
  change: endpoint('PATCH /api/proposals/:topic', 'session', {
    costs: 'ranking',
    summary:
      'Rename a proposed topic, merge another into it, or drop it. The papers of the last week are counted again.',
    params: one,
    body: z.object({ name: topic, merge: z.int().min(0).max(seedsAtMost), isDropped: z.boolean() }).partial(),
    response: z.object({ proposals }),
  }),
  accept: endpoint('POST /api/proposals/:topic/accept', 'session', {
    summary:
      'Follow a proposed topic: it is added and searched at once, and its ranking begins with the papers as liked ones. With `termId` they teach a topic that the reader follows already.',
    params: one,
    body: z.object({ termId: z.string().max(64).optional() }),
    response: done.extend({ searchTerm, proposals }),
  }),
} as const;

/** What the download of all data has: topics last proposed from the reader's papers. */
export const exportedProposal = z.object({
  name: z.string(),
  paperIds: z.array(z.string()),
  isDropped: z.boolean(),
  termId: z.uuid().nullable(),
});
