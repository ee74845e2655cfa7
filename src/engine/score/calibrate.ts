/** A paper's evidence, or the mean of a list's best papers. */
export interface Strength {
  /** The weighted sum of all evidence. */
  sum: number;
  /** BM25 as a share of the score of a paper that used all of the topic's words to saturation, 0 to 1. */
  lexical: number;
  /** How much of the topic is covered, relative to what a topic of its length needs, 0 to 1. */
  covered: number;
}

/**
 * The probability that a paper of a list is relevant, increasing in the sum, so that it never changes the order. Sums are
 * relative to the topic's best paper and not comparable between topics, so only the distance from the list's mean counts;
 * the words that the best papers share with the topic measure how good the list is as a whole. Exactly three features:
 * each further one worsened held-out topics (docs/ranking.md). Learned by `npm run bench -- calibration`.
 */
export const relevanceOf = (sum: number, list: Strength): number => logistic(featuresOf(sum, list), weights);

/** The lowest sum for which `relevanceOf` returns at least this relevance, between 0 and 1, in a list. */
export const sumWithRelevance = (relevance: number, list: Strength): number => {
  const [, slope = 1] = weights;
  const ofMean = featuresOf(list.sum, list).reduce((sum, feature, i) => sum + feature * weights[i]!, 0);
  return list.sum + (logOdds(relevance) - ofMean) / slope;
};

/** The input of the regression; the first feature is the constant 1. */
export const featuresOf = (sum: number, list: Strength): number[] => [
  1,
  sum - list.sum,
  list.lexical,
  list.covered,
];

const weights = [-7.3, 7.5, 5.93, 4.27];

/**
 * The prior for learning from judgments: fitted to lists of fifty, while `relevanceOf` favors the first twenty. The
 * influence of judgments was chosen with these figures (`npm run bench -- learning`).
 */
export const priorOf = (sum: number, list: Strength): number => logistic(featuresOf(sum, list), priorWeights);

const priorWeights = [-6.55, 6.04, 5.64, 3.64];

/**
 * Whether a paper is worth showing at all. Like `relevanceOf`, but also uses the paper's own words, because a paper that
 * lacks an aspect can lead a list with nothing better.
 */
export const isWorthShowing = (paper: Strength, list: Strength, least = leastWorth): boolean =>
  logistic(worthFeaturesOf(paper, list), worthWeights) >= least;

/** The input of the regression behind `isWorthShowing`. */
export const worthFeaturesOf = (paper: Strength, list: Strength): number[] => [
  ...featuresOf(paper.sum, list),
  paper.lexical,
  paper.covered,
];

const worthWeights = [-8.13, 4.17, 1.39, 5.21, 4.3, 0.25];
/** Lists of topics without an answer reach about this value; see docs/ranking.md. */
export const leastWorth = 0.07;
/** The same for a list whose leading papers all lack an idea. */
export const leastWorthIfLacking = 0.09;

/** The log odds of a probability, which is bounded so that one paper alone decides nothing. */
export function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, 1e-4), 1 - 1e-4);
  return Math.log(bounded / (1 - bounded));
}

function logistic(features: readonly number[], weights: readonly number[]): number {
  const total = features.reduce((sum, feature, i) => sum + feature * weights[i]!, 0);
  return 1 / (1 + Math.exp(-total));
}

/** Minimum relevance of a paper in a digest; `isWorthShowing` decides before it (docs/ranking.md). */
export const relevanceFloor = 0.05;
