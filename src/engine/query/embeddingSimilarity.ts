import { type IndexReader, segmentOf } from '../index/reader.ts';

/** The topic's vector from the embeddings server, and the cosine above which a paper stands out. */
export type EmbeddingQuery = { vector: Float32Array; baseline: number };

/** Papers sampled for the baseline, spread evenly. */
const sampled = 200;
/** Below this many vectors the sample is not meaningful. */
const leastSampled = 20;
/** Quantile of the sampled cosines that is the baseline. */
const baselineQuantile = 0.9;

/**
 * Vectors of a language model all point more or less one way, so that any two texts have a cosine well above 0
 * (Ethayarajh 2019), so only the part above the 90th percentile counts.
 */
export function embeddingQuery(reader: IndexReader, vector: Float32Array | null): EmbeddingQuery | null {
  if (!vector) return null;
  const cosines: number[] = [];
  const step = Math.max(1, Math.floor(reader.docCount / sampled));
  for (let docId = 0; docId < reader.docCount; docId += step) {
    const cosine = cosineWith(reader, vector, docId);
    if (cosine !== null) cosines.push(cosine);
  }
  cosines.sort((one, other) => one - other);
  const baseline =
    cosines.length < leastSampled ? 0 : cosines[Math.floor(cosines.length * baselineQuantile)]!;
  return { vector, baseline: Math.max(0, baseline) };
}

/** 0 to 1: how far a paper's cosine exceeds the baseline; 0 without a vector of the same length. */
export function embeddingSimilarity(
  reader: IndexReader,
  { vector, baseline }: EmbeddingQuery,
  docId: number,
): number {
  const cosine = cosineWith(reader, vector, docId);
  return cosine !== null && cosine > baseline ? Math.min((cosine - baseline) / (1 - baseline), 1) : 0;
}

function cosineWith(reader: IndexReader, wanted: Float32Array, docId: number): number | null {
  const { segment, docBase } = segmentOf(reader, docId);
  const vector = segment.store.embeddings[docId - docBase];
  if (!vector || vector.length !== wanted.length) return null;
  let sum = 0;
  for (let axis = 0; axis < vector.length; axis++) sum += vector[axis]! * wanted[axis]!;
  return sum;
}
