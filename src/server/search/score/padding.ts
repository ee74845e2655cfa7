import type { Coverage } from '../query/coverage.ts';
import { isShort } from '../query/ideas.ts';
import type { Query } from '../query/query.ts';
import { scoreOf } from './combine.ts';
import { impactShare } from './impact.ts';

/** Minimum share of a short topic for a paper to count as complete, with every idea. */
const complete = 0.95;
/** Number of shown papers that lack an idea, for each complete paper… */
const forEachComplete = 1.5;
/** …but always this many, also with few or no complete papers. */
const leastIncomplete = 4;
/** Maximum relevance if no paper is complete: the reader sees a possible match (`src/shared/papers/match.ts`). */
const possibleAtMost = 0.39;

interface Listed {
  docId: number;
  relevance: number;
  impact: number;
  score: number;
}

/**
 * The papers of a list, best first, without those that only fill it. For a topic of two or three ideas it keeps all
 * complete papers, and at most three that lack an idea for two complete ones, but at least four. If all lack an idea,
 * each is at most a possible match. Papers that likes or embeddings bring may express an idea in other words, and a
 * requested kind of document is a condition that all papers meet.
 */
export function withoutPadding<One extends Listed>(
  query: Query,
  covers: Coverage,
  papers: readonly One[],
  isSupported: (one: One) => boolean,
): readonly One[] {
  if (query.ideas.length < 2 || !isShort(query) || query.asksForKind) return papers;
  const lacking = papers.filter((one) => covers.share(one.docId) < complete && !isSupported(one));
  const whole = papers.length - lacking.length;
  const padding = new Set(lacking.slice(Math.max(leastIncomplete, whole * forEachComplete)));
  const kept = papers.filter((one) => !padding.has(one));
  const best = kept.reduce((most, { relevance }) => Math.max(most, relevance), 0);
  if (whole > 0 || best <= possibleAtMost) return kept;
  return kept.map((one) => {
    const relevance = (one.relevance * possibleAtMost) / best;
    return { ...one, relevance, score: scoreOf(relevance, one.impact, impactShare) };
  });
}
