import { sharedNumbers } from '../core/sharedNumbers.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import type { DocStore } from '../documents/docStore.ts';
import type { Statistics } from '../documents/statistics.ts';
import { TermWeigher, type TermWeights } from '../documents/termWeights.ts';
import { dimensions, foldPaper, type LatentSpace } from '../latent/fold.ts';

/** An immutable inverted index of some papers. Deletions are marked in the `SegmentReader` that holds it. */
export interface Segment {
  store: DocStore;
  /** Terms of these papers, ascending. The postings of `terms[i]` are at `postings[i] … postings[i + 1]`. */
  terms: Uint32Array;
  postings: Uint32Array;
  /** Papers that have the term, ascending. */
  papers: Uint32Array;
  /** Saturated term frequency in each, 0 to 1: BM25 without the inverse document frequency. */
  weights: Float32Array;
  /** Latent vectors of length 127, one paper after the other. */
  vectors: Int8Array;
}

/** Inverts a store and computes its latent vectors, in a space that `spaceOf` may learn from the inverted papers. */
export async function buildSegment(
  store: DocStore,
  statistics: Statistics,
  spaceOf: (inverted: Inverted) => Promise<LatentSpace>,
  yielder: CooperativeYield,
): Promise<{ segment: Segment; space: LatentSpace }> {
  const inverted = await invert(store, statistics, yielder);
  const latent = await spaceOf(inverted);
  const vectors = sharedNumbers(Int8Array, store.size * dimensions);
  for (let paper = 0; paper < store.size; paper++) {
    if (yielder.isDue()) await yielder.yield();
    const vector = vectors.subarray(paper * dimensions, (paper + 1) * dimensions);
    foldPaper(latent, statistics, inverted.forward(paper), vector);
  }
  const { forward: _, ...postings } = inverted;
  return { segment: { store, ...postings, vectors }, space: latent };
}

export interface Inverted extends Pick<Segment, 'terms' | 'postings' | 'papers' | 'weights'> {
  /** The distinct terms of a paper and their weights, in reading order. */
  forward(paper: number): TermWeights;
}

/** Builds the postings of a store. */
export async function invert(
  store: DocStore,
  { averageLength }: Statistics,
  yielder: CooperativeYield,
): Promise<Inverted> {
  const weigher = new TermWeigher();
  const forward = (paper: number) => weigher.of(store, paper, averageLength);
  const counts = new Uint32Array(highestTerm(store) + 1);
  await yielder.yield();
  for (let paper = 0; paper < store.size; paper++) {
    if (yielder.isDue()) await yielder.yield();
    const { length, terms } = forward(paper);
    for (let i = 0; i < length; i++) counts[terms[i]!]!++;
  }
  const terms = presentTerms(counts);
  const postings = new Uint32Array(terms.length + 1);
  const next = new Uint32Array(counts.length);
  for (const [i, term] of terms.entries()) {
    next[term] = postings[i]!;
    postings[i + 1] = postings[i]! + counts[term]!;
  }
  const total = postings[terms.length]!;
  await yielder.yield();
  const papers = sharedNumbers(Uint32Array, total);
  const weights = sharedNumbers(Float32Array, total);
  for (let paper = 0; paper < store.size; paper++) {
    if (yielder.isDue()) await yielder.yield();
    const of = forward(paper);
    for (let i = 0; i < of.length; i++) {
      const at = next[of.terms[i]!]!++;
      papers[at] = paper;
      weights[at] = of.weights[i]!;
    }
  }
  return { terms, postings, papers, weights, forward };
}

function presentTerms(counts: Uint32Array): Uint32Array {
  const terms = new Uint32Array(counts.length);
  let length = 0;
  for (let term = 0; term < counts.length; term++) if (counts[term]! > 0) terms[length++] = term;
  return terms.slice(0, length);
}

function highestTerm({ tokens }: DocStore): number {
  let highest = 0;
  for (const token of tokens) if (token > highest) highest = token;
  return highest >>> 1;
}
