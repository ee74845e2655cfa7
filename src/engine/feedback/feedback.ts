import type { Lesson, Lessons, SeedPaper, Topic } from '../core/types.ts';
import { toUnitLength } from '../core/unitLength.ts';
import { isNumber } from '../documents/vocabulary.ts';
import { type Features, featuresAt, featuresOfText } from '../index/features.ts';
import { findPhrase } from '../index/matcher.ts';
import { docIdOf, type IndexReader, segmentOf } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';
import { coverage } from '../query/coverage.ts';
import { plannedQuery } from '../query/plan.ts';
import type { Query } from '../query/query.ts';
import { logOdds, priorOf, type Strength } from '../score/calibrate.ts';
import {
  computeEvidence,
  latentCosine,
  type QueryContext,
  type RelevanceFeedback,
  type SearchBuffers,
  sumFor,
} from '../score/evidence.ts';
import { fromNeighbors, rerankDepth, reranked } from '../score/secondStage.ts';
import { topK } from '../score/topK.ts';
import { scan, tokenize } from '../text/tokenize.ts';

/*
 * What a reader's judgments teach a topic. A logistic regression on the words and the latent vectors of the judged papers
 * learns what the plain ranking got wrong: the log odds that the plain ranking gives a judged paper are its offset, so a
 * judgment that was expected teaches little. What it learns is added to a paper's sum, and can be read word by word.
 */

/** A topic as the plain ranking understands it. */
type Understood = { query: Query; context: QueryContext };

/** A linear model of what a reader wants beyond the plain ranking, in log odds. */
interface Model {
  /** By term. */
  words: Map<number, number>;
  latent: Float32Array;
  /** The reader's rules for phrases of several words, and what each adds to a paper that has it. */
  phrases: { terms: number[]; effect: number }[];
}

/** What the judgments and rules of a topic add to the sum; null if it has none. */
export function learnedFeedback(
  buffers: SearchBuffers,
  topic: Topic,
  understood: Understood,
): RelevanceFeedback | null {
  const { liked, disliked, lessons = [] } = topic;
  if (liked.length + disliked.length + lessons.length === 0) return null;
  const { reader } = buffers;
  const { trust, model: own, likes } = learn(buffers, topic, understood);
  const model = withRules(reader, own, lessons);
  const slope = trust * fullSlope;
  const scored = scorerOf(buffers, model);
  const length = Math.hypot(...model.latent);
  return {
    terms: liftingTerms(reader, model, slope),
    towards: length > 0 ? { direction: model.latent.map((x) => x / length), weight: length / slope } : null,
    liked: likes,
    rescore: (docId) => scored(docId) / slope,
  };
}

/** The words by which a topic's model decides, the strongest first, "more" before "less". Not the topic's own words. */
export function lessonsOf(buffers: SearchBuffers, topic: Topic): Lessons {
  const judged = [...topic.liked, ...topic.disliked];
  if (judged.length === 0) return { phrases: [] };
  const query = plannedQuery(topic, buffers.reader);
  const context = computeEvidence(buffers, topic, query);
  const { model } = learn(buffers, topic, { query, context });
  const own = new Set(query.terms.map(({ term }) => term));
  const words = wordsOf(buffers.reader, withRules(buffers.reader, model, topic.lessons ?? []), judged, own);
  const strongest = (wants: 'more' | 'less') => {
    const some = words
      .filter((one) => one.wants === wants)
      .sort(
        (one, other) => Math.abs(other.weight) - Math.abs(one.weight) || (one.phrase < other.phrase ? -1 : 1),
      );
    const least = leastShare * Math.abs(some[0]?.weight ?? 0);
    return some.filter(({ weight }) => Math.abs(weight) >= least).slice(0, mostListed);
  };
  return { phrases: [...strongest('more'), ...strongest('less')] };
}

/** Words listed for each direction, and the least weight worth showing, as a share of the largest. */
const mostListed = 12;
const leastShare = 0.15;

interface Learned {
  trust: number;
  model: Model;
  /** The title and direction of each liked paper. */
  likes: RelevanceFeedback['liked'];
}

/** A judged paper, and the log odds that the plain ranking gives it. */
type Judged = { features: Features; isLiked: boolean; plain: number };

/** Learns from a topic's judgments; neither their order nor their time matters. */
function learn(buffers: SearchBuffers, { liked, disliked }: Topic, understood: Understood): Learned {
  const { reader } = buffers;
  const byId = (one: SeedPaper, other: SeedPaper) => one.id - other.id;
  const plain = plainLogOdds(buffers, understood, liked.length + disliked.length);
  const judged = (papers: readonly SeedPaper[], isLiked: boolean): Judged[] =>
    papers.toSorted(byId).map((paper) => {
      const docId = docIdOf(reader, paper.id);
      return docId >= 0
        ? { isLiked, features: featuresAt(reader, docId, buffers.weigher), plain: plain.of(docId) }
        : {
            isLiked,
            features: featuresOfText(reader, paper, buffers.weigher),
            plain: isLiked ? ofAnyPaper : 0,
          };
    });
  const likes = judged(liked, true);
  return {
    trust: plain.trust,
    model: modelOf([...likes, ...judged(disliked, false)]),
    likes: liked.toSorted(byId).map(({ title }, i) => {
      const vector = likes[i]!.features.latent.slice();
      toUnitLength(vector);
      return { title, vector };
    }),
  };
}

