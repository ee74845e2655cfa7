/** Features of a topic's whole result list that say how far its best sums can be trusted. */
export interface CalibrationFeatures {
  /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
  coverage: number;
  /** How far the last feedback document's lexical score is below the best, 0 to 1. */
  steepness: number;
  /** How similar the feedback documents are in the latent space, 0 to 1: high if the corpus covers the topic. */
  agreement: number;
  /** How much of the topic the ten best papers cover on average, by idf, 0 to 1. */
  covered: number;
  /** Whether the reader has liked papers, which raises the sums. */
  liked: boolean;
}

/**
 * The probability that a paper with this sum is relevant to such a topic. Increasing in the sum, so it never changes
 * the order within a topic. A logistic regression, learned by `npm run bench -- calibration`, which also prints how it
 * transfers to collections it was not learned from. It has few features, and none about the topic's length, which
 * would tell collections apart rather than topics.
 */
export const relevanceOf = (sum: number, features: CalibrationFeatures): number =>
  logistic(featuresOf(sum, features), weights);

/** The regression's input; the first is the constant 1. */
export const featuresOf = (
  sum: number,
  { coverage, steepness, agreement, liked, covered }: CalibrationFeatures,
): number[] => [
  1,
  sum,
  Math.sqrt(coverage),
  steepness,
  agreement,
  liked ? 1 : 0,
  liked ? sum : 0,
  covered,
  covered ** 4,
];

/** In the order of `featuresOf`. */
const weights = [-5.14, 2.33, 1.87, -0.27, -1.63, -0.81, -0.63, 0.24, 1.13];

/**
 * Whether a paper is worth showing at all: by its sum and by how much of the topic it covers itself, 0 to 1. A paper
 * that lacks an aspect can lead a list on which nothing else is better.
 */
export const isWorthShowing = (sum: number, covered: number, features: CalibrationFeatures): boolean =>
  logistic(featuresOf(sum, { ...features, covered }), ownWeights) >= leastWorth;

/** As `weights`, learned with each paper's own coverage in place of the list's. */
const ownWeights = [-5.15, 1.78, 1.41, -0.18, -1.28, -0.66, -0.47, 0.83, 1.75];
/** Lists of topics without an answer come up to about here; see docs/ranking.md. */
const leastWorth = 0.12;

function logistic(features: readonly number[], weights: readonly number[]): number {
  const total = features.reduce((sum, feature, i) => sum + feature * weights[i]!, 0);
  return 1 / (1 + Math.exp(-total));
}

/** Least relevance of a paper in a digest; `isWorthShowing` decides before it (docs/ranking.md). */
export const relevanceFloor = 0.05;
