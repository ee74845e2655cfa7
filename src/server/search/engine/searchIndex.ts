import { type Background, shippedBackground } from '../documents/background.ts';
import { type DocStore, joinStores, storePapers } from '../documents/docStore.ts';
import { averageLength, countPapers, initialStatistics } from '../documents/statistics.ts';
import { newVocabulary, type Vocabulary } from '../documents/vocabulary.ts';
import { type IndexReader, papersById, type SegmentReader } from '../index/reader.ts';
import { buildSegment, type Segment } from '../index/segment.ts';
import { learnSpace } from '../latent/learn.ts';
import { newBuffers, type SearchBuffers } from '../score/evidence.ts';
import type { IndexPaper, SearchIndex } from '../types.ts';
import { type CooperativeYield, newYielder } from '../yieldToEventLoop.ts';
import { rank } from './rank.ts';

/** An index that newer ones can be made from; it stays as it is meanwhile. */
export interface UpdatableIndex extends SearchIndex {
  /** Segments it asks: many are slower than one. */
  readonly segmentCount: number;
  /** What it is made of, for another thread. */
  readonly reader: IndexReader;
  /**
   * The index with `papers` added, in place of earlier ones with their ids, and without `removed`.
   * Takes milliseconds for some hundred papers. Scores of the others change only by what all share: document
   * frequencies, and the best scores in the index.
   */
  changed(papers: readonly IndexPaper[], removed?: Iterable<number>): Promise<UpdatableIndex>;
  /** The same papers in one segment, with average length and latent space learned anew. */
  merged(): Promise<UpdatableIndex>;
}

/**
 * Builds an index of papers; ids are unique. Works in steps of some milliseconds, so that the process goes on
 * answering. The background says how common words are while the library is small.
 */
export async function buildIndex(
  papers: readonly IndexPaper[],
  background: Background = shippedBackground(),
): Promise<UpdatableIndex> {
  const terms = newVocabulary([...background.stems]);
  const yielder = newYielder();
  return oneSegment(await storePapers(papers, terms, yielder), terms, background, yielder);
}

async function oneSegment(
  store: DocStore,
  terms: Vocabulary,
  background: Background,
  yielder: CooperativeYield,
): Promise<UpdatableIndex> {
  const start = { ...initialStatistics(terms, background), averageLength: averageLength(store, background) };
  const statistics = await countPapers(
    start,
    terms,
    [{ store, papers: store.starts.keys().take(store.size), sign: 1 }],
    yielder,
  );
  const { segment, space } = await buildSegment(
    store,
    statistics,
    (inverted) => learnSpace({ size: store.size, ...inverted }, statistics, terms, background, yielder),
    yielder,
  );
  const segmentReader = readerOf(segment, 0);
  return openIndex(
    {
      segments: [segmentReader],
      docCount: store.size,
      vocabulary: terms,
      statistics,
      space,
      newestDay: newestDay([segmentReader]),
    },
    background,
  );
}

/** The index that a reader makes; it answers one topic at a time. */
export function openIndex(reader: IndexReader, background: Background): UpdatableIndex {
  let buffers: SearchBuffers | null = null;
  return {
    size: reader.segments.reduce(
      (sum, { deleted }) => sum + deleted.length - deleted.reduce((one, other) => one + other, 0),
      0,
    ),
    segmentCount: reader.segments.length,
    reader,
    rank(topic, candidates, options) {
      buffers ??= newBuffers(reader);
      return rank(buffers, topic, candidates, options);
    },
    changed: (papers, removed = []) => changedIndex(reader, background, papers, removed),
    merged: () => mergedIndex(reader, background),
  };
}

async function changedIndex(
  reader: IndexReader,
  background: Background,
  papers: readonly IndexPaper[],
  removed: Iterable<number>,
): Promise<UpdatableIndex> {
  const yielder = newYielder();
  const leaving = new Set([...papers.map(({ id }) => id), ...removed]);
  const left = reader.segments.map((segmentReader) => ({
    segmentReader,
    papers: liveDocsWithIds(segmentReader, leaving),
  }));
  const store = await storePapers(papers, reader.vocabulary, yielder);
  const statistics = await countPapers(
    reader.statistics,
    reader.vocabulary,
    [
      ...left.map(({ segmentReader, papers }) => ({
        store: segmentReader.segment.store,
        papers,
        sign: -1 as const,
      })),
      { store, papers: store.starts.keys().take(store.size), sign: 1 },
    ],
    yielder,
  );
  const { segment } = await buildSegment(store, statistics, async () => reader.space, yielder);
  const segments = left.map(({ segmentReader, papers }) =>
    papers.length > 0
      ? { ...segmentReader, deleted: withDeleted(segmentReader.deleted, papers) }
      : segmentReader,
  );
  if (store.size > 0) segments.push(readerOf(segment, reader.docCount));
  return openIndex(
    {
      ...reader,
      segments,
      docCount: reader.docCount + store.size,
      statistics,
      newestDay: newestDay(segments),
    },
    background,
  );
}

async function mergedIndex(
  { segments, vocabulary: terms }: IndexReader,
  background: Background,
): Promise<UpdatableIndex> {
  const yielder = newYielder();
  const parts = segments.map(({ segment: { store }, deleted }) => ({
    store,
    keep: [...deleted.keys()].filter((paper) => deleted[paper] === 0),
  }));
  return oneSegment(await joinStores(parts, yielder), terms, background, yielder);
}

const readerOf = (segment: Segment, docBase: number): SegmentReader => ({
  segment,
  docBase,
  deleted: new Uint8Array(segment.store.size),
});

/** Papers of a place, not gone yet, that have one of the ids. */
function liveDocsWithIds(segmentReader: SegmentReader, ids: ReadonlySet<number>): number[] {
  const numbers = papersById(segmentReader);
  return [...ids]
    .flatMap((id) => numbers.get(id) ?? [])
    .filter((paper) => segmentReader.deleted[paper] === 0);
}

function withDeleted(deleted: Uint8Array, papers: number[]): Uint8Array {
  const copy = deleted.slice();
  for (const paper of papers) copy[paper] = 1;
  return copy;
}

function newestDay(segments: readonly SegmentReader[]): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { segment, deleted } of segments)
    for (let paper = 0; paper < deleted.length; paper++)
      if (!deleted[paper]) newest = Math.max(newest, segment.store.columns.available[paper]!);
  return newest;
}
