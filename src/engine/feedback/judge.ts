import type { Candidates, Topic } from '../core/types.ts';
import { type IndexReader, idAt, rowAt } from '../index/reader.ts';
import { coverage, hasAllIdeas } from '../query/coverage.ts';
import { paperFilter } from '../query/filter.ts';
import { plannedQuery } from '../query/plan.ts';
import {
  isWorthShowing,
  leastWorth,
  leastWorthIfLacking,
  relevanceFloor,
  relevanceOf,
  type Strength,
  sumWithRelevance,
} from '../score/calibrate.ts';
import { type Evidence, scoreOf } from '../score/combine.ts';
import {
  computeEvidence,
  type QueryContext,
  type ScoredDoc,
  type SearchBuffers,
  withFeedback,
} from '../score/evidence.ts';
import { impactOf, impactShare } from '../score/impact.ts';
import { worthShowingApart } from '../score/passages.ts';
import { rerankDepth, reranked, rescored, strengthOf } from '../score/secondStage.ts';
import { standingOf } from '../score/standing.ts';
import { topK } from '../score/topK.ts';
import { learnedFeedback } from './feedback.ts';

/** The result of `judge`, with what it was judged by. */
export type Judged = ReturnType<typeof judge>;
export type JudgedPaper = Judged['papers'][number];

/** The papers that are likely relevant, best first, among the `count` best candidates and at least `rerankDepth`. */
export function judge(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  options: { count: number; floor: number },
) {
  const { floor } = options;
  const { reader } = buffers;
  const scored = scoreCandidates(buffers, topic, candidates, options);
  const { list } = scored;
  const best = bestOf(scored);
  // Without a floor every paper is shown, so no passage needs to be read.
  const { isCondition } = scored.query;
  const isWorth = floor > 0 && !isCondition ? worthShowing(buffers, scored) : null;
  const papers = scored.found
    .map((one, at) => {
      const covered = coveredIn(scored, one.docId);
      const met = isCondition ? buffers.lexical[one.docId]! : null;
      return { ...calibrated(reader, { list, best, covered, met }, one), at };
    })
    .filter(
      (one) =>
        // What a paper lacks lowers its place, and does not hide it.
        one.score >= (floor > relevanceFloor ? floor : floor * one.covered) &&
        one.relevance > 0 &&
        (isWorth === null || isSupported(one) || (isGrounded(one) && isWorth(one, one.at))),
    )
    .sort((one, other) => other.score - one.score || other.sum - one.sum || one.docId - other.docId);
  return { ...scored, papers, floor };
}

/** The first `count` papers, as if only so many had been judged: impact lifts none from further down past them. */
export function firstOf(judged: Judged, count: number): Judged {
  const scored = new Set(judged.inOrder.slice(0, Math.max(judged.depth, count)));
  return { ...judged, papers: judged.papers.filter(({ docId }) => scored.has(docId)) };
}

/** Whether the paper at an index of the list is worth showing. */
function worthShowing(
  buffers: SearchBuffers,
  { query, covers, list, leaders }: ReturnType<typeof scoreCandidates>,
): (one: ScoredDoc, at: number) => boolean {
  const leading = leaders.map(({ docId }) => docId);
  const isWhole = leading.some((docId) => hasAllIdeas(query, covers, docId));
  const least = isWhole ? leastWorth : leastWorthIfLacking;
  const isWorthApart = worthShowingApart(buffers.reader, query, covers, leading);
  return (one, at) => {
    const strength = strengthOf(buffers, covers, one);
    if (!isWorthShowing(strength, list, least)) return false;
    return isWorthApart === null || isWorthApart(one.docId, at, strength.lexical);
  };
}

/**
 * A paper without any of the topic's or the expansion's words must be at least as likely relevant as not, unless likes
 * or embeddings support it. Otherwise similarity to neighbors alone would fill the digest of a thin topic.
 */
const isGrounded = ({ evidence, supported, score }: Rated): boolean =>
  evidence.lexical > 0 || supported || score >= floorWithoutWords;

/** Whether likes or embeddings support a paper, which may then express the topic in other words. */
export const isSupported = ({ supported, score }: Rated): boolean => supported && score >= floorOfSupported;

type Rated = Pick<ScoredDoc, 'evidence'> & { supported: boolean; score: number };

/** Minimum relevance of a paper that only likes or embeddings support. */
const floorOfSupported = 0.1;

/** Minimum relevance of a paper that shares no word with the topic. */
const floorWithoutWords = 0.5;

/** The papers with the highest sums, best first, before calibration: training data for the calibration. */
export function scoredForCalibration(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit }: { limit: number },
): { id: number; covered: number; paper: Strength; list: Strength }[] {
  const scored = scoreCandidates(buffers, topic, candidates, { count: limit });
  const { covers, found, list } = scored;
  return found.slice(0, limit).map((one) => ({
    id: idAt(buffers.reader, one.docId),
    covered: coveredIn(scored, one.docId),
    paper: strengthOf(buffers, covers, one),
    list,
  }));
}

