import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';

/** A reader's choice for a phrase: more of it, less of it, or learn nothing from it. */
export const phraseWishes = ['more', 'less', 'none'] as const;

/** A reader's own rule for a phrase, which overrides what the judgements say. */
const phrase = z.string().trim().min(1).max(100);
export const phraseRule = z.object({ phrase, wants: z.enum(phraseWishes) });
export type PhraseRule = z.infer<typeof phraseRule>;

/** Maximum number of rules per topic. */
export const mostRules = 50;

const learnedPhrase = phraseRule.extend({
  wants: z.enum(['more', 'less']),
  /** True if the reader asked for it, false if it was learned. */
  isRule: z.boolean(),
  /** Judged papers that contain it, at most five. */
  papers: z.array(z.object({ paperId: z.string(), title: z.string() })),
});
export type LearnedPhrase = z.infer<typeof learnedPhrase>;

export const learning = z.object({
  phrases: z.array(learnedPhrase),
  /** Phrases from which nothing is learned, by the reader's choice. */
  ignored: z.array(z.string()),
});
export type Learning = z.infer<typeof learning>;

export const learningApi = {
  read: endpoint('GET /api/search-terms/:id/learning', 'session', {
    summary:
      'What this search term has learned from the reader’s feedback: its words, and the reader’s own phrases.',
    response: learning,
  }),
  rule: endpoint('PATCH /api/search-terms/:id/learning', 'session', {
    summary: 'Ask for more or less of a phrase, or that nothing is learned from it; null removes the wish.',
    body: phraseRule.extend({ wants: z.enum(phraseWishes).nullable() }),
    response: learning,
  }),
} as const;
