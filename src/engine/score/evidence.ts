import { recalled } from '../core/memo.ts';
import type { Topic } from '../core/types.ts';
import { toUnitLength } from '../core/unitLength.ts';
import { TermWeigher } from '../documents/termWeights.ts';
import type { Matches } from '../index/matches.ts';
import { addPostings, type IndexReader, segmentOf, vectorAt } from '../index/reader.ts';
import { TopKHeap } from '../index/topKHeap.ts';
import { cosineAt, dimensions, fold } from '../latent/fold.ts';
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

export type SearchBuffers = ReturnType<typeof newBuffers>;

/** Buffers for one reader, reused from query to query. Not re-entrant: one query at a time. */
export function newBuffers(reader: IndexReader) {
  const numbers = () => new Float32Array(reader.docCount);
  return {
    reader,
    /** Scores by document id: BM25 of the topic, of the feedback terms and of what the reader liked, and their weighted sum. */
    ...{ lexical: numbers(), feedback: numbers(), liked: numbers(), words: numbers() },
    /** 1 for papers that must not appear: deleted, filtered by their text, or named in `except`. */
    excluded: new Uint8Array(reader.docCount),
    weigher: new TermWeigher(),
  };
}

/** The query, with index-wide maxima, so that normalized scores do not depend on filters. */
export interface QueryContext {
  /** Weight of each word score in the sum. */
  wordWeights: { lexical: number; feedback: number; liked: number };
  direction: Float32Array;
  embedding: EmbeddingQuery | null;
  relevanceFeedback: RelevanceFeedback | null;
}

/** What a reader's judgments add to the sum. */
export interface RelevanceFeedback {
  /** Terms that bring papers into the list, and what a saturated occurrence of each adds to the sum. */
  terms: ExpansionTerms;
  /** A unit vector whose positive cosine raises the sum. */
  towards: { direction: Float32Array; weight: number } | null;
  /** The direction of each liked paper, to name the one that a result resembles. */
  liked: { title: string; vector: Float32Array }[];
  /** For papers in the list: the exact value to use in place of the estimate by terms and direction. */
  rescore: (docId: number) => number;
}

export type ScoredDoc = { docId: number; evidence: Evidence; sum: number };

/** Number of terms taken from the best-matching papers. */
const feedbackTerms = 20;
/** Share of the query vector that comes from the feedback documents rather than from the topic's own words. */
const feedbackInDirection = 0.8;

/** Scores every paper by words (the topic's and the feedback documents') and prepares the vectors. */
export function computeEvidence(buffers: SearchBuffers, topic: Topic, query: Query): QueryContext {
  const { reader, lexical, feedback } = buffers;
  bm25(query, reader, lexical);
  const { coverage, terms, direction } = recalled(openings, query, () => openingOf(buffers, query));
  const maxFeedback = scoreExpansion(terms, reader, feedback);
  const ofFeedback = query.ideas.length === 1 ? weights.feedbackOfOne : weights.feedback;
  return {
    wordWeights: {
      lexical: coverage > 0 ? weights.lexical / coverage : 0,
      feedback: maxFeedback > 0 ? ofFeedback / maxFeedback : 0,
      liked: 0,
    },
    direction,
    embedding: embeddingQuery(reader, topic.vector),
    relevanceFeedback: null,
  };
}

/** Found once per query. A query belongs to one reader, so this stays valid. */
const openings = new WeakMap<Query, ReturnType<typeof openingOf>>();

/** What the best papers by the topic's words tell about it. */
function openingOf({ reader, lexical, weigher }: SearchBuffers, query: Query) {
  const top = topDocs(reader, lexical, feedbackDepth);
  return {
    /** Lexical score of the best paper: how much of the topic any paper covers, 0 to 1. */
    coverage: Math.min(lexical[top[0] ?? -1] ?? 0, 1),
    /** The terms that feedback adds. */
    terms: expansionTerms(reader, feedbackDocs(reader, top, lexical, weigher), feedbackTerms),
    direction: directionOf(reader, lexical, query, top),
  };
}

/** Document ids with the highest scores above 0, best first; ties by document id. Without deleted ones. */
function topDocs({ segments }: IndexReader, scores: Float32Array, count: number): number[] {
  const top = new TopKHeap(count);
  let least = Number.MIN_VALUE;
  for (const { deleted, docBase } of segments)
    for (let paper = 0; paper < deleted.length; paper++) {
      const score = scores[docBase + paper]!;
      if (score < least || deleted[paper] !== 0) continue;
      top.offer(docBase + paper, score);
      least = Math.max(least, top.threshold());
    }
  return top.sorted();
}

