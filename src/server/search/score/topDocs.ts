import { type IndexReader, segmentOf } from '../index/reader.ts';
import { TopKHeap } from '../index/topKHeap.ts';
import type { Kernel } from '../kernel/kernel.ts';

/**
 * Document ids with the highest lexical scores above 0, best first; ties by document id.
 * `highest` is the best score in the index.
 */
export function topDocs(reader: IndexReader, kernel: Kernel, highest: number, count: number): number[] {
  const { lexical, docIds } = kernel;
  if (highest <= 0) return [];
  for (const part of [0.5, 0.25, 0.1, 0.01]) {
    const top = bestAmong(kernel.lexicalAtLeast(part * highest));
    if (top.length === count) return top;
  }
  return bestAmong(kernel.lexicalAtLeast(smallestPositive));

  function bestAmong(found: number): number[] {
    const top = new TopKHeap(count);
    for (let i = 0; i < found; i++) {
      const docId = docIds[i]!;
      const score = lexical[docId]!;
      if (score >= top.threshold() && !isDeleted(reader, docId)) top.offer(docId, score);
    }
    return top.sorted();
  }
}

/** The smallest positive 32-bit float. */
const smallestPositive = 2 ** -149;

function isDeleted(reader: IndexReader, docId: number): boolean {
  const { deleted, docBase } = segmentOf(reader, docId);
  return deleted[docId - docBase] === 1;
}
