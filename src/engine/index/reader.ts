import { firstFrom } from '../core/firstFrom.ts';
import { once } from '../core/memo.ts';
import type { OtherNames, Source } from '../core/types.ts';
import type { Columns } from '../documents/columns.ts';
import type { Statistics } from '../documents/statistics.ts';
import type { Vocabulary } from '../documents/vocabulary.ts';
import { dimensions, type LatentSpace } from '../latent/fold.ts';
import type { Segment } from './segment.ts';

/** A read-only view over segments: paper `i` of a segment has the document id `docBase + i`. */
export interface IndexReader {
  /** Columns refer to them by number. */
  sources: readonly Source[];
  names: OtherNames;
  segments: SegmentReader[];
  docCount: number;
  vocabulary: Vocabulary;
  statistics: Statistics;
  space: LatentSpace;
  /** Computed from the first segment's papers, like the space. Papers added later change nothing until a merge. */
  senses: Senses;
  /** The latest day on which a paper became available, in days since 1970. */
  newestDay: number;
}

/** Forms of one stem with different meanings: a pair of forms per row, in both orders, by term (`text/wordForms.ts`). */
export type Senses = { terms: Uint32Array; forms: Uint32Array; others: Uint32Array };

/**
 * How papers of a segment write the stems of `Senses`: those of `terms[i]` are at `starts[i] … starts[i + 1]`, a form a row, with
 * what it counts in BM25; ascending by term and paper.
 */
export interface FormsInPapers {
  terms: Uint32Array;
  starts: Uint32Array;
  papers: Uint32Array;
  forms: Uint32Array;
  counts: Uint8Array;
}

export interface SegmentReader {
  segment: Segment;
  forms: FormsInPapers;
  docBase: number;
  /** 1 for a paper that was replaced or removed. */
  deleted: Uint8Array;
}

const rowsById = once(
  (ids: Float64Array): ReadonlyMap<number, number> =>
    new Map(ids.entries().map(([paper, id]) => [id, paper])),
);

/** Papers of a segment by work id. */
export const papersById = ({ segment }: SegmentReader): ReadonlyMap<number, number> =>
  rowsById(segment.store.columns.ids);

/** The document of a work; -1 if the index does not hold it. */
export function docIdOf(reader: IndexReader, id: number): number {
  for (const segmentReader of reader.segments) {
    const paper = papersById(segmentReader).get(id);
    if (paper !== undefined && segmentReader.deleted[paper] === 0) return segmentReader.docBase + paper;
  }
  return -1;
}

/**
 * scores[docId] += weight × the paper's saturated frequency of the term, for all papers that have it. Returns the highest
 * score that results; deleted papers do not count.
 */
export function addPostings(
  { segments }: IndexReader,
  term: number,
  weight: number,
  scores: Float32Array,
): number {
  let highest = 0;
  for (const { segment, docBase, deleted } of segments) {
    const at = rowOf(segment.terms, term);
    if (at < 0) continue;
    const { papers, weights } = segment;
    for (let i = segment.postings[at]!, end = segment.postings[at + 1]!; i < end; i++) {
      const docId = docBase + papers[i]!;
      const score = Math.fround(scores[docId]! + weight * weights[i]!);
      scores[docId] = score;
      if (score > highest && deleted[papers[i]!] === 0) highest = score;
    }
  }
  return highest;
}

/** Where a term's postings are in a segment: `from` = `to` for a term without any. */
export function postingsOf(segment: Segment, term: number): { from: number; to: number } {
  const at = rowOf(segment.terms, term);
  return at < 0 ? { from: 0, to: 0 } : { from: segment.postings[at]!, to: segment.postings[at + 1]! };
}

/** Document ids of the first papers with a term, at most `count` per segment and in total; deleted ones included. */
export const firstDocsWithTerm = ({ segments }: IndexReader, term: number, count: number): number[] =>
  segments
    .flatMap(({ segment, docBase }) => {
      const { from, to } = postingsOf(segment, term);
      const papers = segment.papers.subarray(from, Math.min(to, from + count));
      return Array.from(papers, (paper) => docBase + paper);
    })
    .slice(0, count);

/** Papers with a term, deleted ones included. */
export const documentFrequency = ({ segments }: IndexReader, term: number): number =>
  segments.reduce((sum, { segment }) => {
    const { from, to } = postingsOf(segment, term);
    return sum + to - from;
  }, 0);

/** Whether a document has a term. */
export function hasTerm(reader: IndexReader, docId: number, term: number): boolean {
  const { segment, docBase } = segmentOf(reader, docId);
  const { from, to } = postingsOf(segment, term);
  const paper = docId - docBase;
  const at = firstFrom(segment.papers, paper, from, to);
  return at < to && segment.papers[at] === paper;
}

/** The place of a term in an ascending list; -1 if it is not there. */
function rowOf(terms: Uint32Array, term: number): number {
  const at = firstFrom(terms, term);
  return terms[at] === term ? at : -1;
}

/** The segment that holds a document. */
export const segmentOf = (reader: IndexReader, docId: number): SegmentReader =>
  reader.segments[segmentNumber(reader, docId)]!;

/** The columns of a document's paper, and its row there. */
export function rowAt(reader: IndexReader, docId: number): { columns: Columns; row: number } {
  const { segment, docBase } = segmentOf(reader, docId);
  return { columns: segment.store.columns, row: docId - docBase };
}

/** The id of a document's paper. */
export function idAt(reader: IndexReader, docId: number): number {
  const { columns, row } = rowAt(reader, docId);
  return columns.ids[row]!;
}

/** The day on which it became available, in days since 1970. */
export function dayAt(reader: IndexReader, docId: number): number {
  const { columns, row } = rowAt(reader, docId);
  return columns.available[row]!;
}

/** A document's latent vector, of length 127. */
export function vectorAt(reader: IndexReader, docId: number): Int8Array {
  const { segment, docBase } = segmentOf(reader, docId);
  const start = (docId - docBase) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}

/** The position of that segment in `segments`. Linear, because there are at most a dozen. */
export function segmentNumber({ segments }: IndexReader, docId: number): number {
  let last = segments.length - 1;
  while (segments[last]!.docBase > docId) last--;
  return last;
}
