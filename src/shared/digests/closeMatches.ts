import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paper, paperStates } from '../papers/paper.ts';
import { verdicts } from '../topics/feedback.ts';

/** Close matches are counted only up to this number for one digest. Nobody reads more. */
export const closeMatchesAtMost = 200;
/** Days for which a digest lists the close matches below its papers. */
export const closeMatchesKeptDays = 90;

/** `10 of 43 close matches`, `10 of more than 200 close matches`; null if the digest has all, or none were counted. */
export function closeMatchesInWords(closeMatches: number | null | undefined, shown: number): string | null {
  if (!closeMatches || closeMatches <= shown) return null;
  return `${shown} of ${closeMatches < closeMatchesAtMost ? closeMatches : `more than ${closeMatchesAtMost - 1}`} close matches`;
}

/** Why a paper is not in a digest. */
export const whyNot = z.object({
  /** The title of the paper that was found; null if none was. */
  title: z.string().nullable(),
  /** What kept it out, in a sentence. */
  because: z.string(),
  /** An identifier by which it can be put on the shelf; null if it has none, or if none was found. */
  keepBy: z.string().nullish(),
});
export type WhyNot = z.input<typeof whyNot>;

export const closeMatchesApi = {
  more: endpoint('GET /api/email-digests/:id/more', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary:
      'A page of the close matches that one of the reader’s digests had no place for, ranked as it was.',
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
  whyNot: endpoint('GET /api/email-digests/:id/why-not', 'session', {
    costs: 'ranking',
    allowApiToken: true,
    summary: 'What kept a paper out of one of the reader’s digests, in a sentence.',
    query: z.object({
      /** A DOI, a PubMed or arXiv identifier, a Litwatch id, or words of the title. */
      paper: z.string().trim().min(1, 'Please enter a DOI, PMID, preprint number, or title.').max(500),
    }),
    response: whyNot,
  }),
} as const;
