import type { Background } from './background.ts';
import type { Breath } from './breath.ts';
import { addScaled, dimensions, type LatentSpace } from './latent.ts';
import { cholesky, orthonormal } from './orthonormal.ts';
import type { Statistics } from './statistics.ts';
import { isFigure, type Terms } from './terms.ts';
import type { TermWeights } from './termWeights.ts';

/** Fewer papers than this teach nothing that the background does not know better. */
const fewest = 300;
/** Beyond this many papers a sample says the same: the work of learning stays bounded. */
const sampleSize = 8000;
/** The background's say, in papers: it matters while the library is small. */
const backgroundPapers = Number(process.env.BGP ?? 100);
/** Two passes of subspace iteration were measured as good as four (docs/decisions/0007-ranking.md). */
const passes = 2;

/**
 * Learns the space from papers by randomised subspace iteration (Halko, Martinsson & Tropp 2011) on the terms'
 * co-occurrence, to which the background adds its own. The same papers give the same space.
 */
export async function learnSpace(
  papers: Learnable,
  statistics: Statistics,
  terms: Terms,
  background: Background,
  breath: Breath,
): Promise<LatentSpace> {
  if (papers.size < fewest && background.papers > 0) return spaceOf(background);
  const sample = sampleOf(papers);
  const rows = await rowsOf(sample, papers, terms, background, breath);
  const count = rows.reduce((most, row) => Math.max(most, row + 1), 0);
  const prior = priorOf(background, rows, count);
  let basis = startBasis(prior, count);
  for (let pass = 0; pass < passes; pass++) {
    const next = await coOccurrence(basis, rows, sample, papers, statistics, breath);
    addPrior(next, basis, prior, count);
    basis = await orthonormal(next, count, breath);
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
  terms: Terms,
  background: Background,
  breath: Breath,
): Promise<Int32Array> {
  const holders = new Uint32Array(terms.stems.length);
  for (const paper of sample) {
    if (breath.due()) await breath.take();
    const { length, terms: held } = papers.forward(paper);
    for (let i = 0; i < length; i++) holders[held[i]!]!++;
  }
  const least = sample.length < 4000 ? 2 : 3;
  const rows = new Int32Array(terms.stems.length).fill(-1);
  let count = 0;
  for (let term = 0; term < rows.length; term++)
    if (holders[term]! >= (term < background.stems.length ? 1 : least) && !isFigure(terms.stems[term]!))
      rows[term] = count++;
  return rows;
}

/** The background's term vectors by row, scaled so that their co-occurrence counts as `backgroundPapers`. */
function priorOf(background: Background, rows: Int32Array, count: number): Float32Array {
  const prior = new Float32Array(count * dimensions);
  const share = Math.sqrt(backgroundPapers / Math.max(background.papers, 1));
  const shared = Math.min(dimensions, background.dimensions);
  for (let term = 0; term < background.stems.length; term++) {
    const row = rows[term]!;
    if (row < 0) continue;
    for (let axis = 0; axis < shared; axis++)
      prior[row * dimensions + axis] =
        background.values[term * background.dimensions + axis]! * background.scales[term]! * share;
  }
  return prior;
}

/** Random, but the same each time; the background's directions give it a head start. */
function startBasis(prior: Float32Array, count: number): Float32Array {
  const basis = new Float32Array(count * dimensions);
  let state = 0x2545f491;
  for (let i = 0; i < basis.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    basis[i] = state / 0x100000000 + prior[i]!;
  }
  return basis;
}

/** A'A·basis, where a row of A is a paper's weights of length one. */
async function coOccurrence(
  basis: Float32Array,
  rows: Int32Array,
  sample: number[],
  papers: Learnable,
  statistics: Statistics,
  breath: Breath,
): Promise<Float32Array> {
  const next = new Float32Array(basis.length);
  const { idfs } = statistics;
  const folded = new Float32Array(dimensions);
  for (const paper of sample) {
    if (breath.due()) await breath.take();
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

/** next += prior·(prior'·basis) */
function addPrior(next: Float32Array, basis: Float32Array, prior: Float32Array, count: number): void {
  const product = new Float64Array(dimensions * dimensions);
  for (let row = 0; row < count; row++)
    for (let axis = 0; axis < dimensions; axis++) {
      const value = prior[row * dimensions + axis]!;
      if (value === 0) continue;
      for (let other = 0; other < dimensions; other++)
        product[axis * dimensions + other]! += value * basis[row * dimensions + other]!;
    }
  for (let row = 0; row < count; row++)
    for (let axis = 0; axis < dimensions; axis++) {
      const value = prior[row * dimensions + axis]!;
      if (value === 0) continue;
      for (let other = 0; other < dimensions; other++)
        next[row * dimensions + other]! += value * product[axis * dimensions + other]!;
    }
}

/**
 * The rows of a space, each axis as long as the papers spread along it: the product of two rows is about how much
 * the two terms occur together, over all papers. What a background keeps of its papers.
 */
export async function spreadRows(
  papers: Learnable,
  space: LatentSpace,
  statistics: Statistics,
  breath: Breath,
): Promise<Float32Array> {
  const { rows, basis } = space;
  const sample = sampleOf(papers);
  const next = await coOccurrence(basis, rows, sample, papers, statistics, breath);
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
