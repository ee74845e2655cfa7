import { leftOut } from '../core/parts.ts';
import type { Coverage } from '../query/coverage.ts';
import { isShort } from '../query/ideas.ts';
import type { Query } from '../query/query.ts';
import { scoreOf } from './combine.ts';
import { impactShare } from './impact.ts';

/** A paper that covers this share of a short topic lacks none of its ideas. */
const complete = 0.95;
/** So many papers that lack an idea may be shown for each that has all… */
const forEachComplete = 1.5;
/** …and so many where few or none have. */
const leastIncomplete = 4;
/** Highest relevance where no paper is complete: the reader sees a possible match (`src/shared/papers/match.ts`). */
const possibleAtMost = 0.39;

interface Listed {
  docId: number;
  relevance: number;
  impact: number;
  score: number;
}

/**
 * The papers of a list, best first, without those that only fill it: of a topic of two or three ideas all papers that have
 * every idea, and three that lack one for two that do not, at least four. Where all lack one, none is more than a possible
 * match. What likes or embeddings bring may say it in other words, and a kind of document that was asked for is a condition
 * that all meet.
 */
export function withoutPadding<One extends Listed>(
  query: Query,
  covers: Coverage,
  papers: readonly One[],
  isSupported: (one: One) => boolean,
): readonly One[] {
  if (query.ideas.length < 2 || !isShort(query) || query.asksForKind || leftOut.has('padding')) return papers;
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
