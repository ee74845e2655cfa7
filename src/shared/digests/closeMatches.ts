import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paper, paperStates } from '../papers/paper.ts';
import { sourceName } from '../papers/sources.ts';
import { verdicts } from '../topics/feedback.ts';

/** Close matches are counted only up to this number for one digest. Nobody reads more. */
export const closeMatchesAtMost = 200;
/** Days for which a digest lists the close matches below its papers. */
export const closeMatchesKeptDays = 90;

const byId = z.object({ id: z.string().max(64) });

/**
 * `10 of 43 close matches`, `10 of more than 200 close matches`; null if the digest has all of them, or if they were not
 * counted.
 */
export function closeMatchesInWords(closeMatches: number | null | undefined, shown: number): string | null {
  if (!closeMatches || closeMatches <= shown) return null;
  return `${shown} of ${closeMatches < closeMatchesAtMost ? closeMatches : `more than ${closeMatchesAtMost - 1}`} close matches`;
}

/**
 * Why a paper is not in a digest. `shown`: it is. `later`: its source had not listed it yet. `earlier`: it is older than
 * the digest's days. `source`: only sources that are off list it. `filter`: the topic's filters leave it out. `excluded`:
 * the topic's text leaves it out. `behind`: it is a close match, ranked below the papers shown. `duplicate`: the digest has
 * a paper with nearly the same text. `below`: it is not close enough.
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
  /** The paper that was found; null if none was. */
  paper: z
    .object({ id: z.string(), title: z.string(), url: z.string().nullable(), source: sourceName })
    .nullable(),
  /** What kept it out, in a sentence or two. */
  because: z.string(),
  /** What would bring it in; null if nothing would. */
  remedy: z.string().nullable(),
  /** Its relevance to the topic, 0 to 1; null if it was not ranked. */
  relevanceScore: z.number().nullable(),
  /** Its rank among the close matches, from 1, and how many there were; null if it is not one. */
  place: z.object({ at: z.int(), of: z.int() }).nullable(),
  /** Other papers that the reader may have meant. */
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
      /** `next` of the previous page. */
      after: z.string().max(32).optional(),
    }),
    response: z.object({
      papers: z.array(paper),
      /** Number of the first of them, after the digest's own papers. Citation files are requested by it. */
      first: z.int(),
      /** The reader’s feedback on them, by the paper’s id. */
      feedback: z.record(z.string(), z.enum(verdicts)),
      /** What the reader did with them, by the paper’s id: `kept`, `done`, `not`. */
      states: z.record(z.string(), z.enum(paperStates)),
      /** Pass it as `after` for the next page; null on the last. */
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
      /** A DOI, a PubMed or arXiv identifier, a Litwatch id, or words of the title. */
      paper: z.string().trim().min(1, 'Please enter a DOI, PMID, preprint number, or title.').max(500),
    }),
    response: whyNot,
  }),
} as const;
