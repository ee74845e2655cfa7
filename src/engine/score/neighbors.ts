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

/**
 * Two products are added up in one number, exactly: vectors have whole numbers of a byte, so a product of two is less than
 * 2 ** 21, and a number holds 53 bits. An addition takes as long for both.
 */
const apart = 2 ** 24;

/** Pairwise cosines in the latent space of the papers that are being reranked. */
export class PairwiseSimilarity {
  readonly docIds: readonly number[];
  /** A row for each paper, in the order given, of `rowLength` cosines; 0 for a paper with itself. */
  readonly cosines: Float32Array;
  readonly rowLength: number;

  constructor(reader: IndexReader, docIds: readonly number[]) {
    this.docIds = docIds;
    this.rowLength = Math.ceil(docIds.length / 4) * 4;
    this.cosines = new Float32Array(this.rowLength ** 2);
    const vectors = new Float64Array(this.rowLength * dimensions);
    for (const [row, docId] of docIds.entries()) vectors.set(vectorAt(reader, docId), row * dimensions);
    const two = new Float64Array(dimensions);
    for (let row = 0; row < this.rowLength; row += 2) {
      const at = row * dimensions;
      for (let axis = 0; axis < dimensions; axis++)
        two[axis] = vectors[at + axis]! + vectors[at + dimensions + axis]! * apart;
      for (let column = 0; column <= row; column += 4) this.compareTwoByFour({ two, row }, vectors, column);
    }
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

  /** The vectors of a row and of the next, as one, with those of four columns. */
  private compareTwoByFour(
    { two, row }: { two: Float64Array; row: number },
    vectors: Float64Array,
    column: number,
  ): void {
    const at = column * dimensions;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      const both = two[axis]!;
      a += both * vectors[at + axis]!;
      b += both * vectors[at + dimensions + axis]!;
      c += both * vectors[at + 2 * dimensions + axis]!;
      d += both * vectors[at + 3 * dimensions + axis]!;
    }
    this.setTwo(row, column, a);
    this.setTwo(row, column + 1, b);
    this.setTwo(row, column + 2, c);
    this.setTwo(row, column + 3, d);
  }

  private setTwo(row: number, column: number, products: number): void {
    const second = Math.round(products / apart);
    this.set(row, column, products - second * apart);
    this.set(row + 1, column, second);
  }

  private set(row: number, column: number, product: number): void {
    const cosine = product / 127 / 127;
    this.cosines[row * this.rowLength + column] = cosine;
    this.cosines[column * this.rowLength + row] = cosine;
  }
}
