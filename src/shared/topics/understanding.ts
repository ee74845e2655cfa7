import { z } from 'zod';
import type * as engine from '#engine/core/types.ts';
import { endpoint } from '../contract/endpoint.ts';
import { paper } from '../papers/paper.ts';
import { sourceName } from '../papers/sources.ts';
import { topic } from '../values/fields.ts';

/** A position in the topic's text, in UTF-16 units; `to` is excluded. */
export const span = z.object({ from: z.int().min(0), to: z.int().min(0) }) satisfies z.ZodType<engine.Span>;
export type Span = z.infer<typeof span>;

/** Another name for the same thing, and how we know it. */
export const otherName = z.object({
  name: z.string(),
  /** `group`: a closed list of near synonyms; `abbreviation`: defined in papers; `spelling`: another way of writing it. */
  from: z.enum(['group', 'abbreviation', 'spelling']),
});

/** One part of a topic: something a paper should, or should not, be about. */
export const topicPart = z.object({
  /** The text as typed, or as understood if that differs (`searchedAs`). */
  name: z.string(),
  span,
  /** True for a quoted phrase, which must match word for word. */
  exact: z.boolean(),
  /** Set if the search uses another word than the one typed: a correction or a translation. */
  searchedAs: z.string().nullable(),
  alternatives: z.array(otherName),
  /** Number of new papers in the last seven days that contain it. */
  weekCount: z.int().min(0),
  /** Whether any paper of the last year contains it. */
  known: z.boolean(),
}) satisfies z.ZodType<engine.TopicPart>;
export type TopicPart = z.infer<typeof topicPart>;

const fieldNames = [
  'title',
  'type',
  'source',
  'author',
  'orcid',
  'journal',
  'year',
] as const satisfies readonly engine.FieldName[];

/** A remark on a part that could not be understood as written, and the corrected topic. */
export const readingNote = z.object({ text: z.string(), span, repair: z.string().nullable() });

/** A topic as the search understands it. Every word is in one of the lists; none is silently dropped. */
export const understanding = z.object({
  /** The text that the spans refer to. */
  topic: z.string(),
  allOf: z.array(topicPart),
  /** One list per group joined by OR. */
  anyOf: z.array(z.object({ span, options: z.array(topicPart) })),
  not: z.array(topicPart),
  /** Requested kinds of documents: trials, reviews, case reports … */
  kinds: z.array(topicPart),
  /** `known`: whether any paper of the last year meets it. */
  fields: z.array(z.object({ field: z.enum(fieldNames), text: z.string(), span, known: z.boolean() })),
  notes: z.array(readingNote),
  /** Words too common to search for, and words of the request itself such as “papers about”. */
  ignored: z.array(z.object({ text: z.string(), span })),
  /** Words that no paper contains. */
  unknown: z.array(z.object({ text: z.string(), span })),
  /** The topic with corrected spelling, which is the text searched; null if nothing was corrected. */
  didYouMean: z.string().nullable(),
  /** Words of another language and their translations, which are searched. */
  foreign: z.array(z.object({ typed: z.string(), read: z.string() })),
  /** If nothing could be understood: why, and what to do about it. Otherwise null. */
  problem: z.string().nullable(),
  /** Close matches of the last seven days, before filters. If `weekCountIsLeast`, there may be more. */
  weekCount: z.int().min(0),
  weekCountIsLeast: z.boolean(),
}) satisfies z.ZodType<engine.Understood>;
export type Understanding = z.infer<typeof understanding>;

/** A preview of a topic's digest for a visitor without an account. */
export const preview = z.object({
  reading: understanding,
  /** The seven days searched, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The best papers, at most three. */
  papers: z.array(
    z.object({
      title: z.string(),
      url: z.string().nullable(),
      authors: z.array(z.string()),
      journal: z.string().nullable(),
      source: sourceName,
      publishedOn: z.string().nullable(),
      /** 0 to 1. */
      relevanceScore: z.number(),
      /** A sentence of its abstract with the result; absent until the paper's text has been analyzed for digests. */
      takeaway: z.string().optional(),
      /** The abstract's own words, if the takeaway spells out an abbreviation in them. */
      takeawayQuote: z.string().optional(),
      facts: paper.shape.facts,
    }),
  ),
});
export type Preview = z.infer<typeof preview>;

export const understandingApi = {
  understand: endpoint('POST /api/search-terms/understand', 'anyone', {
    summary:
      'How a search term would be read: what all papers must have, alternatives, exclusions, corrections, and this week’s close matches. Stores nothing.',
    body: z.object({ topic }),
    response: understanding,
  }),
  preview: endpoint('POST /api/search-terms/preview', 'anyone', {
    summary:
      'The best three papers of the last seven days for a search term, with what they found as far as it was read ahead of digests, and how the search term would be read. From the library alone; stores nothing.',
    body: z.object({ topic }),
    response: preview,
  }),
} as const;
