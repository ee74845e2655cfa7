import { type IndexReader, segmentOf } from '../index/reader.ts';
import type { PairwiseSimilarity } from './neighbors.ts';

/** Share of common words (Jaccard) above which two papers are near-duplicates. */
const sameWords = 0.7;
/** Latent cosine below which two papers cannot share that many words: a cheap test first. */
const sameDirection = 0.9;
/** With fewer distinct words than this a paper has only a title, and titles in a series share most words. */
const leastWords = 15;

/** At most three of ten papers from one group on one subject. */
const mostOfOneAuthor = 0.3;
/** Latent cosine above which two papers with the same last author belong to one series. */
const sameSeries = 0.5;

/**
 * The best `limit` papers without near-duplicates (the better of two stays) and with at most three of ten from one series
 * (same last author, close in the latent space), more only if no other paper is left. Applies only to reranked papers,
 * and never changes their order.
 */
export function diversify<Found extends { docId: number }>(
  reader: IndexReader,
  similarity: PairwiseSimilarity,
  found: readonly Found[],
  limit: number,
): Found[] {
  const kept: Candidate<Found>[] = [];
  const waiting: Candidate<Found>[] = [];
  const most = Math.ceil(limit * mostOfOneAuthor);
  for (const [at, one] of found.entries()) {
    if (kept.length >= limit) break;
    const candidate = { one, at, row: similarity.rowOf(one.docId), author: authorKeyAt(reader, one.docId) };
    const repeats = (other: Candidate<Found>) =>
      similarity.of(candidate.row, other.row) > sameDirection &&
      areNearDuplicates(reader, one.docId, other.one.docId);
    if (kept.some(repeats) || waiting.some(repeats)) continue;
    const series = kept.filter(
      (other) =>
        candidate.author > 0 &&
        other.author === candidate.author &&
        similarity.of(candidate.row, other.row) > sameSeries,
    );
    (series.length < most ? kept : waiting).push(candidate);
  }
  return [...kept, ...waiting.slice(0, limit - kept.length)]
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);
}

interface Candidate<Found> {
  one: Found;
  at: number;
  row: number;
  author: number;
}

function authorKeyAt(reader: IndexReader, docId: number): number {
  const { segment, docBase } = segmentOf(reader, docId);
  return segment.store.columns.authorKeys[docId - docBase]!;
}

/** Jaccard similarity of their terms. Two papers without abstracts are near-duplicates only if their titles are equal. */
function areNearDuplicates(reader: IndexReader, one: number, other: number): boolean {
  mark += 2;
  const first = markTerms(reader, one, mark - 1, mark - 1);
  const second = markTerms(reader, other, mark, mark - 1);
  const all = first.marked + second.marked;
  return second.met === all || (all >= leastWords && second.met > sameWords * all);
}

/** When each term was last seen. Kept between calls, because clearing it would cost more; not re-entrant. */
let marks = new Int32Array(0x10000);
let mark = 0;

/** Marks the paper's terms with `now`. Returns how many were new, and how many had the mark `earlier`. */
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
