import { type IndexReader, segmentOf } from '../index/reader.ts';
import { type Kernel, maxCompared, neighborCount, neighborRow } from '../kernel/kernel.ts';
import { dimensions } from '../latent/fold.ts';

/**
 * What each paper's neighbours are worth: the mean score of its seven nearest, weighted by closeness.
 * Papers that belong together tend to be context together (van Rijsbergen's cluster hypothesis;
 * score regularisation, Diaz 2007).
 */
export function neighborSupport(
  { kernel, docIds }: PairwiseSimilarity,
  scores: readonly number[],
): Float32Array {
  const count = docIds.length;
  kernel.findNearest(count);
  const { neighborCosines: nearCosines, neighbors: nearPapers } = kernel;
  // Where filters leave few papers, each stands in for the neighbours it lacks: that is no word against it.
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

/** How near papers are to each other in the latent space; those of the topic that is being ranked. */
export class PairwiseSimilarity {
  readonly kernel: Kernel;
  readonly docIds: readonly number[];

  constructor(kernel: Kernel, docIds: readonly number[]) {
    kernel.compare(docIds);
    this.kernel = kernel;
    this.docIds = docIds;
  }

  /** The docId's row; -1 when its paper is not among those compared. */
  rowOf(docId: number): number {
    return this.docIds.indexOf(docId);
  }

  /** Cosine of the papers in two rows; 0 when one of them was not compared. */
  of(row: number, column: number): number {
    return row < 0 || column < 0 ? 0 : this.kernel.cosines[row * maxCompared + column]!;
  }
}

export function vectorAt(reader: IndexReader, docId: number): Int8Array {
  const { segment, docBase } = segmentOf(reader, docId);
  const start = (docId - docBase) * dimensions;
  return segment.vectors.subarray(start, start + dimensions);
}