/** The same query with what the reader's judgments add; scores every paper by their words. */
export function withFeedback(
  { reader, liked }: SearchBuffers,
  context: QueryContext,
  judged: RelevanceFeedback,
): QueryContext {
  const highest = scoreExpansion(judged.terms, reader, liked);
  const wordWeights = { ...context.wordWeights, liked: highest > 0 ? 1 : 0 };
  return { ...context, wordWeights, relevanceFeedback: judged };
}

function directionOf(reader: IndexReader, lexical: Float32Array, query: Query, top: number[]): Float32Array {
  const own = new Float32Array(dimensions);
  const terms = Uint32Array.from(query.terms, ({ term }) => term);
  const weights = Float32Array.from(query.terms, ({ weight }) => weight);
  fold(reader.space, reader.statistics, { length: terms.length, terms, weights }, own);
  const center = new Float32Array(dimensions);
  for (const docId of top) {
    const weight = (lexical[docId]! / lexical[top[0]!]!) ** feedbackSteepness;
    const vector = vectorAt(reader, docId);
    for (let axis = 0; axis < dimensions; axis++) center[axis]! += weight * vector[axis]!;
  }
  toUnitLength(center);
  for (let axis = 0; axis < dimensions; axis++)
    own[axis] = (1 - feedbackInDirection) * own[axis]! + feedbackInDirection * center[axis]!;
  toUnitLength(own);
  return own;
}

/** Same as `sumOf(evidenceFor(…))` without allocating the object: called for every candidate. */
export function sumFor(buffers: SearchBuffers, context: QueryContext, docId: number): number {
  const { reader, lexical, feedback, liked } = buffers;
  const { direction, wordWeights, embedding, relevanceFeedback: judged } = context;
  let words = wordWeights.lexical * lexical[docId]! + wordWeights.feedback * feedback[docId]!;
  if (wordWeights.liked > 0) words += wordWeights.liked * liked[docId]!;
  let sum = Math.fround(words) + weights.latent * Math.max(0, latentCosine(reader, direction, docId));
  if (embedding) sum += weights.embedding * embeddingSimilarity(reader, embedding, docId);
  return judged ? sum + alongLiked(judged, reader, docId) : sum;
}

/** The weighted evidence for one paper, by kind. */
export function evidenceFor(buffers: SearchBuffers, context: QueryContext, docId: number): Evidence {
  const { reader, lexical, feedback, liked } = buffers;
  const { wordWeights, direction, embedding, relevanceFeedback: judged } = context;
  return {
    lexical: wordWeights.lexical * lexical[docId]!,
    feedback: wordWeights.feedback * feedback[docId]!,
    latent: weights.latent * Math.max(0, latentCosine(reader, direction, docId)),
    embedding: embedding ? weights.embedding * embeddingSimilarity(reader, embedding, docId) : 0,
    liked: judged ? wordWeights.liked * liked[docId]! + alongLiked(judged, reader, docId) : 0,
  };
}

/** The cosine of a unit vector and a document's latent vector. */
export function latentCosine(reader: IndexReader, direction: Float32Array, docId: number): number {
  const { segment, docBase } = segmentOf(reader, docId);
  return cosineAt(direction, segment.vectors, (docId - docBase) * dimensions);
}

const alongLiked = ({ towards }: RelevanceFeedback, reader: IndexReader, docId: number): number =>
  towards ? towards.weight * Math.max(0, latentCosine(reader, towards.direction, docId)) : 0;

/**
 * BM25 of the query's terms for every paper, into scores[docId]: 1 if all of the topic's own words are used to
 * saturation; expansion terms can add to it. Returns the highest. k1, b and the title's weight are in termWeights.ts
 * and docStore.ts.
 */
export function bm25(query: Query, reader: IndexReader, scores: Float32Array): number {
  scores.fill(0);
  let highest = 0;
  if (query.maxScore <= 0) return highest;
  for (const { term, weight, idf, matches } of query.scored) {
    const share = (weight * idf) / query.maxScore;
    highest = Math.max(
      highest,
      matches ? addMatches(matches, share, scores) : addPostings(reader, term, share, scores),
    );
  }
  return highest;
}

/** scores[docId] += weight × the saturated frequency, for every match. Returns the highest score reached. */
function addMatches({ docIds, frequencies }: Matches, weight: number, scores: Float32Array): number {
  let highest = 0;
  for (let i = 0; i < docIds.length; i++) {
    const frequency = frequencies[i]!;
    const score = Math.fround(scores[docIds[i]!]! + (weight * frequency) / (1 + frequency));
    scores[docIds[i]!] = score;
    if (score > highest) highest = score;
  }
  return highest;
}
