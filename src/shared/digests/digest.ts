import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paper } from '../papers/paper.ts';
import { sourceName } from '../papers/sources.ts';
import { verdicts } from '../topics/feedback.ts';
import { topic } from '../values/fields.ts';

export const digestStatuses = ['pending', 'sending', 'sent', 'refused', 'kept'] as const;
export type DigestStatus = (typeof digestStatuses)[number];

/** What one source was asked for and what it returned: a row of the coverage report. */
export const coverage = z.object({
  source: sourceName,
  /** `complete`: every day of the window was read; `partial`: pages are missing; `failed`; `off`: the reader turned it off. */
  outcome: z.enum(['complete', 'partial', 'failed', 'off']),
  /** ISO dates, both included. */
  from: z.string(),
  to: z.string(),
  /** Records of the source in that window that were read. */
  records: z.number().int(),
  /** Records that could not be parsed. */
  malformed: z.number().int().default(0),
  /** Papers of the digest that came from it. */
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
});
export type SummarySentence = z.infer<typeof summarySentence>;

export const digest = z.object({
  id: z.uuid(),
  digestType: z.string(),
  subject: z.string(),
  searchTerm: z.string().nullable(),
  /** One paragraph per line; null if there is none. */
  aiSummary: z.string().nullable(),
  /** `written by {model}` or `sentences taken from the abstracts`. */
  writtenBy: z.string().nullable(),
  status: z.enum(digestStatuses),
  sentAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  papersData: z.array(paper),
  summary: z.array(summarySentence),
  coverage: z.array(coverage),
  /** Number of days searched. */
  windowDays: z.number().int().nullable(),
  /** The topic's filters that were applied, in words; null for none. */
  filtered: z.string().nullable().optional(),
  /** The topic it is for; null when that was deleted. */
  searchTermId: z.uuid().nullable(),
  /** The reader's judgements of its papers for that topic, by the paper's id. */
  feedback: z.record(z.string(), z.enum(verdicts)).optional(),
});
export type Digest = z.infer<typeof digest>;

export const digestApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/:id/digests',
    access: 'session',
    allowApiToken: true,
    summary: 'The reader’s digests, newest first, at most 200.',
    params: z.object({ id: z.string().max(64) }),
    response: z.array(digest),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/digests/:id',
    access: 'session',
    allowApiToken: true,
    summary: 'One of the reader’s digests.',
    params: z.object({ id: z.string().max(64) }),
    response: digest,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/resend-email',
    access: 'session',
    summary: 'Send the newest digest of one of the reader’s own search terms again.',
    body: z.object({ searchTerm: topic }),
    response: z.object({ message: z.string(), searchTerm: z.string() }),
  }),
} as const;
