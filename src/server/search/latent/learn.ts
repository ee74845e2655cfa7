import type { Background } from '../documents/background.ts';
import type { Statistics } from '../documents/statistics.ts';
import type { TermWeights } from '../documents/termWeights.ts';
import { isNumber, type Vocabulary } from '../documents/vocabulary.ts';
import type { CooperativeYield } from '../yieldToEventLoop.ts';
import { addScaled, dimensions, type LatentSpace } from './fold.ts';
import { cholesky, orthonormal } from './orthonormal.ts';

/** Fewer papers than this teach nothing that the background does not know better. */
const fewestPapers = 300;
/** Beyond this many papers a sample says the same: the work of learning stays bounded. */
const sampleSize = 8000;
/** Two passes of subspace iteration were measured as good as four (docs/decisions/0007-ranking.md). */
const passes = 2;

/**
 * Learns the space from papers by randomised subspace iteration (Halko, Martinsson & Tropp 2011) on the terms'
 * co-occurrence. A library that is still small is given the background's. The same papers give the same space.
 */
export async function learnSpace(
  papers: Learnable,
  statistics: Statistics,
  terms: Vocabulary,
  background: Background,
  yielder: CooperativeYield,
): Promise<LatentSpace> {
  if (papers.size < fewestPapers && background.papers > 0) return spaceOf(background);
  const sample = sampleOf(papers);
  const rows = await rowsOf(sample, papers, terms, background, yielder);
  const count = rows.reduce((most, row) => Math.max(most, row + 1), 0);
  let basis = startBasis(count, rows, terms);
  for (let pass = 0; pass < passes; pass++) {
    const next = await coOccurrence(basis, rows, sample, papers, statistics, yielder);
    basis = await orthonormal(next, count, yielder);
  }
  return { dimensions, rows, basis };
}

let known: { background: Background; space: LatentSpace } | undefined;

/** The background's own space; made once. */
function spaceOf(background: Background): LatentSpace {
  if (known?.background !== background) {
    const { stems, scales, values } = background;
    const basis = Float32Array.from(values, (value, i) => value * scales[Math.floor(i / dimensions)]!);
    known = { background, space: { dimensions, rows: Int32Array.from(stems.keys()), basis } };
  }
  return known.space;
}

/** Papers whose terms can be read one paper at a time. */
export interface Learnable {
  size: number;
  forward(paper: number): TermWeights;
}

/** Every so-manieth paper. */
function sampleOf({ size }: Learnable): number[] {
  const step = Math.max(1, size / sampleSize);
  return Array.from({ length: Math.floor(size / step) }, (_, i) => Math.floor(i * step));
}

/** Terms of at least two sampled papers (three in a large sample), or of one and the background, get a row. */
async function rowsOf(
  sample: number[],
  papers: Learnable,
  terms: Vocabulary,
  background: Background,
  yielder: CooperativeYield,
): Promise<Int32Array> {
  const holders = new Uint32Array(terms.stems.length);
  for (const paper of sample) {
    if (yielder.isDue()) await yielder.yield();
    const { length, terms: held } = papers.forward(paper);
    for (let i = 0; i < length; i++) holders[held[i]!]!++;
  }
  const least = sample.length < 4000 ? 2 : 3;
  const rows = new Int32Array(terms.stems.length).fill(-1);
  let count = 0;
  for (let term = 0; term < rows.length; term++)
    if (holders[term]! >= (term < background.stems.length ? 1 : least) && !isNumber(terms.stems[term]!))
      rows[term] = count++;
  return rows;
}

/** Random, but the same each time for a stem, whatever others there are: some papers more turn the axes little. */
function startBasis(count: number, rows: Int32Array, { stems }: Vocabulary): Float32Array {
  const basis = new Float32Array(count * dimensions);
  for (const [term, row] of rows.entries()) {
    if (row < 0) continue;
    let state = seedOf(stems[term]!);
    for (let axis = 0; axis < dimensions; axis++) {
      state = xorshift(state);
      basis[row * dimensions + axis] = state / 0x100000000;
    }
  }
  return basis;
}

/** FNV-1a, then stirred until short stems differ in all bits; never nought, which xorshift would keep. */
function seedOf(stem: string): number {
  let seed = 0x811c9dc5;
  for (let i = 0; i < stem.length; i++) seed = Math.imul(seed ^ stem.charCodeAt(i), 0x01000193);
  seed ||= 1;
  for (let round = 0; round < 8; round++) seed = xorshift(seed);
  return seed;
}

/** Xorshift (Marsaglia 2003). */
function xorshift(state: number): number {
  let next = state ^ (state << 13);
  next ^= next >>> 17;
  return next ^ (next << 5);
}

/** A'A·basis, where a row of A is a paper's weights of length one. */
async function coOccurrence(
  basis: Float32Array,
  rows: Int32Array,
  sample: number[],
  papers: Learnable,
  statistics: Statistics,
  yielder: CooperativeYield,
): Promise<Float32Array> {
  const next = new Float32Array(basis.length);
  const { idfs } = statistics;
  const folded = new Float32Array(dimensions);
  for (const paper of sample) {
    if (yielder.isDue()) await yielder.yield();
    const { length, terms, weights } = papers.forward(paper);
    folded.fill(0);
    let squares = 0;
    for (let i = 0; i < length; i++) {
      const row = rows[terms[i]!]!;
      if (row < 0) continue;
      const weight = weights[i]! * idfs[terms[i]!]!;
      squares += weight * weight;
      addScaled(folded, 0, basis, row * dimensions, weight);
    }
    if (squares === 0) continue;
    for (let i = 0; i < length; i++) {
      const row = rows[terms[i]!]!;
      if (row >= 0) addScaled(next, row * dimensions, folded, 0, (weights[i]! * idfs[terms[i]!]!) / squares);
    }
  }
  return next;
}

/**
 * The rows of a space, each axis as long as the papers spread along it: the product of two rows is about how much
 * the two terms occur together, over all papers. What a background keeps of its papers.
 */
export async function spreadRows(
  papers: Learnable,
  space: LatentSpace,
  statistics: Statistics,
  yielder: CooperativeYield,
): Promise<Float32Array> {
  const { rows, basis } = space;
  const sample = sampleOf(papers);
  const next = await coOccurrence(basis, rows, sample, papers, statistics, yielder);
  const spread = new Float64Array(dimensions * dimensions);
  for (let row = 0; row < basis.length; row += dimensions)
    for (let axis = 0; axis < dimensions; axis++)
      for (let other = 0; other < dimensions; other++)
        spread[axis * dimensions + other]! += basis[row + axis]! * next[row + other]!;
  const lower = cholesky(spread);
  const scale = Math.sqrt(papers.size / sample.length);
  const spreadOut = new Float32Array(basis.length);
  for (let row = 0; row < basis.length; row += dimensions)
    for (let axis = 0; axis < dimensions; axis++)
      for (let other = 0; other <= axis; other++)
        spreadOut[row + other]! += basis[row + axis]! * lower[axis * dimensions + other]! * scale;
  return spreadOut;
}
