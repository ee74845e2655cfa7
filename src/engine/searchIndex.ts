import { understand } from './asked/understand.ts';
import { clustersOf } from './clusters/clusters.ts';
import { sharedBy } from './clusters/shared.ts';
import type { IndexPaper, OtherNames, SearchIndex, Source } from './core/types.ts';
import { type CooperativeYield, newYielder } from './core/yieldToEventLoop.ts';
import type { Background } from './documents/background.ts';
import { type DocStore, joinStores } from './documents/docStore.ts';
import { averageLength, countPapers, initialStatistics } from './documents/statistics.ts';
import { newStoreWriter, type ReadPage } from './documents/storeWriter.ts';
import { newVocabulary, type Vocabulary } from './documents/vocabulary.ts';
import { lessonsOf } from './feedback/feedback.ts';
import { foundBy } from './feedback/judge.ts';
import { type IndexReader, papersById, type SegmentReader, type Senses } from './index/reader.ts';
import { buildSegment, type Segment } from './index/segment.ts';
import { learnSpace } from './latent/learn.ts';
import { closeMatches, rank, shortlist } from './rank.ts';
import { newBuffers, type SearchBuffers } from './score/evidence.ts';
import { formsInPapers, sensesOf } from './understanding/company.ts';

/** An immutable index from which newer ones are derived. */
export interface UpdatableIndex extends SearchIndex {
  /** Many segments are slower than one. */
  readonly segmentCount: number;
  /** Its content, for handing it to another thread. */
  readonly reader: IndexReader;
  /**
   * A new index with `papers` added (replacing those with the same id) and without `removed`. Takes milliseconds for
   * a few hundred papers. Other papers' scores change only through document frequencies and index-wide maxima.
   */
  changed(papers: readonly IndexPaper[], removed?: Iterable<number>): Promise<UpdatableIndex>;
  /** The same papers in one segment, with the average length and the latent space recomputed. */
  merged(): Promise<UpdatableIndex>;
}

/** What an index is opened with. */
export interface IndexOptions {
  /** The closed list of sources that its papers come from. */
  sources: readonly Source[];
  /** Other names of things; see `otherNames`. */
  names: OtherNames;
  /** Supplies document frequencies and a latent space while there are few papers; see `readBackground`. */
  background: Background;
}

/**
 * Builds an index of papers with unique ids. Yields to the event loop every few milliseconds.
 * @throws Error if a paper has a source that is not in the list, or if there are more than sixteen sources
 */
export async function buildIndex(
  papers: readonly IndexPaper[],
  options: IndexOptions,
): Promise<UpdatableIndex> {
  if (options.sources.length > 16) throw new Error('An index has at most sixteen sources.');
  const arriving = newArrivals(null, options);
  await arriving.add(papers);
  return arriving.index([]);
}

/** Papers on their way into an index, a page at a time. */
export interface Arrivals {
  /** One call at a time. */
  add(papers: readonly IndexPaper[]): Promise<void>;
  /** The same, of papers that another thread has read; see `addPage` of `newStoreWriter`. */
  addPage(page: ReadPage): void;
  /** The index with all papers added, and without `removed`; see `UpdatableIndex.changed`. Once. */
  index(removed: Iterable<number>): Promise<UpdatableIndex>;
}

/** Papers for a newer index than this one; without one, or with an empty one, for the first. */
export const newArrivals = (index: UpdatableIndex | null, options: IndexOptions): Arrivals =>
  arrivalsFor(index?.size ? index.reader : null, options);

function arrivalsFor(known: IndexReader | null, options: IndexOptions): Arrivals {
  const { sources, background } = options;
  const yielder = newYielder();
  const terms = known?.vocabulary ?? newVocabulary([...background.stems]);
  const writer = newStoreWriter(terms, sources, yielder);
  return {
    add: (papers) => writer.add(papers),
    addPage: (page) => writer.addPage(page),
    index: (removed) =>
      known
        ? changedIndex(known, background, writer.finish(), removed)
        : oneSegment(writer.finish(), terms, options, yielder),
  };
}

