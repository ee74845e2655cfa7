import { type IndexReader, postingsOf, segmentNumber } from '../index/reader.ts';
import type { Query, ScoredTerm } from './query.ts';

/** How much of a topic each of some documents covers. */
export interface Coverage {
  /** The share of the topic's idf mass, 0 to 1. */
  share(docId: number): number;
  /**
   * The share relative to what a topic of this length needs, 0 to 1: one of three aspects has to be covered in full; of
   * a longer one, which says things twice, a part is enough (compare `minimum_should_match` of Elasticsearch).
   */
  sufficiency(docId: number): number;
  /** The share of one aspect (an index into `query.aspects`), 0 to 1. */
  ofAspect(aspect: number, docId: number): number;
}

/** Looks the topic's aspects up in all these documents at once. */
export function coverage(reader: IndexReader, query: Query, docIds: readonly number[]): Coverage {
  const { aspects, scored } = query;
  const rows = new Map(docIds.map((docId, row) => [docId, row]));
  const held = scored.map((one) => (one.aspect < 0 ? null : holders(reader, one, docIds)));
  const shares = new Float64Array(docIds.length);
  const byAspect = aspects.map(({ parts, whole, share }) => {
    const covers = new Float64Array(docIds.length);
    const all = parts.reduce((sum, i) => sum + scored[i]!.weight, 0);
    for (let row = 0; row < docIds.length; row++) {
      let part = 0;
      for (const i of parts) if (held[i]![row]) part += scored[i]!.weight;
      let covered = all > 0 ? part / all : 0;
      for (const i of whole) if (held[i]![row]) covered = 1;
      covers[row] = covered;
      shares[row]! += covered * share;
    }
    return covers;
  });
  const needed = Math.min(1, 0.35 + 2 / Math.max(1, aspects.length));
  const share = (docId: number) => shares[rows.get(docId) ?? -1] ?? 0;
  return {
    share,
    sufficiency: (docId) => Math.min(1, share(docId) / needed),
    ofAspect: (aspect, docId) => byAspect[aspect]?.[rows.get(docId) ?? -1] ?? 0,
  };
}

/** For each document whether it has the term or one of its other names. */
function holders(reader: IndexReader, { term, matches }: ScoredTerm, docIds: readonly number[]): Uint8Array {
  const held = new Uint8Array(docIds.length);
  if (matches) {
    const { length } = matches.docIds;
    for (const [row, docId] of docIds.entries())
      held[row] = holds(matches.docIds, { from: 0, to: length }, docId) ? 1 : 0;
    return held;
  }
  const spans = reader.segments.map(({ segment }) => postingsOf(segment, term));
  for (const [row, docId] of docIds.entries()) {
    const at = segmentNumber(reader, docId);
    const { segment, docBase } = reader.segments[at]!;
    held[row] = holds(segment.papers, spans[at]!, docId - docBase) ? 1 : 0;
  }
  return held;
}

/** Whether a number is in a part of an ascending list. */
function holds(numbers: Uint32Array, { from, to }: { from: number; to: number }, wanted: number): boolean {
  let low = from;
  let high = to - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = numbers[middle]!;
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
