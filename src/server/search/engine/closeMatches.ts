import { sourceNames } from '#shared/papers/sources.ts';
import type { Candidates, CloseMatch, Topic } from '../core/types.ts';
import { docIdOf, segmentOf } from '../index/reader.ts';
import type { SearchBuffers } from '../score/evidence.ts';
import { scoredForCalibration } from './judge.ts';
import { rankOnly } from './rank.ts';

/** The papers that `rank` finds, in its order, each with its day and source. */
export function closeMatches(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  options: { limit: number; floor: number },
): CloseMatch[] {
  return rankOnly(buffers, topic, candidates, options).map(({ id, score }) => {
    const docId = docIdOf(buffers.reader, id);
    const { segment, docBase } = segmentOf(buffers.reader, docId);
    const { available, sources } = segment.store.columns;
    return { id, score, day: available[docId - docBase]!, source: sourceNames[sources[docId - docBase]!]! };
  });
}

/** The papers of the whole index that rank first for a text, before `diversify`. */
export function foundBy(buffers: SearchBuffers, text: string, limit: number): number[] {
  const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const candidates = { sources: new Set(sourceNames) };
  return scoredForCalibration(buffers, topic, candidates, { limit }).map(({ id }) => id);
}