async function oneSegment(
  store: DocStore,
  terms: Vocabulary,
  { sources, names, background }: IndexOptions,
  yielder: CooperativeYield,
): Promise<UpdatableIndex> {
  const start = { ...initialStatistics(terms, background), averageLength: averageLength(store, background) };
  const added = [{ store, papers: store.starts.keys().take(store.size), sign: 1 as const }];
  const statistics = await countPapers(start, terms, added, yielder);
  const { segment, space } = await buildSegment(
    store,
    statistics,
    (inverted) =>
      learnSpace({
        papers: { size: store.size, ...inverted },
        ...{ statistics, vocabulary: terms, background, yielder },
      }),
    yielder,
  );
  const senses = await sensesOf({ segment, statistics, space, vocabulary: terms }, yielder);
  const segmentReader = await newSegmentReader(segment, senses, 0, yielder);
  return openIndex(
    {
      ...{ sources, names },
      segments: [segmentReader],
      docCount: store.size,
      vocabulary: terms,
      statistics,
      space,
      senses,
      newestDay: newestDay([segmentReader]),
    },
    background,
  );
}

/** An index over a reader. Not re-entrant: one query at a time. */
export function openIndex(reader: IndexReader, background: Background): UpdatableIndex {
  let kept: SearchBuffers | null = null;
  const buffers = () => (kept ??= newBuffers(reader));
  return {
    size: reader.segments.reduce(
      (sum, { deleted }) => sum + deleted.length - deleted.reduce((one, other) => one + other, 0),
      0,
    ),
    segmentCount: reader.segments.length,
    reader,
    rank: (topic, candidates, options) => rank(buffers(), topic, candidates, options),
    shortlist: (topic, candidates, options) => shortlist(buffers(), topic, candidates, options),
    closeMatches: (topic, candidates, options) => closeMatches(buffers(), topic, candidates, options),
    understand: (text, from) => understand(reader, text, from),
    lessons: (topic) => lessonsOf(buffers(), topic),
    clusters: (papers, grouping) =>
      grouping === 'shared'
        ? sharedBy(reader, papers)
        : clustersOf(reader, papers, {
            several: grouping === 'several',
            retrieve: (text, limit) => foundBy(buffers(), text, limit),
          }),
    async changed(papers, removed = []) {
      const arriving = arrivalsFor(reader, { ...reader, background });
      await arriving.add(papers);
      return arriving.index(removed);
    },
    merged: () => mergedIndex(reader, background),
  };
}

async function changedIndex(
  reader: IndexReader,
  background: Background,
  store: DocStore,
  removed: Iterable<number>,
): Promise<UpdatableIndex> {
  const yielder = newYielder();
  const leaving = new Set([...store.columns.ids, ...removed]);
  const left = reader.segments.map((segmentReader) => ({
    segmentReader,
    papers: liveDocsWithIds(segmentReader, leaving),
  }));
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
  if (store.size > 0) segments.push(await newSegmentReader(segment, reader.senses, reader.docCount, yielder));
  const docCount = reader.docCount + store.size;
  const grown = { ...reader, segments, docCount, statistics, newestDay: newestDay(segments) };
  return openIndex(grown, background);
}

async function mergedIndex(
  { segments, vocabulary: terms, sources, names }: IndexReader,
  background: Background,
): Promise<UpdatableIndex> {
  const yielder = newYielder();
  const kept = (deleted: Uint8Array) => [...deleted.keys()].filter((paper) => deleted[paper] === 0);
  const parts = segments.map(({ segment: { store }, deleted }) => ({ store, keep: kept(deleted) }));
  return oneSegment(await joinStores(parts, yielder), terms, { sources, names, background }, yielder);
}

const newSegmentReader = async (
  segment: Segment,
  senses: Senses,
  docBase: number,
  yielder: CooperativeYield,
): Promise<SegmentReader> => ({
  ...{ segment, docBase, deleted: new Uint8Array(segment.store.size) },
  forms: await formsInPapers(segment, senses, yielder),
});

/** Positions in a segment of the papers with these ids, deleted ones excluded. */
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
