import { toUnitLength } from '#platform/unitLength.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import type { Candidates, CloseMatch, ExploreOptions, Ranked, SeedPaper, Topic } from '../core/types.ts';
import { papersById } from '../index/reader.ts';
import { cosineAt } from '../latent/fold.ts';
import { docIdOf, featuresOfText } from '../learning/features.ts';
import type { SearchBuffers } from '../score/evidence.ts';
import { vectorAt } from '../score/neighbors.ts';
import { scoredForCalibration } from './judge.ts';
import { rank, rankOnly } from './rank.ts';

/** The papers that `rank` finds, in its order, each with its day and source. */
export function closeMatches(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  options: { limit: number; floor: number },
): CloseMatch[] {
  return rankOnly(buffers, topic, candidates, options).flatMap(({ id, score }) => {
    for (const segmentReader of buffers.reader.segments) {
      const paper = papersById(segmentReader).get(id);
      if (paper === undefined || segmentReader.deleted[paper]) continue;
      const { available, sources } = segmentReader.segment.store.columns;
      return [{ id, score, day: available[paper]!, source: sourceNames[sources[paper]!]! }];
    }
    return [];
  });
}

/** The papers of the whole index that rank first for a text, before `diversify`. */
export function foundBy(buffers: SearchBuffers, text: string, limit: number): number[] {
  const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const candidates = { sources: new Set(sourceNames) };
  return scoredForCalibration(buffers, topic, candidates, { limit }).map(({ id }) => id);
}

/** Number of leading papers from which `explore` chooses. */
const explored = 60;

/**
 * The paper that teaches most about what the reader wants: close to the topic, and different from every paper that was
 * judged or is shown (maximal marginal relevance, Carbonell & Goldstein 1998), because the learner knows least about its
 * kind. Null if no other paper reaches `floor`, 0 to 1. Deterministic.
 */
export function explore(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { shown, floor }: ExploreOptions,
): Ranked | null {
  const { reader } = buffers;
  const known = [...topic.liked, ...topic.disliked].map((paper) => directionOf(buffers, paper));
  for (const id of shown) known.push(directionOf(buffers, { id, title: '', abstract: null }));
  const near = rank(buffers, topic, candidates, { limit: explored, floor: 0 });
  let best: Ranked | null = null;
  let most = 0;
  for (const paper of near) {
    if (paper.score < floor || shown.includes(paper.id)) continue;
    const vector = vectorAt(reader, docIdOf(reader, paper.id));
    const nearest = known.reduce((closest, one) => Math.max(closest, cosineAt(one, vector, 0)), 0);
    const worth = paper.score * (1 - nearest);
    if (worth > most) [best, most] = [paper, worth];
  }
  return best && { ...best, why: { ...best.why, isExploratory: true } };
}

/** A paper's latent vector, of length 1. */
function directionOf({ reader }: SearchBuffers, paper: SeedPaper): Float32Array {
  const docId = docIdOf(reader, paper.id);
  if (docId < 0) return featuresOfText(reader, paper).latent;
  const direction = Float32Array.from(vectorAt(reader, docId));
  toUnitLength(direction);
  return direction;
}
