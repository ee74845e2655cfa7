import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { paper } from '../papers/paper.ts';

/** A reader's decision on a paper of a screening, by title and abstract. */
export const decisions = ['include', 'exclude', 'maybe'] as const;
export type Decision = (typeof decisions)[number];

/** Maximum number of papers per screening. */
export const mostScreened = 5000;
/** Size of the random sample for the estimate. A smaller sample gives no useful bound. */
export const sampleSizes = { least: 10, usual: 60, most: 300 } as const;
/** Confidence level of the estimate. */
export const estimateConfidence = 0.95;

/** What a random sample says about the unread papers. `maybe` counts as relevant. */
const estimate = z.object({
  /** When the sample was drawn, from `of` unread papers. */
  at: z.iso.datetime(),
  of: z.int(),
  drawn: z.int(),
  relevant: z.int(),
  /** Upper bound of unread relevant papers, with `estimateConfidence`. */
  unreadAtMost: z.int(),
  /** Lower bound of recall with the same confidence, 0 to 1. */
  foundAtLeast: z.number(),
});
export type UnreadEstimate = z.infer<typeof estimate>;

export const screening = z.object({
  /** The first day of its papers' availability. */
  from: z.iso.date(),
  startedAt: z.iso.datetime(),
  /** Each search that added papers: the first, and every update by the reader. */
  rounds: z.array(z.object({ at: z.iso.datetime(), added: z.int() })),
  /** True if more papers match than a screening can hold. */
  isCut: z.boolean(),
  identified: z.int(),
  unread: z.int(),
  include: z.int(),
  exclude: z.int(),
  maybe: z.int(),
  /** Reasons for exclusions, most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), papers: z.int() })),
  /** The sample being read, and how much of it is left; null if there is none. */
  sample: z.object({ drawn: z.int(), left: z.int() }).nullable(),
  /** The estimate from the last sample read completely; null before the first. */
  estimate: estimate.nullable(),
});
export type Screening = z.infer<typeof screening>;

export const screenedPaper = z.object({
  paperId: z.string(),
  decision: z.enum(decisions).nullable(),
  /** The reason for exclusion, in the reader’s words. */
  reason: z.string(),
  /** True if it was drawn at random, not ranked as likely. */
  isSampled: z.boolean(),
  paper,
});
export type ScreenedPaper = z.infer<typeof screenedPaper>;

const termId = z.object({ id: z.string().max(64) });
const state = z.object({ screening: screening.nullable() });

const exported = (format: 'ris' | 'csv', type: string, what: string) =>
  endpoint({
    method: 'GET',
    path: `/api/search-terms/:id/screening/decisions.${format}`,
    access: 'session',
    allowApiToken: true,
    summary: `The papers that the reader decided on while screening, ${what}.`,
    params: termId,
    produces: type,
  });

export const screeningApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/search-terms/:id/screening',
    access: 'session',
    allowApiToken: true,
    summary: 'How far the screening of a search term is, and what may still be unread; null without one.',
    params: termId,
    response: state,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/search-terms/:id/screening',
    access: 'session',
    summary:
      'Start to screen everything that matches a search term since a day, or add what has come since. Decisions stay.',
    params: termId,
    body: z.object({ from: z.iso.date() }),
    response: state,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/search-terms/:id/screening',
    access: 'session',
    summary: 'End the screening of a search term and delete its decisions.',
    params: termId,
    response: done,
  }),
  next: endpoint({
    method: 'GET',
    path: '/api/search-terms/:id/screening/papers',
    access: 'session',
    summary:
      'The unread papers to read next: those drawn at random first, then the likeliest by what was decided so far. Or the papers with one decision, the latest first.',
    params: termId,
    query: z.object({
      decision: z.enum(decisions).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    response: z.object({ papers: z.array(screenedPaper) }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/search-terms/:id/screening/decisions',
    access: 'session',
    summary: 'Include or exclude a paper, or leave it open; null takes the decision back. Idempotent.',
    params: termId,
    body: z.object({
      paperId: z.string().max(32),
      decision: z.enum(decisions).nullable(),
      reason: z.string().trim().max(100).default(''),
    }),
    response: state,
  }),
  sample: endpoint({
    method: 'POST',
    path: '/api/search-terms/:id/screening/sample',
    access: 'session',
    summary:
      'Draw unread papers at random, to be read next: what they hold bounds what all unread papers hold. A sample that is not read to its end is replaced.',
    params: termId,
    body: z.object({
      size: z.int().min(sampleSizes.least).max(sampleSizes.most).default(sampleSizes.usual),
    }),
    response: state,
  }),
  ris: exported('ris', 'application/x-research-info-systems', 'as RIS with the decision as a keyword'),
  csv: exported('csv', 'text/csv', 'as a table of comma-separated values'),
} as const;

/** The estimate in one sentence, as the page and the exported numbers say it. */
export function estimateInWords({ of, drawn, relevant, unreadAtMost, foundAtLeast }: UnreadEstimate): string {
  const percent = Math.floor(foundAtLeast * 100);
  const found = relevant > 1 ? `${relevant} were` : `${relevant || 'none'} was`;
  const unread = `${unreadAtMost} relevant ${unreadAtMost === 1 ? 'paper is' : 'papers are'} still unread`;
  return `Of ${of} unread papers ${drawn} were drawn at random and ${found} relevant: with ${estimateConfidence * 100}% confidence at most ${unread}, and you have found at least ${percent}% of all.`;
}
