import type { Candidates, Ranked, Topic } from '../core/types.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { maxCompared } from '../kernel/kernel.ts';
import { cosineAt } from '../latent/fold.ts';
import { coverageOf, sufficiency } from '../query/coverage.ts';
import { paperFilter } from '../query/filter.ts';
import { planQuery } from '../query/plan.ts';
import { proximity } from '../query/proximity.ts';
import type { Query } from '../query/query.ts';
import { type CalibrationFeatures, isWorthShowing, relevanceOf } from '../score/calibrate.ts';
import { partsOf, scoreOf, sumOf, weights } from '../score/combine.ts';
import { computeEvidence, type QueryContext, type ScoredDoc, type SearchBuffers } from '../score/evidence.ts';
import { impactOf, impactShare } from '../score/impact.ts';
import { neighborSupport, PairwiseSimilarity, vectorAt } from '../score/neighbors.ts';
import { topK } from '../score/topK.ts';
import { diversify } from './diversify.ts';
import { explain } from './explain.ts';
import { isNotice, standingOf } from './standing.ts';

/** How many papers the second stage reranks. */
const rerankDepth = maxCompared;

/** Extra papers, to replace near-duplicates. */
const spare = 20;

/** The best papers for a topic; see `SearchIndex.rank`. */
export function rank(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit, floor }: { limit: number; floor: number },
): Ranked[] {
  const { reader } = buffers;
  const { query, context, found, closeness } = scoreCandidates(buffers, topic, candidates, limit + spare);
  const judged = found
    .map((one) => calibrated(reader, context, one))
    .filter(
      (one) =>
        one.score >= floor &&
        one.score > 0 &&
        (floor === 0 ||
          isSupported(one) ||
          (isGrounded(one) &&
            isWorthShowing(one.sum, sufficiency(reader, query, one.docId), context.features))),
    )
    .sort((one, other) => other.score - one.score || other.sum - one.sum || one.docId - other.docId);
  const papers = judged.slice(0, limit + spare).filter(({ docId }) => !isNotice(reader, docId));
  return diversify(reader, closeness, papers, limit).map((one) => ({
    id: idAt(reader, one.docId),
    ...partsOf(one.evidence, one.relevance, one.impact, impactShare),
    why: explain(reader, one.docId, query, resembledLike(reader, one, context)),
  }));
}

/**
 * A paper without any of the topic's or the expansion's words must be at least as likely relevant as not, unless likes
 * or embeddings support it. Otherwise similarity to neighbors alone would fill the digest of a thin topic.
 */
const isGrounded = ({ evidence, score }: { evidence: ScoredDoc['evidence']; score: number }): boolean =>
  evidence.lexical > 0 || evidence.embedding > 0 || evidence.liked > 0 || score >= floorWithoutWords;

/** Whether likes or embeddings bring a paper, which may then say in other words what the topic asks for. */
const isSupported = ({ evidence, score }: { evidence: ScoredDoc['evidence']; score: number }): boolean =>
  (evidence.embedding > 0 || evidence.liked > 0) && score >= floorOfSupported;

/** Least relevance of a paper that only likes or embeddings speak for. */
const floorOfSupported = 0.1;

/** Least relevance of a paper that shares no word with the topic. */
const floorWithoutWords = 0.5;

/** The papers with the highest sums, best first, before calibration: training data for the calibration. */
export function scoredForCalibration(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  limit: number,
): { id: number; sum: number; covered: number; features: CalibrationFeatures }[] {
  const { reader } = buffers;
  const { query, context, found } = scoreCandidates(buffers, topic, candidates, limit);
  return found
    .sort((one, other) => other.sum - one.sum || one.docId - other.docId)
    .slice(0, limit)
    .map(({ docId, sum }) => ({
      id: idAt(reader, docId),
      sum,
      covered: sufficiency(reader, query, docId),
      features: context.features,
    }));
}

function scoreCandidates(buffers: SearchBuffers, topic: Topic, candidates: Candidates, count: number) {
  const { reader } = buffers;
  const query = planQuery(topic, reader);
  const context = computeEvidence(buffers, topic, query);
  const admits = paperFilter(reader, candidates, query, buffers.excluded);
  const found = topK(buffers, context, admits, Math.max(rerankDepth, count));
  const closeness = rerank(buffers, query, found.slice(0, rerankDepth));
  const best = found.toSorted((one, other) => other.sum - one.sum).slice(0, 10);
  const covered = best.reduce((sum, { docId }) => sum + sufficiency(reader, query, docId), 0);
  context.features.covered = covered / Math.max(1, best.length);
  return { query, context, found, closeness };
}

/** Second stage: proximity and neighbor support, which are too expensive to compute for every paper. */
function rerank({ reader, kernel }: SearchBuffers, query: Query, found: ScoredDoc[]): PairwiseSimilarity {
  const closeness = new PairwiseSimilarity(
    kernel,
    found.map(({ docId }) => docId),
  );
  const worth = neighborSupport(
    closeness,
    found.map(({ sum }) => sum),
  );
  const near = proximity(reader, query);
  for (const [i, one] of found.entries()) {
    if (kernel.lexical[one.docId]! > 0) {
      one.evidence.lexical += weights.proximity * near(one.docId);
      if (query.aspects.length > 1)
        one.evidence.lexical += weights.coverage * coverageOf(reader, query, one.docId);
    }
    one.evidence.latent += weights.neighbors * worth[i]!;
    one.sum = sumOf(one.evidence);
  }
  return closeness;
}

function idAt(reader: IndexReader, docId: number): number {
  const { segment, docBase } = segmentOf(reader, docId);
  return segment.store.columns.ids[docId - docBase]!;
}

function calibrated(reader: IndexReader, context: QueryContext, { docId, evidence, sum }: ScoredDoc) {
  const { segment, docBase } = segmentOf(reader, docId);
  const impact = impactOf(segment.store.columns, docId - docBase, reader.newestDay);
  const relevance = sum > 0 ? relevanceOf(sum, context.features) * standingOf(reader, docId) : 0;
  return { docId, evidence, sum, relevance, impact, score: scoreOf(relevance, impact, impactShare) };
}

/** The title of the most similar liked paper, if it is similar and the likes have raised this paper's score. */
function resembledLike(
  reader: IndexReader,
  { docId, evidence }: ScoredDoc,
  { relevanceFeedback }: QueryContext,
): string | null {
  if (!relevanceFeedback || evidence.liked <= 0) return null;
  const vector = vectorAt(reader, docId);
  const near = relevanceFeedback.liked
    .map(({ title, vector: liked }) => ({ title, cosine: cosineAt(liked, vector, 0) }))
    .reduce((one, other) => (other.cosine > one.cosine ? other : one), { title: '', cosine: 0 });
  return near.cosine >= resemblesFrom ? near.title : null;
}

/** Latent cosine from which two papers count as similar. */
const resemblesFrom = 0.5;
