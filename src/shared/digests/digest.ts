import { z } from 'zod';
import type * as reading from '#reading/text/summary.ts';
import { endpoint } from '../contract/endpoint.ts';
import { paper, paperStates } from '../papers/paper.ts';
import { sourceName } from '../papers/sources.ts';
import { verdicts } from '../topics/feedback.ts';
import { moment, topic } from '../values/fields.ts';

export const digestStatuses = ['pending', 'sending', 'sent', 'refused', 'kept'] as const;
export type DigestStatus = (typeof digestStatuses)[number];

/** What we asked one source and what it returned: a row of the coverage report. */
export const coverage = z.object({
  source: sourceName,
  /** `complete`: every day of the window was read; `partial`: pages are missing; `off`: the reader turned it off. */
  outcome: z.enum(['complete', 'partial', 'failed', 'off']),
  /** First and last requested day, as ISO dates. */
  from: z.string(),
  to: z.string(),
  /** Number of the source's records read in that window. */
  records: z.number().int(),
  /** Number of records that could not be parsed. */
  malformed: z.number().int().default(0),
  /** Number of the digest's papers that came from it. */
  papers: z.number().int().default(0),
  /** What went wrong, in a sentence. */
  sentence: z.string().nullable().default(null),
});
export type Coverage = z.infer<typeof coverage>;

/** One sentence of the summary with the quote it is based on. */
export const summarySentence = z.object({
  text: z.string(),
  /** Number of the paper in this digest, from 1. */
  paper: z.number().int().min(1),
  /** An exact quote from that paper's abstract. */
  quote: z.string(),
  /** Its part of the brief; without one it belongs to “what is new”. The text of a group is its label. */
  line: z.enum(['group', 'missing']).optional(),
  /** The papers of a group. */
  papers: z.array(z.number().int().min(1)).optional(),
}) satisfies z.ZodType<reading.SummarySentence>;
export type SummarySentence = z.infer<typeof summarySentence>;

/** The paper that came closest to a digest without papers. */
export const nearMiss = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  source: sourceName,
  journal: z.string().nullable(),
  /** 0 to 1. */
  relevanceScore: z.number(),
  /** Why it is not in the digest, in sentences. */
  because: z.string(),
});
export type NearMiss = z.infer<typeof nearMiss>;

export const digest = z.object({
  id: z.uuid(),
  digestType: z.string(),
  subject: z.string(),
  searchTerm: z.string().nullable(),
  /** One paragraph per line; null if there is none. */
  aiSummary: z.string().nullable(),
  /** `written by {model}` or `sentences taken from the abstracts`. */
  writtenBy: z.string().nullable(),
  /** What a model did besides writing, in sentences; null if there is none. */
  byModel: z.string().nullable().optional(),
  status: z.enum(digestStatuses),
  sentAt: moment.nullable(),
  createdAt: moment,
  papersData: z.array(paper),
  summary: z.array(summarySentence),
  coverage: z.array(coverage),
  /** Number of days searched. */
  windowDays: z.number().int().nullable(),
  /** The topic's filters that were applied, in words; null for none. */
  filtered: z.string().nullable().optional(),
  /** Close matches in its window, including its papers, at most `closeMatchesAtMost`; null if they were not counted. */
  closeMatches: z.int().nullable().optional(),
  /** For a digest without papers: the paper that came closest. */
  nearestMiss: nearMiss.nullable().optional(),
  /** Its topic; null once that is deleted. */
  searchTermId: z.uuid().nullable(),
  /** The reader's feedback on its papers for that topic, by the paper's id. */
  feedback: z.record(z.string(), z.enum(verdicts)).optional(),
});
export type Digest = z.infer<typeof digest>;

/** The previous or next digest of the same topic. */
const neighbor = z.object({ id: z.uuid(), at: moment });

/** A digest as its page shows it. */
export const openedDigest = digest.extend({
  /** The topic’s previous and next digest; null at either end, and once the topic is deleted. */
  older: neighbor.nullable(),
  newer: neighbor.nullable(),
  /** What the reader did with its papers, by the paper’s id: `kept`, `done`, `not`. */
  states: z.record(z.string(), z.enum(paperStates)),
});
export type OpenedDigest = z.infer<typeof openedDigest>;

/** A digest in a list: everything but its papers. */
export const digestHead = digest
  .pick({
    id: true,
    digestType: true,
    searchTerm: true,
    searchTermId: true,
    status: true,
    sentAt: true,
    createdAt: true,
    closeMatches: true,
  })
  .extend({
    /** Number of papers. */
    papers: z.int(),
    /** The start of its summary, at most 150 characters. */
    teaser: z.string(),
    /** Sources of its papers. */
    sources: z.array(sourceName),
    /** Names of the sources that failed. */
    failed: z.array(sourceName),
    /** Number of its papers on the shelf; only in a list of one topic's digests. */
    kept: z.int().optional(),
  });
export type DigestHead = z.infer<typeof digestHead>;

export const digestApi = {
  page: endpoint('GET /api/digests', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary:
      'A page of the reader’s digests, newest first, without their papers; optionally only those with all words of `q`, or those of one search term.',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      /** `next` of the previous page. */
      after: z.string().max(64).optional(),
      q: z.string().max(200).default(''),
      /** Only the digests of this topic. */
      topic: z.string().max(64).optional(),
    }),
    response: z.object({
      digests: z.array(digestHead),
      /** Pass it as `after` for the next page; null on the last. */
      next: z.string().nullable(),
      /** Number of digests on all pages. */
      total: z.int(),
    }),
  }),
  list: endpoint('GET /api/users/:id/digests', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary: 'The reader’s digests, newest first, at most 200.',
    response: z.array(digest),
  }),
  read: endpoint('GET /api/digests/:id', 'session', {
    allowApiToken: true,
    summary: 'One of the reader’s digests, and its neighbors in the topic.',
    response: openedDigest,
  }),
  resend: endpoint('POST /api/resend-email', 'session', {
    summary: 'Send a digest of one of the reader’s search terms again: the one named, or the newest.',
    body: z.object({ searchTerm: topic, digestId: z.string().max(64).optional() }),
    response: z.object({ message: z.string(), searchTerm: z.string() }),
  }),
} as const;