/** How far a liked paper reaches: the inverse of the ridge penalty, in full from so many judgments on. */
const strength = 45;
const fullFrom = 3;
/**
 * How far a disliked paper reaches, as a share of that. All of them together reach no further than this share of all liked
 * ones: where little is relevant, most of what is shown is disliked, and nothing better follows below it.
 */
const shareOfDislike = 0.1;
/** Share of the latent vectors in a product of two papers, beside 1 for the words. They find much and know little. */
const latentShare = 0.1;
const epochs = 40;
const tolerance = 1e-3;

/**
 * Logistic regression with a ridge penalty by dual coordinate descent (Yu, Huang & Lin 2011) in a fixed order. Minimizes
 * ½|w|² + Σ reach × log(1 + exp(-y (w·x + plain))): a model is a sum of its papers, each times its dual.
 */
function modelOf(judged: readonly Judged[]): Model {
  const model: Model = { words: new Map(), latent: new Float32Array(dimensions), phrases: [] };
  const likes = judged.filter(({ isLiked }) => isLiked).length;
  const dislikes = judged.length - likes;
  const ofLike = strength * Math.min(1, (judged.length / fullFrom) ** 2);
  const ofDislike = strength * shareOfDislike * Math.min(1, Math.max(1, likes) / Math.max(1, dislikes));
  const duals = judged.map(() => 0);
  for (let epoch = 0; epoch < epochs; epoch++) {
    let largest = 0;
    for (const [i, { features, isLiked, plain }] of judged.entries()) {
      const sign = isLiked ? 1 : -1;
      const margin = sign * (plain + product(model, features));
      const change = bestDual(duals[i]!, margin, isLiked ? ofLike : ofDislike) - duals[i]!;
      duals[i]! += change;
      addPaper(model, features, sign * change);
      largest = Math.max(largest, Math.abs(change));
    }
    if (largest < tolerance) break;
  }
  return model;
}

/** The log odds that a model adds to a paper. */
function product({ words, latent }: Model, features: Features): number {
  let sum = 0;
  for (const [i, term] of features.terms.entries()) sum += (words.get(term) ?? 0) * features.words[i]!;
  for (let axis = 0; axis < dimensions; axis++) sum += latent[axis]! * features.latent[axis]!;
  return sum;
}

function addPaper({ words, latent }: Model, features: Features, dual: number): void {
  for (const [i, term] of features.terms.entries())
    words.set(term, (words.get(term) ?? 0) + dual * features.words[i]!);
  for (let axis = 0; axis < dimensions; axis++) latent[axis]! += latentShare * dual * features.latent[axis]!;
}

/** A paper's product with itself. */
const square = 1 + latentShare;

/** The root of dual = reach × σ(-(margin + (dual - before) × square)), between 0 and `reach`, by bisection. */
function bestDual(before: number, margin: number, reach: number): number {
  let low = 0;
  let high = reach;
  while (high - low > tolerance / 10) {
    const dual = (low + high) / 2;
    if (dual > reach / (1 + Math.exp(margin + (dual - before) * square))) high = dual;
    else low = dual;
  }
  return (low + high) / 2;
}

/** The log odds of a document by the plain ranking over the whole index. */
function plainLogOdds(
  buffers: SearchBuffers,
  { query, context }: Understood,
  judgments: number,
): { trust: number; of: (docId: number) => number } {
  const { reader } = buffers;
  for (const { deleted, docBase } of reader.segments) buffers.excluded.set(deleted, docBase);
  const found = topK(buffers, context, (docId) => buffers.excluded[docId] === 0, rerankDepth);
  const covers = coverage(
    reader,
    query,
    found.map(({ docId }) => docId),
  );
  const { found: head, list } = reranked(buffers, query, { covers, found });
  const sums = new Map(head.map(({ docId, sum }) => [docId, sum]));
  const estimate = (docId: number) => sumFor(buffers, context, docId) * (1 + fromNeighbors);
  const trust = trustIn(list, judgments);
  return { trust, of: (docId) => trust * logOdds(priorOf(sums.get(docId) ?? estimate(docId), list)) };
}

/** Trust in the plain ranking: as likely as its own leading papers are relevant, and less with more judgments. */
const trustIn = (list: Strength, judgments: number): number =>
  Math.max(leastTrust, priorOf(list.sum, list)) / (1 + Math.max(0, judgments - few) / halving);

