import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';

/** What a reader can ask of a phrase: more of it, less of it, or that nothing is learned from it. */
export const phraseWishes = ['more', 'less', 'none'] as const;

/** A reader's own rule for a phrase; it counts whatever the judgments say. */
export const phraseRule = z.object({
  phrase: z.string().trim().min(1).max(100),
  wants: z.enum(phraseWishes),
});
export type PhraseRule = z.infer<typeof phraseRule>;

/** Rules that a topic keeps at most. */
export const mostRules = 50;

const learnedPhrase = phraseRule.extend({
  wants: z.enum(['more', 'less']),
  /** The reader asked for it; otherwise it was learned. */
  isRule: z.boolean(),
  /** Judged papers that have it, at most five. */
  papers: z.array(z.object({ paperId: z.string(), title: z.string() })),
});
export type LearnedPhrase = z.infer<typeof learnedPhrase>;

/**
 * How far the judgments count: there are none; too few to check, read with caution; checked, and they help; checked, and
 * they do not, so that the plain ranking stays.
 */
export const learningStates = ['none', 'few', 'helps', 'unhelpful'] as const;

const weekPaper = z.object({ title: z.string(), relevance: z.number() });

export const learning = z.object({
  state: z.enum(learningStates),
  /**
   * Of pairs of a liked and a disliked paper, the share in the right order: by the plain ranking, and by what was learned
   * from the other judgments. Null while they are too few to check.
   */
  check: z.object({ plain: z.number(), learned: z.number() }).nullable(),
  phrases: z.array(learnedPhrase),
  /** Phrases that nothing is learned from, because the reader said so. */
  ignored: z.array(z.string()),
});
export type Learning = z.infer<typeof learning>;

export const weekComparison = z.object({
  /** The best papers of the last seven days, with what was learned and without it. */
  learned: z.array(weekPaper),
  plain: z.array(weekPaper),
  /** Papers of the first list that are at another place than in the second, or not in it. */
  moved: z.number().int(),
});
export type WeekComparison = z.infer<typeof weekComparison>;

const termId = z.object({ id: z.string().max(64) });

export const learningApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/search-terms/:id/learning',
    access: 'session',
    summary:
      'What this search term has learned from the reader’s feedback: words and phrases, and whether it helps.',
    params: termId,
    response: learning,
  }),
  rule: endpoint({
    method: 'PATCH',
    path: '/api/search-terms/:id/learning',
    access: 'session',
    summary: 'Ask for more or less of a phrase, or that nothing is learned from it; null removes the wish.',
    params: termId,
    body: phraseRule.extend({ wants: z.enum(phraseWishes).nullable() }),
    response: learning,
  }),
  week: endpoint({
    method: 'GET',
    path: '/api/search-terms/:id/learning/week',
    access: 'session',
    summary: 'The papers of the last seven days, ranked with what was learned and without it.',
    params: termId,
    response: weekComparison,
  }),
} as const;
