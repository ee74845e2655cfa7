import { type Background, shippedBackground } from '../documents/background.ts';
import { joinStores, type Store, storePapers } from '../documents/docStore.ts';
import { averageLength, countPapers, startStatistics } from '../documents/statistics.ts';
import { newTerms, type Terms } from '../documents/vocabulary.ts';
import { type Place, papersById, type Shelf } from '../index/reader.ts';
import { buildSegment, type Segment } from '../index/segment.ts';
import { learnSpace } from '../latent/learn.ts';
import { newScratch, type Scratch } from '../score/evidence.ts';
import type { IndexPaper, WindowIndex } from '../types.ts';
import { type Breath, newBreath } from '../yieldToEventLoop.ts';
import { rank } from './rank.ts';

/** An index that newer ones can be made from; it stays as it is meanwhile. */
export interface LibraryIndex extends WindowIndex {
  /** Segments it asks: many are slower than one. */
  readonly segments: number;
  /** What it is made of, for another thread. */
  readonly shelf: Shelf;
  /**
   * The index with `papers` added, in place of earlier ones with their ids, and without `removed`.
   * Takes milliseconds for some hundred papers. Scores of the others change only by what all share: document
   * frequencies, and the best scores in the index.
   */
  changed(papers: readonly IndexPaper[], removed?: Iterable<number>): Promise<LibraryIndex>;
  /** The same papers in one segment, with average length and latent space learned anew. */
  merged(): Promise<LibraryIndex>;
}

/**
 * Builds an index of papers; ids are unique. Works in steps of some milliseconds, so that the process goes on
 * answering. The background says how common words are while the library is small.
 */
export async function buildIndex(
  papers: readonly IndexPaper[],
  background: Background = shippedBackground(),
): Promise<LibraryIndex> {
  const terms = newTerms([...background.stems]);
  const breath = newBreath();
  return oneSegment(await storePapers(papers, terms, breath), terms, background, breath);
}

async function oneSegment(
  store: Store,
  terms: Terms,
  background: Background,
  breath: Breath,
): Promise<LibraryIndex> {
  const start = { ...startStatistics(terms, background), averageLength: averageLength(store, background) };
  const statistics = await countPapers(
    start,
    terms,
    [{ store, papers: store.starts.keys().take(store.size), times: 1 }],
    breath,
  );
  const { segment, space } = await buildSegment(
    store,
    statistics,
    (inverted) => learnSpace({ size: store.size, ...inverted }, statistics, terms, background, breath),
    breath,
  );
  const place = placed(segment, 0);
  return openShelf(
    { places: [place], slots: store.size, terms, statistics, space, newest: newestOf([place]) },
    background,
  );
}

/** The index that a shelf makes; it answers one topic at a time. */
export function openShelf(shelf: Shelf, background: Background): LibraryIndex {
  let scratch: Scratch | null = null;
  return {
    size: shelf.places.reduce(
      (sum, { gone }) => sum + gone.length - gone.reduce((one, other) => one + other, 0),
      0,
    ),
    segments: shelf.places.length,
    shelf,
    rank(topic, candidates, options) {
      scratch ??= newScratch(shelf);
      return rank(scratch, topic, candidates, options);
    },
    changed: (papers, removed = []) => changedIndex(shelf, background, papers, removed),
    merged: () => mergedIndex(shelf, background),
  };
}

async function changedIndex(
  shelf: Shelf,
  background: Background,
  papers: readonly IndexPaper[],
  removed: Iterable<number>,
): Promise<LibraryIndex> {
  const breath = newBreath();
  const leaving = new Set([...papers.map(({ id }) => id), ...removed]);
  const left = shelf.places.map((place) => ({ place, papers: slotsOf(place, leaving) }));
  const store = await storePapers(papers, shelf.terms, breath);
  const statistics = await countPapers(
    shelf.statistics,
    shelf.terms,
    [
      ...left.map(({ place, papers }) => ({ store: place.segment.store, papers, times: -1 as const })),
      { store, papers: store.starts.keys().take(store.size), times: 1 },
    ],
    breath,
  );
  const { segment } = await buildSegment(store, statistics, async () => shelf.space, breath);
  const places = left.map(({ place, papers }) =>
    papers.length > 0 ? { ...place, gone: marked(place.gone, papers) } : place,
  );
  if (store.size > 0) places.push(placed(segment, shelf.slots));
  return openShelf(
    { ...shelf, places, slots: shelf.slots + store.size, statistics, newest: newestOf(places) },
    background,
  );
}

async function mergedIndex({ places, terms }: Shelf, background: Background): Promise<LibraryIndex> {
  const breath = newBreath();
  const parts = places.map(({ segment: { store }, gone }) => ({
    store,
    keep: [...gone.keys()].filter((paper) => gone[paper] === 0),
  }));
  return oneSegment(await joinStores(parts, breath), terms, background, breath);
}

const placed = (segment: Segment, base: number): Place => ({
  segment,
  base,
  gone: new Uint8Array(segment.store.size),
});

/** Papers of a place, not gone yet, that have one of the ids. */
function slotsOf(place: Place, ids: ReadonlySet<number>): number[] {
  const numbers = papersById(place);
  return [...ids].flatMap((id) => numbers.get(id) ?? []).filter((paper) => place.gone[paper] === 0);
}

function marked(gone: Uint8Array, papers: number[]): Uint8Array {
  const copy = gone.slice();
  for (const paper of papers) copy[paper] = 1;
  return copy;
}

function newestOf(places: readonly Place[]): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { segment, gone } of places)
    for (let paper = 0; paper < gone.length; paper++)
      if (!gone[paper]) newest = Math.max(newest, segment.store.columns.available[paper]!);
  return newest;
}
