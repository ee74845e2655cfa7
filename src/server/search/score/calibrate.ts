/** Features of a topic's whole result list that say how far its best sums can be trusted. */
export interface CalibrationFeatures {
  /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
  coverage: number;
  /** How far the last feedback document's lexical score is below the best, 0 to 1. */
  steepness: number;
  /** How similar the feedback documents are in the latent space, 0 to 1: high if the corpus covers the topic. */
  agreement: number;
  /** Whether the reader has liked papers, which raises the sums. */
  liked: boolean;
}

/**
 * The probability that a paper with this sum is relevant to such a topic. Increasing in the sum, so it never changes
 * the order within a topic. A logistic regression, learned by `npm run bench -- calibration`, which also prints how it
 * transfers to collections it was not learned from. It has few features, and none about the topic's length, which
 * would tell collections apart rather than topics.
 */
export function relevanceOf(sum: number, features: CalibrationFeatures): number {
  const total = featuresOf(sum, features).reduce((total, feature, i) => total + feature * weights[i]!, 0);
  return 1 / (1 + Math.exp(-total));
}

/** The regression's input; the first is the constant 1. */
export const featuresOf = (
  sum: number,
  { coverage, steepness, agreement, liked }: CalibrationFeatures,
): number[] => [1, sum, Math.sqrt(coverage), steepness, agreement, liked ? 1 : 0, liked ? sum : 0];

/** In the order of `featuresOf`. */
const weights = [-5.33, 2.01, 1.15, 1.11, 0.81, 0.12, -0.67];

/**
 * Papers below this relevance are not put into a digest to fill it. Topics that the corpus covers fill ten well above
 * it; a topic of another field finds one or two at most (docs/decisions/0007-ranking.md).
 */
export const relevanceFloor = 0.22;
