import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paper, paperStates } from '../papers/paper.ts';
import { sourceName } from '../papers/sources.ts';
import { verdicts } from '../topics/feedback.ts';

/** More close matches than this are not counted for one digest: nobody reads them. */
export const closeMatchesAtMost = 200;
/** How long those behind a digest's papers are listed, in days. */
export const closeMatchesKeptDays = 90;

const byId = z.object({ id: z.string().max(64) });

/**
 * `10 of 43 close matches`, `10 of more than 200 close matches`; null where the digest holds all of them, or they were
 * not counted.
 */
export function closeMatchesInWords(closeMatches: number | null | undefined, shown: number): string | null {
  if (!closeMatches || closeMatches <= shown) return null;
  return `${shown} of ${closeMatches < closeMatchesAtMost ? closeMatches : `more than ${closeMatchesAtMost - 1}`} close matches`;
}

/**
 * What kept a paper out of a digest. `shown`: nothing did. `later`: not listed by its source by then. `earlier`: before
 * the digest's days. `source`: listed only by sources that are off. `filter`, `excluded`: by the topic's filters, or by what
 * its text leaves out. `behind`: close enough, and behind the papers shown. `duplicate`: nearly the same text stands there.
 * `below`: not close enough.
 */
export const whyNotOutcomes = [
  'unknown',
  'shown',
  'sent',
  'retracted',
  'later',
  'earlier',
  'source',
  'filter',
  'excluded',
  'behind',
  'duplicate',
  'below',
] as const;
export type WhyNotOutcome = (typeof whyNotOutcomes)[number];

export const whyNot = z.object({
  outcome: z.enum(whyNotOutcomes),
  /** The paper that was found; null where there is none. */
  paper: z
    .object({ id: z.string(), title: z.string(), url: z.string().nullable(), source: sourceName })
    .nullable(),
  /** What kept it out, in a sentence or two. */
  because: z.string(),
  /** What would bring it in; null where nothing would. */
  remedy: z.string().nullable(),
  /** Its relevance to the topic, 0 to 1; null where it was not ranked. */
  relevanceScore: z.number().nullable(),
  /** Its place among the close matches, from 1, and how many there were; null where it is not one. */
  place: z.object({ at: z.int(), of: z.int() }).nullable(),
  /** Other papers that may have been meant. */
  others: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type WhyNot = z.infer<typeof whyNot>;

export const closeMatchesApi = {
  more: endpoint({
    method: 'GET',
    path: '/api/email-digests/:id/more',
    access: 'session',
    allowApiToken: true,
    summary:
      'A page of the close matches that one of the reader’s digests had no place for, ranked as it was.',
    params: byId,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(10),
      /** `next` of the page before. */
      after: z.string().max(32).optional(),
    }),
    response: z.object({
      papers: z.array(paper),
      /** Number of the first of them in the digest: its own papers come before. References are asked for by it. */
      first: z.int(),
      /** The reader’s judgments of them, by the paper’s id. */
      feedback: z.record(z.string(), z.enum(verdicts)),
      /** What the reader did with them, by the paper’s id: `kept`, `done`, `not`. */
      states: z.record(z.string(), z.enum(paperStates)),
      /** To pass as `after` for the next page; null on the last. */
      next: z.string().nullable(),
      /** Close matches that are not in the digest. */
      total: z.int(),
    }),
  }),
  whyNot: endpoint({
    method: 'GET',
    path: '/api/email-digests/:id/why-not',
    access: 'session',
    allowApiToken: true,
    summary: 'What kept a paper out of one of the reader’s digests, and what would bring it in.',
    params: byId,
    query: z.object({
      /** A DOI, a PubMed or arXiv number, an id of ours, or words of the title. */
      paper: z.string().trim().min(1, 'Please enter a DOI, PMID, preprint number, or title.').max(500),
    }),
    response: whyNot,
  }),
} as const;
