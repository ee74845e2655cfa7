import type { Paper, ScoreParts } from '#shared/papers/paper.ts';

/** One part of the relevance figure, in whole percentage points; negative if it lowered the score. */
export interface Share {
  part: keyof ScoreParts;
  label: string;
  points: number;
}

/** Relevance as shown: the score times 100, rounded. */
export const relevancePercent = (score: number): number =>
  Math.round(Math.min(1, Math.max(0, Number.isFinite(score) ? score : 0)) * 100);

/**
 * The parts of a paper's relevance in whole points that add up to the figure beside them.
 * Null for a paper whose parts were not stored or do not add up to its score.
 */
export function sharesOf({ relevanceScore, parts }: Pick<Paper, 'relevanceScore' | 'parts'>): Share[] | null {
  if (!parts) return null;
  const exact = order.map((part) => ({ part, value: parts[part] * 100 }));
  const sum = exact.reduce((total, { value }) => total + value, 0);
  if (!(Math.abs(sum - relevanceScore * 100) < 0.2)) return null;
  return roundTogether(exact, relevancePercent(relevanceScore))
    .filter(({ points }) => points !== 0)
    .map(({ part, points }) => ({ part, label: labelOf(part, points), points }));
}

const labelOf = (part: keyof ScoreParts, points: number): string =>
  part === 'liked' && points < 0 ? 'Like papers you did not want' : labels[part];

const order: (keyof ScoreParts)[] = ['lexical', 'feedback', 'latent', 'embedding', 'impact', 'liked'];

const labels: Record<keyof ScoreParts, string> = {
  lexical: 'Words of your topic',
  feedback: 'Words the best matches share',
  latent: 'Similar in meaning',
  embedding: 'Similar in meaning (language model)',
  impact: 'Publication and recency',
  liked: 'Like papers you liked',
};

/** Largest remainder method: rounds every part down and gives the missing points to the largest remainders. */
function roundTogether<T extends { value: number }>(items: T[], total: number): (T & { points: number })[] {
  const rounded = items.map((item) => ({ ...item, points: Math.floor(item.value + 1e-9) }));
  const missing = total - rounded.reduce((sum, { points }) => sum + points, 0);
  const mostCut = [...rounded].sort((a, b) => b.value - b.points - (a.value - a.points));
  for (const item of mostCut.slice(0, Math.max(0, missing))) item.points += 1;
  return rounded;
}
