import { hasTerm, type IndexReader } from '../index/reader.ts';
import type { Query, ScoredTerm } from './query.ts';

/** Which of the topic's aspects a document covers, each from 0 (no word of it) to 1. */
export function coveredAspects(reader: IndexReader, { aspects, scored }: Query, docId: number): number[] {
  return aspects.map(({ parts, whole }) => {
    if (whole.some((i) => matches(reader, scored[i]!, docId))) return 1;
    let held = 0;
    let all = 0;
    for (const i of parts) {
      all += scored[i]!.weight;
      if (matches(reader, scored[i]!, docId)) held += scored[i]!.weight;
    }
    return all > 0 ? held / all : 0;
  });
}

/** The share of the topic's idf mass that documents cover, 0 to 1; each is looked at once. */
export function coverage(reader: IndexReader, query: Query): Coverage {
  const known = new Map<number, number>();
  const share = (docId: number) => {
    const before = known.get(docId);
    if (before !== undefined) return before;
    let sum = 0;
    for (const [i, covered] of coveredAspects(reader, query, docId).entries())
      sum += covered * query.aspects[i]!.share;
    known.set(docId, sum);
    return sum;
  };
  const needed = Math.min(1, 0.35 + 2 / Math.max(1, query.aspects.length));
  return { share, sufficiency: (docId) => Math.min(1, share(docId) / needed) };
}

export interface Coverage {
  share(docId: number): number;
  /**
   * The share relative to what a topic of this length needs, 0 to 1: one of three aspects has to be covered in full; of
   * a longer one, which says things twice, a part is enough (compare `minimum_should_match` of Elasticsearch).
   */
  sufficiency(docId: number): number;
}

function matches(reader: IndexReader, { term, matches }: ScoredTerm, docId: number): boolean {
  if (!matches) return hasTerm(reader, docId, term);
  const { docIds } = matches;
  let low = 0;
  let high = docIds.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (docIds[middle] === docId) return true;
    if (docIds[middle]! < docId) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
