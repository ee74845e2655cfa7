import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import type { Features } from '../index/features.ts';
import { dimensions } from '../latent/fold.ts';

/** Similarity of each pair of papers: a symmetric matrix, row by row, of cosines from -1 to 1. */
export interface Similarities {
  size: number;
  values: Float32Array;
}

/**
 * Share of the latent vectors in a cosine; the rest comes from words. Latent vectors know that two words mean the same.
 */
const latentShare = 0.5;

/** The cosines of all pairs of papers, from their words and latent vectors. */
export async function similaritiesOf(
  papers: readonly Features[],
  yielder: CooperativeYield,
): Promise<Similarities> {
  const size = papers.length;
  const values = new Float32Array(size * size);
  const { rows, terms } = numbered(papers);
  const words = new Float32Array(terms);
  for (let i = 0; i < size; i++) {
    const paper = papers[i]!;
    for (const [at, term] of rows[i]!.entries()) words[term] = paper.words[at]!;
    for (let j = i; j < size; j++) {
      const other = papers[j]!;
      let ofWords = 0;
      const row = rows[j]!;
      for (let at = 0; at < row.length; at++) ofWords += words[row[at]!]! * other.words[at]!;
      let latent = 0;
      for (let axis = 0; axis < dimensions; axis++) latent += paper.latent[axis]! * other.latent[axis]!;
      const similarity = (1 - latentShare) * ofWords + latentShare * latent;
      values[i * size + j] = similarity;
      values[j * size + i] = similarity;
    }
    for (const term of rows[i]!) words[term] = 0;
    if (yielder.isDue()) await yielder.yield();
  }
  return { size, values };
}

/** The terms of each paper, numbered in order of appearance, because a few papers have a small vocabulary. */
function numbered(papers: readonly Features[]): { rows: Uint32Array[]; terms: number } {
  const numbers = new Map<number, number>();
  const rows = papers.map(({ terms }) =>
    terms.map((term) => {
      const known = numbers.get(term) ?? numbers.size;
      numbers.set(term, known);
      return known;
    }),
  );
  return { rows, terms: numbers.size };
}
