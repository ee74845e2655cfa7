import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { topic } from '../values/fields.ts';
import { searchTerm } from './searchTerm.ts';

/** From so many papers on, several topics are proposed; fewer give one. */
export const severalFrom = 30;
/** Papers that topics are proposed from at once: as many as one import has references. */
export const seedsAtMost = 1000;
/** Papers of a proposed topic that its ranking begins with, the most typical first: room is left for later feedback. */
export const learnedAtMost = 150;

export const proposedTopic = z.object({
  /** Its number among the proposed topics; it stays while others are merged or dropped. */
  id: z.int(),
  /** What the topic will be called, in words of its papers’ titles until the reader changes it. */
  name: z.string(),
  papers: z.int(),
  /** At most five, the most typical first. */
  examples: z.array(z.object({ paperId: z.string(), title: z.string() })),
  /** Papers of the last seven days that its digest would choose from. */
  weekCount: z.int(),
  weekCountIsLeast: z.boolean(),
  isDropped: z.boolean(),
  /** The topic that it became, or that its papers were added to; null while it is open. */
  termId: z.uuid().nullable(),
});
export type ProposedTopic = z.infer<typeof proposedTopic>;

/** A proposed topic as it is stored, with all its papers, the most typical first. */
export interface KeptProposal extends Omit<ProposedTopic, 'papers' | 'examples'> {
  paperIds: number[];
}

export const proposals = z.object({
  createdAt: z.iso.datetime(),
  /** Papers that topics were proposed from. */
  papers: z.int(),
  topics: z.array(proposedTopic),
  /** Papers that are like no group of the others. */
  apart: z.int(),
});
export type Proposals = z.infer<typeof proposals>;

const one = z.object({ topic: z.coerce.number().int().min(0).max(seedsAtMost) });

export const proposalApi = {
  propose: endpoint({
    method: 'POST',
    path: '/api/proposals',
    access: 'session',
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
  read: endpoint({
    method: 'GET',
    path: '/api/proposals',
    access: 'session',
    summary: 'The topics that were last proposed to the reader; null if none were.',
    response: z.object({ proposals: proposals.nullable() }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/proposals/:topic',
    access: 'session',
    summary:
      'Rename a proposed topic, merge another into it, or drop it. The papers of the last week are counted again.',
    params: one,
    body: z
      .object({ name: topic, merge: z.int().min(0).max(seedsAtMost), isDropped: z.boolean() })
      .partial()
      .strict(),
    response: z.object({ proposals }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/proposals/:topic/accept',
    access: 'session',
    summary:
      'Follow a proposed topic: it is added and searched at once, and its ranking begins with the papers as liked ones. With `termId` they teach a topic that the reader follows already.',
    params: one,
    body: z.object({ termId: z.string().max(64).optional() }),
    response: done.extend({ searchTerm, proposals }),
  }),
} as const;
