import { type IndexReader, vectorAt } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';

const neighborCount = 7;

/**
 * The mean score of each paper's seven nearest neighbors, weighted by cosine: similar papers tend to be relevant to the
 * same queries (cluster hypothesis, van Rijsbergen; score regularization, Diaz 2007).
 */
export function neighborSupport(
  { docIds, cosines, rowLength }: PairwiseSimilarity,
  scores: readonly number[],
): Float32Array {
  const count = docIds.length;
  // If filters leave few papers, the paper's own score replaces missing neighbors, so that it is not penalized.
  const missing = Math.max(0, neighborCount - (count - 1));
  const supports = new Float32Array(count);
  const nearest = new Uint32Array(neighborCount);
  for (let paper = 0; paper < count; paper++) {
    const found = findNearest(cosines.subarray(paper * rowLength, paper * rowLength + count), nearest);
    let total = missing;
    let sum = missing * scores[paper]!;
    for (let i = 0; i < found; i++) {
      const cosine = cosines[paper * rowLength + nearest[i]!]!;
      total += cosine;
      sum += cosine * Math.fround(scores[nearest[i]!]!);
    }
    supports[paper] = total > 0 ? sum / total : 0;
  }
  return supports;
}

/** Positions of the highest cosines above 0, into `nearest`: highest first, ties by position. Returns their number. */
function findNearest(cosines: Float32Array, nearest: Uint32Array): number {
  let found = 0;
  let least = 0;
  for (let other = 0; other < cosines.length; other++) {
    const cosine = cosines[other]!;
    if (cosine <= least) continue;
    let place = found < neighborCount ? found++ : found - 1;
    for (; place > 0 && cosines[nearest[place - 1]!]! < cosine; place--) nearest[place] = nearest[place - 1]!;
    nearest[place] = other;
    if (found === neighborCount) least = cosines[nearest[found - 1]!]!;
  }
  return found;
}

/** Pairwise cosines in the latent space of the papers that are being reranked. */
export class PairwiseSimilarity {
  readonly docIds: readonly number[];
  /** A row for each paper, in the order given, of `rowLength` cosines; 0 for a paper with itself. */
  readonly cosines: Float32Array;
  readonly rowLength: number;

  constructor(reader: IndexReader, docIds: readonly number[]) {
    this.docIds = docIds;
    this.rowLength = docIds.length + (docIds.length % 2);
    this.cosines = new Float32Array(this.rowLength ** 2);
    const vectors = new Float64Array(this.rowLength * dimensions);
    for (const [row, docId] of docIds.entries()) vectors.set(vectorAt(reader, docId), row * dimensions);
    // Two papers by two, which reads each vector half as often.
    for (let row = 0; row < this.rowLength; row += 2)
      for (let column = 0; column <= row; column += 2) this.compareTwoByTwo(vectors, row, column);
    for (let row = 0; row < this.rowLength; row++) this.cosines[row * this.rowLength + row] = 0;
  }

  /** The document's row; -1 if it was not compared. */
  rowOf(docId: number): number {
    return this.docIds.indexOf(docId);
  }

  /** Cosine of the papers in two rows; 0 if one was not compared. */
  of(row: number, column: number): number {
    return row < 0 || column < 0 ? 0 : this.cosines[row * this.rowLength + column]!;
  }

  private compareTwoByTwo(vectors: Float64Array, row: number, column: number): void {
    const one = row * dimensions;
    const other = column * dimensions;
    let both = 0;
    let withNext = 0;
    let nextWith = 0;
    let next = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      const a = vectors[one + axis]!;
      const b = vectors[one + dimensions + axis]!;
      const c = vectors[other + axis]!;
      const d = vectors[other + dimensions + axis]!;
      both += a * c;
      withNext += a * d;
      nextWith += b * c;
      next += b * d;
    }
    this.set(row, column, both);
    this.set(row, column + 1, withNext);
    this.set(row + 1, column, nextWith);
    this.set(row + 1, column + 1, next);
  }

  private set(row: number, column: number, product: number): void {
    const cosine = product / 127 / 127;
    this.cosines[row * this.rowLength + column] = cosine;
    this.cosines[column * this.rowLength + row] = cosine;
  }
}
