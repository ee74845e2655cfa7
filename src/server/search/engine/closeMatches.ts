import { sourceNames } from '#shared/papers/sources.ts';
import type { Candidates, CloseMatch, Topic } from '../core/types.ts';
import { papersById } from '../index/reader.ts';
import type { SearchBuffers } from '../score/evidence.ts';
import { rank } from './rank.ts';

/** The papers that `rank` finds, in its order, with the day and the source of each. */
export function closeMatches(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  options: { limit: number; floor: number },
): CloseMatch[] {
  return rank(buffers, topic, candidates, options).flatMap(({ id, score }) => {
    for (const segmentReader of buffers.reader.segments) {
      const paper = papersById(segmentReader).get(id);
      if (paper === undefined || segmentReader.deleted[paper]) continue;
      const { available, sources } = segmentReader.segment.store.columns;
      return [{ id, score, day: available[paper]!, source: sourceNames[sources[paper]!]! }];
    }
    return [];
  });
}
