import type { ScoreParts } from '../core/types.ts';

/**
 * Weights of the evidence in the sum. Each kind is 0 to 1 before weighting. Chosen together over the judged collections
 * and checked by leaving one collection out at a time (docs/decisions/0007-ranking.md).
 */
export const weights = {
  lexical: 0.45,
  feedback: 0.34,
  /** In place of `feedback` for a topic of one idea, which says what it is about. */
  feedbackOfOne: 0.25,
  latent: 0.46,
  neighbors: 0.715,
  /** In place of `neighbors` for a topic of two or three ideas, because neighbors often share only one of them. */
  neighborsOfFew: 0.45,
  /** For a topic of one idea, most of whose papers are on it anyway. */
  neighborsOfOne: 0.6,
  proximity: 0.3,
  /** For a topic of one idea, whose words are one name. */
  proximityOfOne: 0.45,
  coverage: 0.2,
  /** In place of `coverage` for a text with more aspects than a reader's topic has, because it repeats itself. */
  coverageOfMany: 0.05,
  embedding: 0.3,
};

export type Evidence = Omit<ScoreParts, 'impact'>;

/** The weighted sum of the evidence. */
export const sumOf = ({ lexical, feedback, latent, embedding, liked }: Evidence): number =>
  lexical + feedback + latent + embedding + liked;

/** A listed paper has some relevance. */
const leastScore = 0.0001;

/** The score a reader sees, to four decimals: relevance, with the share `impactShare` decided by impact. */
export const scoreOf = (relevance: number, impact: number, impactShare: number): number =>
  relevance > 0
    ? Math.max(leastScore, round(relevance * (1 - impactShare) + relevance * impactShare * impact))
    : 0;

/**
 * The score a reader sees and its parts, to four decimals: the evidence scaled to `relevance` × (1 − `impactShare`),
 * plus impact. The parts sum to the score: the largest absorbs the rounding.
 */
export function partsOf(
  evidence: Evidence,
  relevance: number,
  impact: number,
  impactShare: number,
): { score: number; parts: ScoreParts } {
  const scale = (relevance * (1 - impactShare)) / sumOf(evidence);
  const score = scoreOf(relevance, impact, impactShare);
  const scaled = Object.entries(evidence).map(([name, value]) => [name, round(value * scale)]);
  const share = round(relevance * impactShare * impact);
  const parts: ScoreParts = { ...Object.fromEntries(scaled), impact: share };
  const names = Object.keys(parts) as (keyof ScoreParts)[];
  const largest = names.reduce((one, other) => (parts[other] > parts[one] ? other : one));
  const others = names.reduce((sum, name) => (name === largest ? sum : sum + parts[name]), 0);
  parts[largest] = round(score - others);
  return { score, parts };
}

const round = (figure: number): number => Math.round(figure * 10_000) / 10_000;
