import { toUnitLength } from '#platform/unitLength.ts';
import type { Topic } from '../core/types.ts';
import type { IndexReader } from '../index/reader.ts';
import { Kernel } from '../kernel/kernel.ts';
import { cosineAt, dimensions, fold } from '../latent/fold.ts';
import type { RelevanceFeedback } from '../learning/feedback.ts';
import { bm25 } from '../query/bm25.ts';
import { type EmbeddingQuery, embeddingQuery, embeddingSimilarity } from '../query/embeddingSimilarity.ts';
import {
  type ExpansionTerms,
  expansionTerms,
  feedbackDepth,
  feedbackDocs,
  feedbackSteepness,
  scoreExpansion,
} from '../query/pseudoRelevance.ts';
import type { Query } from '../query/query.ts';
import { type Evidence, weights } from './combine.ts';
import { topDocs } from './topDocs.ts';

/** Buffers reused from query to query. Not re-entrant: one query at a time. */
export interface SearchBuffers {
  reader: IndexReader;
  kernel: Kernel;
  /** 1 for papers that must not appear: deleted, filtered by their text, or named in `except`. */
  excluded: Uint8Array;
}

/** Buffers for one reader, allocated once. */
export const newBuffers = (reader: IndexReader): SearchBuffers => ({
  reader,
  kernel: new Kernel(reader),
  excluded: new Uint8Array(reader.docCount),
});

/** The query, with index-wide maxima, so that normalized scores do not depend on filters. */
export interface QueryContext {
  /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
  coverage: number;
  maxFeedback: number;
  /** Weight of each word score in the sum. */
  wordWeights: { lexical: number; feedback: number; liked: number };
  direction: Float32Array;
  embedding: EmbeddingQuery | null;
  relevanceFeedback: RelevanceFeedback | null;
}

export interface ScoredDoc {
  docId: number;
  evidence: Evidence;
  sum: number;
}

/** Number of terms taken from the best-matching papers. */
const feedbackTerms = 20;
/** Share of the query vector that comes from the feedback documents rather than from the topic's own words. */
const feedbackInDirection = 0.8;

/** Scores every paper by words (the topic's and the feedback documents') and prepares the vectors. */
export function computeEvidence({ reader, kernel }: SearchBuffers, topic: Topic, query: Query): QueryContext {
  const highest = bm25(query, reader, kernel.lexical);
  const opening = openings.get(query) ?? openingOf(reader, kernel, query, highest);
  openings.set(query, opening);
  const { coverage, terms, direction } = opening;
  const maxFeedback = scoreExpansion(terms, reader, kernel.feedback);
  return {
    coverage,
    wordWeights: {
      lexical: coverage > 0 ? weights.lexical / coverage : 0,
      feedback: maxFeedback > 0 ? weights.feedback / maxFeedback : 0,
      liked: 0,
    },
    maxFeedback,
    direction,
    embedding: embeddingQuery(reader, topic.vector),
    relevanceFeedback: null,
  };
}

/** The best papers by the topic's words, and what they tell about the topic. */
interface Opening {
  coverage: number;
  /** The terms that feedback adds. */
  terms: ExpansionTerms;
  direction: Float32Array;
}

/** Found once per query. A query belongs to one reader, so this stays valid. */
const openings = new WeakMap<Query, Opening>();

function openingOf(reader: IndexReader, kernel: Kernel, query: Query, highest: number): Opening {
  const top = topDocs(reader, kernel, highest, feedbackDepth);
  return {
    coverage: Math.min(kernel.lexical[top[0] ?? -1] ?? 0, 1),
    terms: expansionTerms(reader, feedbackDocs(reader, top, kernel.lexical), feedbackTerms),
    direction: directionOf(reader, kernel, query, top),
  };
}

/** The same query with what the reader's judgments add; scores every paper by their words. */
export function withFeedback(
  { reader, kernel }: SearchBuffers,
  context: QueryContext,
  judged: RelevanceFeedback,
): QueryContext {
  const highest = scoreExpansion(judged.terms, reader, kernel.liked);
  const wordWeights = { ...context.wordWeights, liked: highest > 0 ? 1 : 0 };
  return { ...context, wordWeights, relevanceFeedback: judged };
}

function directionOf(
  reader: IndexReader,
  { lexical, vectors }: Kernel,
  query: Query,
  top: number[],
): Float32Array {
  const own = new Float32Array(dimensions);
  const terms = Uint32Array.from(query.terms, ({ term }) => term);
  const weights = Float32Array.from(query.terms, ({ weight }) => weight);
  fold(reader.space, reader.statistics, { length: terms.length, terms, weights }, own);
  const center = new Float32Array(dimensions);
  for (const docId of top) {
    const weight = (lexical[docId]! / lexical[top[0]!]!) ** feedbackSteepness;
    for (let axis = 0; axis < dimensions; axis++)
      center[axis]! += weight * vectors[docId * dimensions + axis]!;
  }
  toUnitLength(center);
  for (let axis = 0; axis < dimensions; axis++)
    own[axis] = (1 - feedbackInDirection) * own[axis]! + feedbackInDirection * center[axis]!;
  toUnitLength(own);
  return own;
}

/** Same as `sumOf(evidenceFor(…))` without allocating the object: called for every candidate. */
export function sumFor({ kernel, reader }: SearchBuffers, context: QueryContext, docId: number): number {
  const { direction, wordWeights, embedding, relevanceFeedback: judged } = context;
  const { lexical, feedback, liked } = kernel;
  let words = wordWeights.lexical * lexical[docId]! + wordWeights.feedback * feedback[docId]!;
  if (wordWeights.liked > 0) words += wordWeights.liked * liked[docId]!;
  let sum = Math.fround(words) + weights.latent * Math.max(0, kernel.cosineOf(direction, docId));
  if (embedding) sum += weights.embedding * embeddingSimilarity(reader, embedding, docId);
  return judged ? sum + alongLiked(judged, kernel, docId) : sum;
}

/** The weighted evidence for one paper, by kind. */
export function evidenceFor(
  { kernel, reader }: SearchBuffers,
  context: QueryContext,
  docId: number,
): Evidence {
  const { coverage, maxFeedback, wordWeights, direction, embedding, relevanceFeedback: judged } = context;
  const { lexical, feedback, liked } = kernel;
  return {
    lexical: coverage > 0 ? (weights.lexical * lexical[docId]!) / coverage : 0,
    feedback: maxFeedback > 0 ? (weights.feedback * feedback[docId]!) / maxFeedback : 0,
    latent: weights.latent * Math.max(0, kernel.cosineOf(direction, docId)),
    embedding: embedding ? weights.embedding * embeddingSimilarity(reader, embedding, docId) : 0,
    liked: judged ? wordWeights.liked * liked[docId]! + alongLiked(judged, kernel, docId) : 0,
  };
}

const alongLiked = ({ towards, away }: RelevanceFeedback, { vectors }: Kernel, docId: number): number => {
  const at = docId * dimensions;
  return (
    (towards ? towards.weight * Math.max(0, cosineAt(towards.direction, vectors, at)) : 0) -
    (away ? away.weight * Math.max(0, cosineAt(away.direction, vectors, at)) : 0)
  );
};
