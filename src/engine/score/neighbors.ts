import { type IndexReader, vectorAt } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';
import { firstOf, othersOf, packThree } from '../latent/threes.ts';

const neighborCount = 7;

/**
 * The mean score of each paper's seven nearest neighbors, weighted by cosine: similar papers tend to be relevant to the
 * same queries (cluster hypothesis, van Rijsbergen; score regularization, Diaz 2007).
 */
export function neighborSupport(similarity: PairwiseSimilarity, scores: readonly number[]): Float32Array {
  const count = scores.length;
  // If filters leave few papers, the paper's own score replaces missing neighbors, so that it is not penalized.
  const missing = Math.max(0, neighborCount - (count - 1));
  const supports = new Float32Array(count);
  const nearest = new Int32Array(neighborCount);
  for (let paper = 0; paper < count; paper++) {
    const found = similarity.nearest(paper, nearest);
    let total = missing;
    let sum = missing * scores[paper]!;
    for (let i = 0; i < found; i++) {
      const cosine = similarity.of(paper, nearest[i]!);
      total += cosine;
      sum += cosine * Math.fround(scores[nearest[i]!]!);
    }
    supports[paper] = total > 0 ? sum / total : 0;
  }
  return supports;
}

/** Pairwise cosines in the latent space of the papers that are being reranked. */
export class PairwiseSimilarity {
  readonly docIds: readonly number[];
  /** A row for each paper, in the order given, of `rowLength` products of two vectors; 0 for a paper with itself. */
  private readonly products: Int16Array;
  private readonly rowLength: number;

  constructor(reader: IndexReader, docIds: readonly number[]) {
    this.docIds = docIds;
    this.rowLength = Math.ceil(docIds.length / 12) * 12;
    this.products = new Int16Array(this.rowLength ** 2);
    const vectors = new Int8Array(this.rowLength * dimensions);
    for (const [row, docId] of docIds.entries()) vectors.set(vectorAt(reader, docId), row * dimensions);
    const three = new Float64Array(dimensions);
    for (let row = 0; row < this.rowLength; row += 3) {
      packThree(vectors, row * dimensions, { to: three, start: 0, axes: dimensions });
      for (let column = 0; column < row + 3; column += 4)
        this.compareThreeWithFour({ three, row }, vectors, column);
    }
    for (let row = 0; row < this.rowLength; row++) this.products[row * this.rowLength + row] = 0;
  }

  /** The document's row; -1 if it was not compared. */
  rowOf(docId: number): number {
    return this.docIds.indexOf(docId);
  }

  /** Cosine of the papers in two rows; 0 if one was not compared. */
  of(row: number, column: number): number {
    return row < 0 || column < 0 ? 0 : Math.fround(this.products[row * this.rowLength + column]! / 127 / 127);
  }

  /** The rows with the highest cosines above 0, into `nearest`: highest first, ties by row. Returns their number. */
  nearest(row: number, nearest: Int32Array): number {
    const count = this.docIds.length;
    const start = row * this.rowLength;
    let found = 0;
    // Of two numbers, each of a product and a row, the higher one has the higher product, or the same and the lower row.
    let least = count - 1;
    for (let other = 0; other < count; other++) {
      const key = this.products[start + other]! * count + count - 1 - other;
      if (key <= least) continue;
      let place = found < nearest.length ? found++ : found - 1;
      for (; place > 0 && nearest[place - 1]! < key; place--) nearest[place] = nearest[place - 1]!;
      nearest[place] = key;
      if (found === nearest.length) least = nearest[found - 1]!;
    }
    for (let i = 0; i < found; i++) nearest[i] = count - 1 - (nearest[i]! % count);
    return found;
  }

  /** The vectors of three rows as one, with those of four columns. */
  private compareThreeWithFour(
    { three, row }: { three: Float64Array; row: number },
    vectors: Int8Array,
    column: number,
  ): void {
    const at = column * dimensions;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      const all = three[axis]!;
      a += all * vectors[at + axis]!;
      b += all * vectors[at + dimensions + axis]!;
      c += all * vectors[at + 2 * dimensions + axis]!;
      d += all * vectors[at + 3 * dimensions + axis]!;
    }
    this.setThree(row, column, a);
    this.setThree(row, column + 1, b);
    this.setThree(row, column + 2, c);
    this.setThree(row, column + 3, d);
  }

  private setThree(row: number, column: number, products: number): void {
    const others = othersOf(products);
    this.set(row, column, firstOf(products));
    this.set(row + 1, column, firstOf(others));
    this.set(row + 2, column, othersOf(others));
  }

  private set(row: number, column: number, product: number): void {
    this.products[row * this.rowLength + column] = product;
    this.products[column * this.rowLength + row] = product;
  }
}
