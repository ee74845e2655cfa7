/** What a topic as a whole says about how far its best sums can be trusted. */
export interface CalibrationFeatures {
  /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
  coverage: number;
  /** How far the last of the seeds stays behind the best by words, 0 to 1. */
  steepness: number;
  /** How alike the seeds are in the latent space, 0 to 1: they are when the topic is one that the library knows. */
  agreement: number;
  /** The reader has liked papers: sums are higher for it. */
  liked: boolean;
}

/**
 * From the weighted sum to the share of papers with such a sum, for such a topic, that people judged relevant.
 * Increasing in the sum, so that it never changes the order within a topic. A logistic regression, learned by
 * `npm run bench -- calibration`, which prints how far it holds on collections that it was not learned from: with few
 * features, none of them about how long the topic is, which tells collections apart rather than topics.
 */
export function relevanceOf(sum: number, features: CalibrationFeatures): number {
  const total = featuresOf(sum, features).reduce((total, feature, i) => total + feature * weights[i]!, 0);
  return 1 / (1 + Math.exp(-total));
}

export const featuresOf = (
  sum: number,
  { coverage, steepness, agreement, liked }: CalibrationFeatures,
): number[] => [1, sum, Math.sqrt(coverage), steepness, agreement, liked ? 1 : 0, liked ? sum : 0];

/** By the places of `featuresOf`. */
const weights = [-5.33, 2.01, 1.15, 1.11, 0.81, 0.12, -0.67];

/**
 * Papers below this relevance are not put into a digest to fill it. Topics that the corpus covers fill ten well above
 * it; a topic of another field finds one or two at most (docs/decisions/0007-ranking.md).
 */
export const relevanceFloor = 0.22;