const leastTrust = 0.1;
/** Up to this many judgments leave trust unchanged; as many again halve it. */
const few = 5;
const halving = 20;

/** Log odds that any paper fits a topic: all we know of a liked paper that the index does not hold. */
const ofAnyPaper = -4;

/** Log odds per unit of the sum, the same for every list. */
const fullSlope = (() => {
  const middling: Strength = { sum: 1, lexical: 0.5, covered: 0.5 };
  return logOdds(priorOf(1.1, middling)) * 10 - logOdds(priorOf(1, middling)) * 10;
})();

/** Terms that may bring a paper into the list, which the model then scores in full. */
const liftingTermCount = 30;
/** About the length of the vector of an abstract's weighted words, and how saturated a word in it is. */
const wordsLength = 22;
const saturated = 0.5;

function liftingTerms({ statistics }: IndexReader, { words }: Model, slope: number): Map<number, number> {
  const lifting = [...words]
    .map(([term, weight]): [number, number] => [
      term,
      (weight * (statistics.idfs[term] ?? 0)) / wordsLength / slope,
    ])
    .filter(([, gain]) => gain > 0)
    .sort(([term, gain], [other, otherGain]) => otherGain - gain || term - other);
  return new Map(lifting.slice(0, liftingTermCount));
}

/** The model's log odds for documents of the index: `product` without making their features, plus phrases. */
function scorerOf({ reader, weigher }: SearchBuffers, model: Model): (docId: number) => number {
  const { statistics, vocabulary } = reader;
  const words = new Float32Array(vocabulary.stems.length);
  for (const [term, weight] of model.words) words[term] = weight;
  return (docId) => {
    const { segment, docBase } = segmentOf(reader, docId);
    const paper = docId - docBase;
    const of = weigher.of(segment.store, paper, statistics.averageLength);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < of.length; i++) {
      const value = of.weights[i]! * (statistics.idfs[of.terms[i]!] ?? 0);
      squares += value * value;
      sum += value * words[of.terms[i]!]!;
    }
    if (squares > 0) sum /= Math.sqrt(squares);
    sum += latentCosine(reader, model.latent, docId);
    for (const { terms, effect } of model.phrases) if (findPhrase(segment.store, paper, terms)) sum += effect;
    return sum;
  };
}

/** What a reader's rule for a word or phrase is worth at least, in log odds: about one step of the score shown. */
const asked = 0.7;

/** The same model, with the reader's own rules in place of what it has learned of those words. */
function withRules(reader: IndexReader, model: Model, lessons: readonly Lesson[]): Model {
  const words = new Map(model.words);
  const phrases: Model['phrases'] = [];
  for (const { phrase, wants } of lessons) {
    const terms = tokenize(phrase).flatMap(({ stem, isSynonym }) =>
      isSynonym ? [] : (reader.vocabulary.numbers.get(stem) ?? []),
    );
    const [term] = terms;
    const sign = wants === 'none' ? 0 : wants === 'more' ? 1 : -1;
    if (terms.length > 1) phrases.push({ terms, effect: sign * asked });
    else if (term !== undefined) {
      const unit = effectOf(reader, term, 1);
      const effect = Math.max(Math.abs(effectOf(reader, term, words.get(term) ?? 0)), asked);
      words.set(term, unit > 0 ? (sign * effect) / unit : 0);
    }
  }
  return { ...model, words, phrases };
}

/** About how far a word of this weight moves a paper that has it, in log odds. */
const effectOf = ({ statistics }: IndexReader, term: number, weight: number): number =>
  (weight * saturated * (statistics.idfs[term] ?? 0)) / wordsLength;

/** Every word of the judged papers that has a weight, as the first of them writes it. */
function wordsOf(reader: IndexReader, model: Model, judged: readonly SeedPaper[], own: ReadonlySet<number>) {
  const { numbers, stems } = reader.vocabulary;
  const found = new Map<number, Lessons['phrases'][number]>();
  for (const { id, title, abstract } of judged) {
    const text = `${title}\n${abstract ?? ''}`;
    scan(text, (forms, start) => {
      for (const { stem, isSynonym, from, to } of forms) {
        const term = isSynonym ? undefined : numbers.get(stem);
        const weight = term === undefined ? 0 : effectOf(reader, term, model.words.get(term) ?? 0);
        if (term === undefined || weight === 0 || own.has(term) || isNumber(stems[term]!)) continue;
        const known = found.get(term);
        if (known?.papers.at(-1) !== id) known?.papers.push(id);
        if (known) continue;
        const phrase = text.slice(start + from, start + to);
        found.set(term, { phrase, wants: weight > 0 ? 'more' : 'less', weight, papers: [id] });
      }
    });
  }
  return [...found.values()];
}
