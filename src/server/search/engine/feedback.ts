import { toUnitLength } from '#platform/unitLength.ts';
import type { Lessons, Topic } from '../core/types.ts';
import type { IndexReader } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';
import { docIdOf, type Features, featuresAt, featuresOfText } from '../learning/features.ts';
import type { RelevanceFeedback } from '../learning/feedback.ts';
import { phrasesOf, withLessons } from '../learning/lessons.ts';
import { type JudgedPaper, learnModel, type Model } from '../learning/model.ts';
import { PairMap } from '../learning/pairMap.ts';
import { scorerOf } from '../learning/scorer.ts';
import { coverage } from '../query/coverage.ts';
import type { Query } from '../query/query.ts';
import { priorOf, type Strength } from '../score/calibrate.ts';
import { computeEvidence, type QueryContext, type SearchBuffers, sumFor } from '../score/evidence.ts';
import { plannedQuery } from '../score/planned.ts';
import { fromNeighbors, rerankDepth, reranked } from '../score/secondStage.ts';
import { topK } from '../score/topK.ts';

/** A topic as the plain ranking understands it. */
export interface Understood {
  query: Query;
  context: QueryContext;
}

/** Turns a topic's judgments into feedback; null if there are none, or if they do not help. */
export type FeedbackMethod = (
  buffers: SearchBuffers,
  topic: Topic,
  understood: Understood,
) => RelevanceFeedback | null;

/** The contribution of the learned model, in the units of the sum. */
export const learnedFeedback: FeedbackMethod = (buffers, topic, understood) => {
  if (!hasJudgments(topic) && !topic.lessons?.length) return null;
  const { reader } = buffers;
  const { model: own, liked, trust } = learned(buffers, topic, understood);
  const model = withLessons(reader, own.check?.helps === false ? nothing : own, topic.lessons ?? []);
  if (model === nothing) return null;
  const score = scorerOf(reader, model);
  const slope = trust * fullSlope;
  const length = Math.hypot(...model.latent);
  return {
    terms: liftingTerms(reader, model, slope),
    towards: length > 0 ? { direction: model.latent.map((x) => x / length), weight: length / slope } : null,
    away: null,
    liked,
    rescore: (docId) => score(docId) / slope,
    model,
  };
};

const hasJudgments = ({ liked, disliked }: Topic): boolean => liked.length + disliked.length > 0;

/** The model that leaves the plain ranking as it is. */
const nothing: Model = {
  words: new Map(),
  pairs: new PairMap(),
  latent: new Float32Array(dimensions),
  check: null,
};

/** What the topic's judgments and rules have taught. Follows the rules even if the judgments do not help. */
export function lessonsOf(buffers: SearchBuffers, topic: Topic): Lessons {
  if (!hasJudgments(topic)) return { check: null, phrases: [] };
  const { reader } = buffers;
  const query = plannedQuery(topic, reader);
  const context = computeEvidence(buffers, topic, query);
  const { model } = learned(buffers, topic, { query, context });
  const own = new Set(query.terms.filter((one) => one.own).map(({ term }) => term));
  const taught = withLessons(reader, model, topic.lessons ?? []);
  return { check: model.check, phrases: phrasesOf(reader, taught, [...topic.liked, ...topic.disliked], own) };
}

/** Log odds per unit of the sum, the same for every list. */
const fullSlope = (() => {
  const middling: Strength = { sum: 1, lexical: 0.5, covered: 0.5 };
  return logOdds(priorOf(1.1, middling)) * 10 - logOdds(priorOf(1, middling)) * 10;
})();

function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, 1e-4), 1 - 1e-4);
  return Math.log(bounded / (1 - bounded));
}

/** Terms that may bring a paper into the list, which the model then scores in full. */
const liftingTermCount = 30;

function liftingTerms({ statistics }: IndexReader, { words }: Model, slope: number): Map<number, number> {
  const scale = typicalWordLength * slope;
  const lifting = [...words]
    .map(([term, weight]): [number, number] => [term, (weight * (statistics.idfs[term] ?? 0)) / scale])
    .filter(([, gain]) => gain > 0)
    .sort(([term, gain], [other, otherGain]) => otherGain - gain || term - other);
  return new Map(lifting.slice(0, liftingTermCount));
}

/** Typical length of the vector of an abstract's weighted words. It only serves to estimate papers outside the list. */
const typicalWordLength = 22;

interface Learned {
  trust: number;
  model: Model;
  liked: RelevanceFeedback['liked'];
}

/** Learned models by reader and judgments: a topic is ranked more often than judged. */
const known = new WeakMap<IndexReader, Map<string, Learned>>();
const knownAtMost = 64;

function learned(buffers: SearchBuffers, topic: Topic, understood: Understood): Learned {
  const models = known.get(buffers.reader) ?? new Map<string, Learned>();
  known.set(buffers.reader, models);
  const ids = (papers: Topic['liked']) => papers.map(({ id }) => id).sort((one, other) => one - other);
  const key = JSON.stringify([topic.text, topic.expansion, ids(topic.liked), ids(topic.disliked)]);
  const before = models.get(key);
  if (before) return before;
  const fresh = learn(buffers, topic, understood);
  if (models.size >= knownAtMost) models.delete(models.keys().next().value!);
  models.set(key, fresh);
  return fresh;
}

function learn(buffers: SearchBuffers, { liked, disliked }: Topic, understood: Understood): Learned {
  const { reader } = buffers;
  const plain = plainLogOdds(buffers, understood, liked.length + disliked.length);
  const judged = (papers: Topic['liked'], isLiked: boolean): (JudgedPaper & { title: string })[] =>
    papers.map((paper) => {
      const docId = docIdOf(reader, paper.id);
      return {
        ...{ id: paper.id, title: paper.title, liked: isLiked, isExploratory: paper.isExploratory },
        features: docId >= 0 ? featuresAt(reader, docId) : featuresOfText(reader, paper),
        plain: docId >= 0 ? plain.of(docId) : isLiked ? ofAnyPaper : 0,
      };
    });
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  const likes = judged(liked, true).sort(byId);
  // Sorted by id, so that neither judgment nor time decides which papers are checked together.
  const all = [...likes, ...judged(disliked, false)].sort(byId);
  const directionOf = ({ latent }: Features) => {
    const direction = latent.slice();
    toUnitLength(direction);
    return direction;
  };
  return {
    trust: plain.trust,
    model: learnModel(all),
    liked: likes.map(({ title, features }) => ({ title, vector: directionOf(features) })),
  };
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
  return {
    trust,
    of: (docId: number) => trust * logOdds(priorOf(sums.get(docId) ?? estimate(docId), list)),
  };
}

/**
 * Trust in the plain ranking relative to judgments: as likely as its own leading papers are relevant, and less with more
 * judgments. With hundreds of judgments the model decides almost alone.
 */
const trustIn = (list: Strength, judgments: number): number =>
  Math.max(leastTrust, priorOf(list.sum, list)) / (1 + Math.max(0, judgments - few) / halving);

const leastTrust = 0.1;
/** Up to this many judgments leave trust unchanged; as many again halve it. */
const few = 5;
const halving = 20;

/** Log odds that any paper fits a topic: all we know of a liked paper that the index does not hold. */
const ofAnyPaper = -4;
