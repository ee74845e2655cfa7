import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paper } from '../papers/paper.ts';
import { sourceName } from '../papers/sources.ts';
import { topic } from '../values/fields.ts';

/** Where something stands in the topic as it was read: UTF-16 units, `to` excluded. */
export const span = z.object({ from: z.int().min(0), to: z.int().min(0) });
export type Span = z.infer<typeof span>;

/** How a paper may name the same thing, and how that is known. */
export const otherName = z.object({
  name: z.string(),
  /** `group`: a closed list of near synonyms; `abbreviation`: defined in papers; `spelling`: another way of writing it. */
  from: z.enum(['group', 'abbreviation', 'spelling']),
});

/** One idea of a topic: what a paper should be about, or should not. */
export const topicPart = z.object({
  /** As typed, or as it was read where that differs (`searchedAs`). */
  name: z.string(),
  span,
  /** A quoted phrase: word for word. */
  exact: z.boolean(),
  /** Set where another word is searched than the one typed: a correction or a translation. */
  searchedAs: z.string().nullable(),
  alternatives: z.array(otherName),
  /** New papers of the last seven days that have it. */
  weekCount: z.int().min(0),
  /** Whether any paper of the last year has it. */
  known: z.boolean(),
});
export type TopicPart = z.infer<typeof topicPart>;

export const fieldNames = ['title', 'type', 'source', 'author', 'journal'] as const;

/** A remark on something that could not be read as written, and the topic without that fault. */
export const readingNote = z.object({ text: z.string(), span, repair: z.string().nullable() });

/**
 * A topic as the search reads it. Every word of it is in one of the lists: nothing is dropped in silence.
 */
export const understanding = z.object({
  /** The topic that the spans refer to. */
  topic: z.string(),
  allOf: z.array(topicPart),
  /** One list for each group joined by OR. */
  anyOf: z.array(z.object({ span, options: z.array(topicPart) })),
  not: z.array(topicPart),
  /** Kinds of document asked for: trials, reviews, case reports … */
  kinds: z.array(topicPart),
  fields: z.array(z.object({ field: z.enum(fieldNames), text: z.string(), span })),
  notes: z.array(readingNote),
  /** Words too common to search for, and words that only ask. */
  ignored: z.array(z.object({ text: z.string(), span })),
  /** Words that no paper has. */
  unknown: z.array(z.object({ text: z.string(), span })),
  /** The topic with its misspelled words corrected, which is what is searched; null if none are. */
  didYouMean: z.string().nullable(),
  /** Words of another language and what is searched for them. */
  foreign: z.array(z.object({ typed: z.string(), read: z.string() })),
  /** What to say where nothing could be understood, and what to do about it; null otherwise. */
  problem: z.string().nullable(),
  /** Close matches of the last seven days, before filters. `weekCountIsLeast`: there are at least so many. */
  weekCount: z.int().min(0),
  weekCountIsLeast: z.boolean(),
});
export type Understanding = z.infer<typeof understanding>;

/** What a digest on a topic would begin with, for somebody who has no account yet. */
export const preview = z.object({
  reading: understanding,
  /** The seven days that were looked at, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The best, at most three. */
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
      /** A sentence of its abstract that says what was found; absent until it was read for digests. */
      takeaway: z.string().optional(),
      /** The abstract's own words, where the takeaway spells out what they abbreviate. */
      takeawayQuote: z.string().optional(),
      facts: paper.shape.facts,
    }),
  ),
});
export type Preview = z.infer<typeof preview>;

export const understandingApi = {
  understand: endpoint({
    method: 'POST',
    path: '/api/search-terms/understand',
    access: 'anyone',
    summary:
      'How a search term would be read: what all papers must have, alternatives, exclusions, corrections, and this week’s close matches. Stores nothing.',
    body: z.object({ topic }),
    response: understanding,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/search-terms/preview',
    access: 'anyone',
    summary:
      'The best three papers of the last seven days for a search term, with what they found as far as it was read ahead of digests, and how the search term would be read. From the library alone; stores nothing.',
    body: z.object({ topic }),
    response: preview,
  }),
} as const;
