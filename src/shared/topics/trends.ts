import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { sourceName } from '../papers/sources.ts';
import { filters } from './searchTerm.ts';

/** Number of close matches in a period, and how many of them digests included. */
const matches = { close: z.int().min(0), sent: z.int().min(0) };

export const weeksShown = 12;

/** The search covers papers that became available, or arrived, within this many days. */
export const searchedDays = 366;

/** Statistics of one topic. All counts are of papers that a digest could include, by the day they became available. */
export const trends = z.object({
  /** The last twelve weeks, oldest first; ISO days, both included. Fewer weeks if they would reach back more than a year. */
  weeks: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), ...matches })),
  /** Close matches of those weeks by source, most first. */
  sources: z.array(z.object({ source: sourceName, papers: z.int() })),
  /** The last four weeks by relevance, in steps of five percent; `from` is the step's lower end, 0 to 1. */
  bins: z.array(z.object({ from: z.number(), ...matches })),
  /** Whether there are more close matches than were counted. */
  isLeast: z.boolean(),
  /** Number of papers in digests since the topic was added. */
  sentInAll: z.int(),
  /** How many of them are on the shelf now. */
  keptInAll: z.int(),
  /** Title phrases more frequent in the last four weeks than in the eight before, the strongest increase first. */
  rising: z.object({
    /** Close matches of the last four weeks. */
    now: z.int(),
    /** Close matches of the eight weeks before. */
    before: z.int(),
    phrases: z.array(z.object({ phrase: z.string(), now: z.int(), before: z.int() })),
  }),
});
export type Trends = z.infer<typeof trends>;

/** Close matches of one topic per week, oldest first; ISO days, both included. */
export const topicWeeks = z.object({
  id: z.uuid(),
  weeks: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), close: matches.close })),
});
export type TopicWeeks = z.infer<typeof topicWeeks>;

const kept = z.object({ kept: z.int(), of: z.int() });

/** How many past close matches the filters would have kept. */
export const whatIf = z.object({
  lastWeek: kept,
  fourWeeks: kept,
  /** The best of last week's papers that the filters would have left out. */
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
      /** The day to treat as today, such as an older digest's day. A future day counts as today. */
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
