import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { sourceName } from '../papers/sources.ts';
import { filters } from './searchTerm.ts';

/** Close matches of some time, and how many of them a digest brought. */
const matches = { close: z.int().min(0), sent: z.int().min(0) };

export const weeksShown = 12;

/** Days back from today that a paper's availability or its arrival must fall into to be searched. */
export const searchedDays = 366;

/** What comes in for one topic. All counts are of papers that a digest could bring, by the day they became available. */
export const trends = z.object({
  /** The last twelve weeks, oldest first; days are ISO days, both included. Fewer where they reach back more than a year. */
  weeks: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), ...matches })),
  /** Close matches of those weeks by source, most first. */
  sources: z.array(z.object({ source: sourceName, papers: z.int() })),
  /** The last four weeks by relevance, in steps of five percent; `from` is the step's lower end, 0 to 1. */
  bins: z.array(z.object({ from: z.number(), ...matches })),
  /** Whether there are more close matches than were counted. */
  isLeast: z.boolean(),
  /** Papers that digests have brought since the topic was added. */
  sentInAll: z.int(),
  /** Those of them that are kept on the shelf now. */
  keptInAll: z.int(),
  /** Phrases of titles that are more frequent in the last four weeks than in the eight before, the clearest rise first. */
  rising: z.object({
    /** Close matches of the last four weeks. */
    now: z.int(),
    /** Close matches of the eight weeks before. */
    before: z.int(),
    phrases: z.array(z.object({ phrase: z.string(), now: z.int(), before: z.int() })),
  }),
});
export type Trends = z.infer<typeof trends>;

/** Close matches of one topic a week, oldest first; days are ISO days, both included. */
export const topicWeeks = z.object({
  id: z.uuid(),
  weeks: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), close: matches.close })),
});
export type TopicWeeks = z.infer<typeof topicWeeks>;

const kept = z.object({ kept: z.int(), of: z.int() });

/** What filters would have kept of the close matches there were. */
export const whatIf = z.object({
  lastWeek: kept,
  fourWeeks: kept,
  /** The best of last week's papers that would have been left out. */
  leftOut: z.array(z.object({ title: z.string(), url: z.string().nullable(), relevanceScore: z.number() })),
});
export type WhatIf = z.infer<typeof whatIf>;

const termId = z.object({ id: z.string().max(64) });

export const trendsApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/search-terms/:id/trends',
    access: 'session',
    allowApiToken: true,
    summary:
      'What comes in for a search term: close matches a week for twelve weeks, their sources, and their relevance.',
    params: termId,
    query: z.object({
      /** The day that counts as today, as when an older digest was made; a day to come is today. */
      until: z.iso.date().optional(),
    }),
    response: trends,
  }),
  weeks: endpoint({
    method: 'GET',
    path: '/api/search-terms/weeks',
    access: 'session',
    allowApiToken: true,
    summary: 'Close matches a week for twelve weeks, for each of the reader’s search terms.',
    response: z.array(topicWeeks),
  }),
  whatIf: endpoint({
    method: 'POST',
    path: '/api/search-terms/:id/what-if',
    access: 'session',
    summary:
      'What filters would have kept of the last weeks’ close matches of a search term. Stores nothing.',
    params: termId,
    body: z.object({ filters }),
    response: whatIf,
  }),
} as const;
