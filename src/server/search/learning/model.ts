import { dimensions } from '../latent/fold.ts';
import type { Features } from './features.ts';
import { type Example, fitDuals, fitLogistic, productsOf } from './logistic.ts';
import { PairMap } from './pairMap.ts';

/** A paper that the reader has judged. */
export interface JudgedPaper {
  id: number;
  liked: boolean;
  /** A digest showed it to explore. */
  isExploratory?: boolean;
  features: Features;
  /** Log odds that the plain ranking gives it. */
  plain: number;
}

/** A linear model of what a reader wants beyond the plain ranking, in log odds. */
export interface Model {
  /** By term. */
  words: ReadonlyMap<number, number>;
  pairs: PairMap;
  latent: Float32Array;
  /** How it was checked on the reader's own judgments; null while they are too few. */
  check: Check | null;
}

/** Cross-validation on the reader's own judgments. */
export interface Check {
  /** The share of pairs of a liked and a disliked paper in the right order, by the plain ranking and by the model. */
  plain: number;
  learned: number;
  helps: boolean;
}

/** Lengths of the blocks of features beside the words', whose length is 1. Latent vectors find much and know little. */
const pairLength = Math.SQRT1_2;
const latentLength = 0.32;

/** How far a liked paper reaches: the inverse of the ridge penalty, in full from so many judgments on. */
const strength = 30;
const fullFrom = 3;
/**
 * How far a disliked paper reaches, as a share of that. All of them together reach no further than this share of all liked
 * ones: where little is relevant, most of what is shown is disliked, and nothing better follows below it.
 */
const shareOfDislike = 0.1;
/** How much more a judgment counts of a paper by which a digest explored: of its kind nothing else is known. */
const worthOfExploring = 2;
/** Judgments, and of each kind, from which the model is checked. */
const enough = 6;
const enoughOfEach = 2;
const folds = 5;

/** Learns a model from judgments, latest last. Deterministic. */
export function learnModel(judged: readonly JudgedPaper[]): Model {
  const space = new FeatureSpace(judged);
  const liked = judged.filter((one) => one.liked).length;
  const disliked = judged.length - liked;
  const ofLike = strength * Math.min(1, (judged.length / fullFrom) ** 2);
  const ofDislike = strength * shareOfDislike * Math.min(1, Math.max(1, liked) / Math.max(1, disliked));
  const reachOf = ({ liked, isExploratory }: JudgedPaper) =>
    (liked ? ofLike : ofDislike) * (isExploratory ? worthOfExploring : 1);
  const examples = judged.map((one) => space.exampleOf(one, reachOf(one)));
  const products = productsOf(examples, space.size);
  const model = (check: Check | null) => space.modelOf(fitLogistic(examples, space.size, products), check);
  if (judged.length < enough || Math.min(liked, disliked) < enoughOfEach) return model(null);
  const labels = judged.map((one) => one.liked);
  const plain = judged.map((one) => one.plain);
  const predicted = crossValidated(examples, products);
  const before = orderedPairs(plain, labels);
  const learned = orderedPairs(predicted, labels);
  const helps = learned > before || lossOf(predicted, labels) < lossOf(plain, labels);
  return model({ plain: before, learned, helps });
}

/** The log odds that each judgment gets from the others. */
function crossValidated(examples: readonly Example[], products: Float64Array): number[] {
  const predicted = examples.map(({ offset }) => offset);
  for (let fold = 0; fold < folds; fold++) {
    const { added } = fitDuals(examples, products, (i) => i % folds !== fold);
    for (let i = fold; i < examples.length; i += folds) predicted[i]! += added[i]!;
  }
  return predicted;
}

const lossOf = (logOdds: readonly number[], labels: readonly boolean[]): number =>
  logOdds.reduce((sum, odds, i) => sum + Math.log1p(Math.exp(labels[i] ? -odds : odds)), 0);

function orderedPairs(logOdds: readonly number[], labels: readonly boolean[]): number {
  let right = 0;
  let pairs = 0;
  for (let i = 0; i < labels.length; i++)
    for (let j = 0; j < labels.length; j++) {
      if (!labels[i] || labels[j]) continue;
      pairs++;
      right += logOdds[i]! > logOdds[j]! ? 1 : logOdds[i]! === logOdds[j]! ? 0.5 : 0;
    }
  return pairs > 0 ? right / pairs : 0;
}

/** Numbers the features of a topic's judged papers: latent axes first, then words and pairs as they come. */
class FeatureSpace {
  private readonly words = new Map<number, number>();
  private readonly pairs: PairMap;
  size = dimensions;

  constructor(judged: readonly JudgedPaper[]) {
    this.pairs = new PairMap(judged.reduce((sum, { features }) => sum + features.pairs.length, 0));
  }

  exampleOf({ features, liked, plain }: JudgedPaper, weight: number): Example {
    const { terms, words, pairs, pairWeights, latent } = features;
    const size = latent.length + terms.length + pairs.length;
    const numbers = new Uint32Array(size);
    const values = new Float32Array(size);
    let at = 0;
    for (let axis = 0; axis < latent.length; axis++, at++) {
      numbers[at] = axis;
      values[at] = latentLength * latent[axis]!;
    }
    for (let i = 0; i < terms.length; i++, at++) {
      numbers[at] = this.numberOf(this.words, terms[i]!);
      values[at] = words[i]!;
    }
    for (let i = 0; i < pairs.length; i++, at++) {
      numbers[at] = this.numberOf(this.pairs, pairs[i]!);
      values[at] = pairLength * pairWeights[i]!;
    }
    return { features: numbers, values, positive: liked, offset: plain, weight };
  }

  modelOf(weights: Float64Array, check: Check | null): Model {
    const words = new Map<number, number>();
    for (const [term, number] of this.words) words.set(term, weights[number]!);
    return {
      words,
      pairs: this.pairs.mapped((number) => pairLength * weights[number]!),
      latent: Float32Array.from(weights.subarray(0, dimensions), (weight) => latentLength * weight),
      check,
    };
  }

  private numberOf(numbers: Map<number, number> | PairMap, key: number): number {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, this.size);
    return this.size++;
  }
}
