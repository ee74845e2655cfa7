import { placeOfSlot, type Shelf } from '../index/reader.ts';

/** The topic's vector by the embeddings server, and the cosine from which a paper stands out. */
export interface Meaning {
  vector: Float32Array;
  usual: number;
}

/** Papers looked at to know what is usual, spread evenly. */
const sampled = 200;
/** Fewer with a vector tell nothing. */
const leastSampled = 20;
/** The share of the library that is no nearer than `usual`. */
const ordinary = 0.9;

/**
 * Vectors of a language model all point more or less one way, so that any two texts have a cosine well above 0
 * (Ethayarajh 2019): only what lies beyond that of nine papers in ten speaks for a paper.
 */
export function meaningOf(shelf: Shelf, vector: Float32Array | null): Meaning | null {
  if (!vector) return null;
  const cosines: number[] = [];
  const step = Math.max(1, Math.floor(shelf.slots / sampled));
  for (let slot = 0; slot < shelf.slots; slot += step) {
    const cosine = cosineWith(shelf, vector, slot);
    if (cosine !== null) cosines.push(cosine);
  }
  cosines.sort((one, other) => one - other);
  const usual = cosines.length < leastSampled ? 0 : cosines[Math.floor(cosines.length * ordinary)]!;
  return { vector, usual: Math.max(0, usual) };
}

/** 0 to 1: how far a paper's vector goes beyond what is usual; 0 for one without a vector of this length. */
export function likeness(shelf: Shelf, { vector, usual }: Meaning, slot: number): number {
  const cosine = cosineWith(shelf, vector, slot);
  return cosine !== null && cosine > usual ? Math.min((cosine - usual) / (1 - usual), 1) : 0;
}

function cosineWith(shelf: Shelf, wanted: Float32Array, slot: number): number | null {
  const { segment, base } = placeOfSlot(shelf, slot);
  const vector = segment.store.embeddings[slot - base];
  if (!vector || vector.length !== wanted.length) return null;
  let sum = 0;
  for (let axis = 0; axis < vector.length; axis++) sum += vector[axis]! * wanted[axis]!;
  return sum;
}
