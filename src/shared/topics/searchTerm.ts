import { z } from 'zod';
import type * as engine from '#engine/core/types.ts';
import { endpoint } from '../contract/endpoint.ts';
import { moreSourceName, moreSources, usualSources } from '../papers/sources.ts';
import { day, email, moment, topic } from '../values/fields.ts';
import { schedule } from './schedule.ts';

/** Publication types that a filter can ask for. Each covers the sources' own names for it. */
export const articleTypes = [
  'trial',
  'review',
  'meta-analysis',
  'article',
  'preprint',
] as const satisfies readonly engine.ArticleType[];
export type ArticleType = (typeof articleTypes)[number];

export const filterPhrasesAtMost = 20;

const phrase = z.string().trim().min(2, 'Please enter a word or phrase of two letters or more.').max(80);
const phrases = z
  .array(phrase)
  .max(filterPhrasesAtMost, `At most ${filterPhrasesAtMost} phrases are possible.`);

/** Limits what appears in the digests of one topic (Pro, Team). An empty list sets no limit. */
export const filters = z.object({
  /** Title or abstract must contain every one of these. */
  required: phrases.default([]),
  /** Title and abstract must contain none of these. */
  excluded: phrases.default([]),
  /** Any of these; empty means all. */
  articleTypes: z.array(z.enum(articleTypes)).default([]),
  /** Minimum relevance, 0 to 1; 0 means Litwatch's own minimum. */
  minimumRelevance: z.number().min(0).max(0.95).default(0),
  /** Any of these that the reader's preferences allow; empty means all. */
  sources: z.array(z.enum(usualSources)).default([]),
});
export type Filters = z.infer<typeof filters>;

export const noFilters: Filters = filters.parse({});

/** Whether every filter has its default, which is the same as no filters. */
export const isEmpty = (given: Filters): boolean =>
  Object.entries(noFilters).every(([name, nothing]) => {
    const value = given[name as keyof Filters];
    return Array.isArray(value) ? value.length === 0 : value === nothing;
  });

export const termStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type TermStatus = (typeof termStatuses)[number];

/** The texts that readers see for each status: docs/product.md#topics */
export const statusLabels: Record<TermStatus, string> = {
  pending: 'Pending',
  processing: 'Searching...',
  completed: 'Complete',
  failed: 'Failed',
};

/** More phrases would outweigh the topic. */
export const expansionsAtMost = 8;
/** Other names of a topic's parts. */
export const namesAtMost = 48;

/** A word or phrase also searched for a topic, and its origin. */
export const expansion = z.object({
  phrase: z.string(),
  kind: z.enum(['synonym', 'abbreviation', 'broader', 'narrower', 'related']),
  from: z.enum(['model', 'pubmed', 'reader']),
  /** Its weight relative to the topic's own words, 0 to 1. */
  weight: z.number().min(0).max(1),
  /** The part of the topic that it is another name for; absent for a phrase searched beside the topic. */
  of: z.string().optional(),
}) satisfies z.ZodType<engine.Expansion>;
export type Expansion = z.infer<typeof expansion>;

export const searchTerm = z.object({
  id: z.uuid(),
  term: z.string(),
  /** Set for a followed thing, such as `journal`: `term` is its name, and is not searched for. */
  kind: z.string().nullish(),
  isActive: z.boolean(),
  isFree: z.boolean(),
  status: z.enum(termStatuses),
  /** A sentence for the reader if the last run failed or was partial. */
  statusDetail: z.string().nullable(),
  lastProcessedAt: moment.nullable(),
  nextScheduledRun: moment.nullable(),
  createdAt: moment,
  expansion: z.array(expansion),
  /** Papers of the topic's newest digest found by each phrase of the expansion; absent if none. */
  expansionCounts: z.record(z.string(), z.number().int()).optional(),
  /** Filters of its digests; null if the reader set none. */
  filters: filters.nullable(),
  /** Schedule of its digests; null for the day of the preferences. */
  schedule: schedule.nullable(),
  /** Sources searched for this topic in addition to those of the preferences; absent if none. */
  moreSources: z.array(moreSourceName).optional(),
  /** While it is paused: the day on which it resumes by itself, in the reader's time zone. */
  resumeOn: z.iso.date().nullish(),
  /** Number of papers with “more” and with “less” feedback. */
  feedback: z.object({ more: z.int(), less: z.int() }).optional(),
});
export type SearchTerm = z.infer<typeof searchTerm>;

export const searchTermApi = {
  list: endpoint('GET /api/users/:id/search-terms', 'session', {
    allowApiToken: true,
    summary: 'The reader’s search terms, oldest first.',
    response: z.array(searchTerm),
  }),
  immediateSearch: endpoint('POST /api/immediate-search', 'anyone', {
    summary:
      'Add a search term and mail its first digest. Allowed with a session, or once within ten minutes of verification.',
    body: z.object({ email: email.nullish(), searchTerm: topic }),
    response: z.object({ message: z.string(), searchTerm }),
  }),
  edit: endpoint('PATCH /api/search-terms/:id', 'session', {
    summary: 'Reword a search term; it is searched again at once.',
    body: z.object({ term: topic }),
    response: searchTerm,
  }),
  changeExpansion: endpoint('PATCH /api/search-terms/:id/expansion', 'session', {
    summary:
      'Set the phrases also searched for a search term: existing ones keep their weight, new ones are the reader’s. `of` are the words of the term that a new one is another name for. The next digest uses them.',
    body: z.object({
      expansion: z
        .array(
          z.object({
            phrase: z.string().trim().min(2, 'Please enter a word or phrase.').max(80),
            of: z.string().trim().max(300).optional(),
          }),
        )
        .max(expansionsAtMost + namesAtMost),
    }),
    response: searchTerm,
  }),
  changeSettings: endpoint('PATCH /api/search-terms/:id/settings', 'session', {
    summary:
      'Set what may appear in the digests of a search term (Research Pro and Team) and when they come (Research Team); null clears. `moreSources` are sources that this server offers beside the usual ones. All but the schedule count from the next digest.',
    body: z
      .object({
        filters: filters.nullable(),
        schedule: schedule.nullable(),
        moreSources: z.array(moreSourceName).max(moreSources.length),
      })
      .partial(),
    response: searchTerm,
  }),
  setActive: endpoint('PATCH /api/search-terms/:id/active', 'session', {
    summary:
      'Pause a search term, or resume one that was paused or unsubscribed from. A resumed one is searched for all the days since its last search. With `resumeOn`, a day from tomorrow to a year ahead in the reader’s time zone, a paused one resumes by itself on that day if the plan has room for it, and its next digest comes at its usual time; without it, a paused one waits to be resumed.',
    body: z.object({ active: z.boolean(), resumeOn: day.nullish() }),
    response: searchTerm,
  }),
  remove: endpoint('DELETE /api/search-terms/:id', 'session', {
    summary: 'Delete a search term. It can be restored for a short while.',
  }),
  restore: endpoint('POST /api/search-terms/:id/restore', 'session', {
    summary: 'Restore a search term that was just deleted.',
    response: searchTerm,
  }),
} as const;