/** The papers of the whole index that rank first for a text, before `diversify`. */
export function foundBy(buffers: SearchBuffers, text: string, limit: number): number[] {
  const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const candidates = { sources: new Set(buffers.reader.sources.map(({ name }) => name)) };
  return scoredForCalibration(buffers, topic, candidates, { limit }).map(({ id }) => id);
}

function scoreCandidates(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { count, floor = 0 }: { count: number; floor?: number },
) {
  const { reader } = buffers;
  const query = plannedQuery(topic, reader);
  const plain = computeEvidence(buffers, topic, query);
  const judged = learnedFeedback(buffers, topic, { query, context: plain });
  const context = judged ? withFeedback(buffers, plain, judged) : plain;
  const admits = paperFilter(reader, candidates, query, buffers.excluded);
  const depth = judged ? rescoreDepth : rerankDepth;
  const least = (list: Strength) => (judged || query.isCondition ? none : leastSum(context, list, floor));
  const among = (size: number) => {
    const found = topK(buffers, context, admits, size);
    const inOrder = found.map(({ docId }) => docId);
    const covers = coverage(reader, query, inOrder);
    const last = found[size - 1]?.sum ?? none;
    const head = judged
      ? rescored(buffers, query, covers, { found, learned: judged.rescore })
      : reranked(buffers, query, { covers, found }, least);
    return { query, context, covers, depth, inOrder, last, ...head };
  };
  const first = among(depth);
  // Only two to five of a hundred topics have close papers behind those that are reranked.
  return count <= depth || first.last < least(first.list) ? first : among(count);
}

const none = Number.NEGATIVE_INFINITY;

/** No paper with a lower sum has the score `floor` or more. Rules out none if embeddings bring papers in other words. */
function leastSum({ embedding }: QueryContext, list: Strength, floor: number): number {
  const relevance = floor - ofRounding;
  return embedding || relevance <= 0 ? none : sumWithRelevance(relevance, list) - ofRounding;
}

/** Slightly more than the rounding error of a score to four decimals. */
const ofRounding = 0.001;

/** Number of papers scored again by the learned model, which may lift one from far below. */
const rescoreDepth = 400;

/** Share of the relevance that depends on how much of a topic of several ideas a paper covers. */
const byCoverage = 0.5;
/** Ideas of a topic at most: a longer text repeats itself, and a paper need not cover all of it. */
const ideasAtMost = 5;

/** What a paper's relevance is multiplied with: 1 if it has every idea, and 1 for a topic of one idea or of a long text. */
function coveredIn({ query, covers }: ReturnType<typeof scoreCandidates>, docId: number): number {
  const { ideas } = query;
  return ideas.length > 1 && ideas.length <= ideasAtMost
    ? 1 - byCoverage + byCoverage * covers.share(docId) ** 3
    : 1;
}

function calibrated(
  reader: IndexReader,
  { list, best, covered, met }: { list: Strength; best: Best; covered: number; met: number | null },
  one: ScoredDoc,
) {
  const { docId, sum, evidence } = one;
  const { columns, row } = rowAt(reader, docId);
  const impact = impactOf(columns, row, reader.newestDay);
  const byWords = sum > 0 ? Math.max(relevanceOf(sum, list), relevanceInOtherWords(one, best)) : 0;
  const likely = met === null ? byWords : conditionMet * (1 + met);
  const relevance = likely * covered * standingOf(reader, docId);
  const supported = evidence.liked > 0 || isSimilar(evidence, best);
  return { ...one, covered, supported, relevance, impact, score: scoreOf(relevance, impact, impactShare) };
}

/** Relevance of an old paper that meets a topic's only condition; a new one has nearly twice as much. */
const conditionMet = 0.45;

/** The highest sum of a list, the relevance of its paper, and the most that embeddings add to a leading paper. */
type Best = { sum: number; relevance: number; embedding: number };

function bestOf({ found, list, leaders }: ReturnType<typeof scoreCandidates>): Best {
  const sum = found.reduce((most, one) => Math.max(most, one.sum), 0);
  const embedding = Math.max(...leaders.map(({ evidence }) => evidence.embedding));
  return { sum, relevance: sum > 0 ? relevanceOf(sum, list) : 0, embedding };
}

/** Most papers of a list stand out by their embeddings, so these support only papers as similar as the leading ones. */
const isSimilar = ({ embedding }: Evidence, best: Best): boolean =>
  embedding > 0 && embedding >= best.embedding;

/**
 * The calibration relies on the topic's words, so it cannot judge a paper that an embeddings server brings in other
 * words: such a paper is as relevant as the list's best, in proportion to its evidence.
 */
const relevanceInOtherWords = ({ evidence, sum }: ScoredDoc, best: Best): number =>
  evidence.lexical === 0 && isSimilar(evidence, best) ? (best.relevance * sum) / best.sum : 0;
