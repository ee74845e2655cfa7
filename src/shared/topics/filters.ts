import { z } from 'zod';
import { sourceNames } from '../papers/paper.ts';

/** Kinds of publication a reader may keep to; each stands for the names the sources give it. */
export const articleTypes = ['trial', 'review', 'meta-analysis', 'article', 'preprint'] as const;
export type ArticleType = (typeof articleTypes)[number];

export const filterPhrasesAtMost = 20;

const phrase = z.string().trim().min(2, 'Please enter a word or phrase of two letters or more.').max(80);
const phrases = z
  .array(phrase)
  .max(filterPhrasesAtMost, `At most ${filterPhrasesAtMost} phrases can be kept.`);

/** What may appear in the digests of one search term (Pro, Team). An empty list asks for nothing. */
export const filters = z.object({
  /** Every one of these stands in the title or abstract. */
  required: phrases.default([]),
  /** None of these stands there. */
  excluded: phrases.default([]),
  /** Any of these; empty is all. */
  articleTypes: z.array(z.enum(articleTypes)).default([]),
  /** Lowest relevance shown, 0 to 1; 0 leaves it to Litwatch's own floor. */
  minimumRelevance: z.number().min(0).max(0.95).default(0),
  /** Any of these, among those the reader's preferences allow; empty is all. */
  sources: z.array(z.enum(sourceNames)).default([]),
});
export type Filters = z.infer<typeof filters>;

export const noFilters: Filters = filters.parse({});

/** Nothing is asked for: the same as no filters at all. */
export const isEmpty = ({ required, excluded, articleTypes, minimumRelevance, sources }: Filters): boolean =>
  required.length + excluded.length + articleTypes.length + sources.length === 0 && minimumRelevance === 0;
