import { type IndexReader, segmentOf } from '../index/reader.ts';
import { type Kernel, maxCompared, neighborCount, neighborRow } from '../kernel/kernel.ts';
import { dimensions } from '../latent/fold.ts';

/**
 * The mean score of each paper's seven nearest neighbors, weighted by cosine: similar papers tend to be relevant to the
 * same queries (cluster hypothesis, van Rijsbergen; score regularization, Diaz 2007).
 */
export function neighborSupport(
  { kernel, docIds }: PairwiseSimilarity,
  scores: readonly number[],
): Float32Array {
  const count = docIds.length;
  kernel.findNearest(count);
  const { neighborCosines: nearCosines, neighbors: nearPapers } = kernel;
  // If filters leave few papers, the paper's own score replaces missing neighbors, so that it is not penalized.
  const missing = Math.max(0, neighborCount - (count - 1));
  const supports = new Float32Array(count);
  for (let paper = 0; paper < count; paper++) {
    let total = missing;
    let sum = missing * scores[paper]!;
    for (let at = paper * neighborRow; at < paper * neighborRow + neighborCount; at++) {
      total += nearCosines[at]!;
      sum += nearCosines[at]! * Math.fround(scores[nearPapers[at]!]!);
    }
    supports[paper] = total > 0 ? sum / total : 0;
  }
  return supports;
}

/** Pairwise cosines in the latent space of the papers that are being reranked. */
export class PairwiseSimilarity {
  readonly kernel: Kernel;
  readonly docIds: readonly number[];

  constructor(kernel: Kernel, docIds: readonly number[]) {
    kernel.compare(docIds);
    this.kernel = kernel;
    this.docIds = docIds;
  }

  /** The document's row; -1 if it was not compared. */
  rowOf(docId: number): number {
    return this.docIds.indexOf(docId);
  }

  /** Cosine of the papers in two rows; 0 if one was not compared. */
  of(row: number, column: number): number {
    return row < 0 || column < 0 ? 0 : this.kernel.cosines[row * maxCompared + column]!;
  }
}

/** A document's latent vector, of length 127. */
export function vectorAt(reader: IndexReader, docId: number): Int8Array {
  const { segment, docBase } = segmentOf(reader, docId);
  const start = (docId - docBase) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}
