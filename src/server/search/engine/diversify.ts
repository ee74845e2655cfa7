import { type IndexReader, segmentOf } from '../index/reader.ts';
import type { PairwiseSimilarity } from '../score/neighbors.ts';

/** Two papers that share this much of their words tell the same thing twice. */
const sameWords = 0.7;
/** Cheap test first: papers further apart than this in the latent space do not share that many words. */
const sameDirection = 0.9;
/** Fewer different words than this are a title, of which a series shares most. */
const leastWords = 15;

/** Of ten papers, at most three of one laboratory on one thing. */
const mostOfOneAuthor = 0.3;
/** Latent cosine from which two papers of a laboratory are one series. */
const sameSeries = 0.5;

/**
 * The best `limit` papers, thinned: of two papers that share seven tenths of their words, the better one stays; and a
 * laboratory's series (the same last author, near in the latent space) gives three of ten, more only when no other
 * paper is left. Only the papers that were compared, the head of the list, are thinned; the order does not change.
 */
export function diversify<Found extends { docId: number }>(
  reader: IndexReader,
  closeness: PairwiseSimilarity,
  found: readonly Found[],
  limit: number,
): Found[] {
  const kept: Candidate<Found>[] = [];
  const waiting: Candidate<Found>[] = [];
  const most = Math.ceil(limit * mostOfOneAuthor);
  for (const [at, one] of found.entries()) {
    if (kept.length >= limit) break;
    const told = { one, at, row: closeness.rowOf(one.docId), lab: authorKeyAt(reader, one.docId) };
    const repeats = (other: Candidate<Found>) =>
      closeness.of(told.row, other.row) > sameDirection &&
      areNearDuplicates(reader, one.docId, other.one.docId);
    if (kept.some(repeats) || waiting.some(repeats)) continue;
    const series = kept.filter(
      (other) => told.lab > 0 && other.lab === told.lab && closeness.of(told.row, other.row) > sameSeries,
    );
    (series.length < most ? kept : waiting).push(told);
  }
  return [...kept, ...waiting.slice(0, limit - kept.length)]
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);
}

interface Candidate<Found> {
  one: Found;
  at: number;
  row: number;
  lab: number;
}

function authorKeyAt(reader: IndexReader, docId: number): number {
  const { segment, docBase } = segmentOf(reader, docId);
  return segment.store.columns.authorKeys[docId - docBase]!;
}

/** By shared terms over all terms of the two (Jaccard); two bare titles count only when they are one. */
function areNearDuplicates(reader: IndexReader, one: number, other: number): boolean {
  mark += 2;
  const first = markTerms(reader, one, mark - 1, mark - 1);
  const second = markTerms(reader, other, mark, mark - 1);
  const all = first.marked + second.marked;
  return second.met === all || (all >= leastWords && second.met > sameWords * all);
}

/** When each term was last met; kept between calls, because clearing it would cost more. */
let marks = new Int32Array(0x10000);
let mark = 0;

/** Marks the paper's terms: how many were new, and how many of them bore the mark `earlier`. */
function markTerms(
  reader: IndexReader,
  docId: number,
  now: number,
  earlier: number,
): { marked: number; met: number } {
  const { segment, docBase } = segmentOf(reader, docId);
  const { starts, tokens } = segment.store;
  let marked = 0;
  let met = 0;
  for (let at = starts[docId - docBase]!; at < starts[docId - docBase + 1]!; at++) {
    const term = tokens[at]! >>> 1;
    if (term >= marks.length) marks = grown(marks, term);
    const last = marks[term]!;
    if (last === now) continue;
    if (last === earlier) met++;
    else marked++;
    marks[term] = now;
  }
  return { marked, met };
}

function grown(numbers: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(index * 2);
  copy.set(numbers);
  return copy;
}
