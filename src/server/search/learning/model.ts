import { dimensions } from '../latent/fold.ts';
import type { Features } from './features.ts';
import { type Example, fitDuals, fitLogistic, productsOf, type Weights } from './logistic.ts';
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

/** Numbers the words and pairs of a topic's judged papers as they come. */
class FeatureSpace {
  /** By term: the number of the word, 0 for none yet. */
  private readonly words: Uint32Array;
  /** The words so far, in order. */
  private readonly terms: number[] = [];
  private readonly pairs: PairMap;
  /** The first number stays free. */
  size = 1;

  constructor(judged: readonly JudgedPaper[]) {
    let highest = 0;
    let pairs = 0;
    for (const { features } of judged) {
      for (let i = 0; i < features.terms.length; i++) highest = Math.max(highest, features.terms[i]!);
      pairs += features.pairs.length;
    }
    this.words = new Uint32Array(highest + 1);
    this.pairs = new PairMap(pairs);
  }

  exampleOf({ features, liked, plain }: JudgedPaper, weight: number): Example {
    const { terms, words, pairs, pairWeights, latent } = features;
    const numbers = new Uint32Array(terms.length + pairs.length);
    const values = new Float32Array(numbers.length);
    for (let i = 0; i < terms.length; i++) {
      numbers[i] = this.numberOfWord(terms[i]!);
      values[i] = words[i]!;
    }
    for (let i = 0, at = terms.length; i < pairs.length; i++, at++) {
      numbers[at] = this.numberOfPair(pairs[i]!);
      values[at] = pairLength * pairWeights[i]!;
    }
    const dense = latent.map((length) => latentLength * length);
    return { dense, features: numbers, values, positive: liked, offset: plain, weight };
  }

  /** The last call: what numbered the pairs becomes what weighs them. */
  modelOf({ dense, others }: Weights, check: Check | null): Model {
    const latent = new Float32Array(dimensions);
    for (let axis = 0; axis < dense.length; axis++) latent[axis] = latentLength * dense[axis]!;
    const words = new Map<number, number>();
    for (const term of this.terms) words.set(term, others[this.words[term]!]!);
    const { pairs } = this;
    for (let at = 0; at < pairs.size; at++) pairs.figures[at] = pairLength * others[pairs.figures[at]!]!;
    return { words, pairs, latent, check };
  }

  private numberOfWord(term: number): number {
    if (this.words[term] === 0) {
      this.words[term] = this.size++;
      this.terms.push(term);
    }
    return this.words[term]!;
  }

  private numberOfPair(pair: number): number {
    const number = this.pairs.add(pair, this.size);
    if (number === this.size) this.size++;
    return number;
  }
}
