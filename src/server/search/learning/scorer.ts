import { termWeights } from '../documents/termWeights.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';
import { firstOf, pairOf, pairWeight } from './features.ts';
import type { Model } from './model.ts';

/** The model's log odds for documents of the index: the same as the product with their features, without making them. */
export function scorerOf(reader: IndexReader, model: Model): (docId: number) => number {
  const { idfs, averageLength } = reader.statistics;
  const words = new Float32Array(reader.vocabulary.stems.length);
  for (const [term, weight] of model.words) words[term] = weight;
  const begins = new Uint8Array(reader.vocabulary.stems.length);
  for (const pair of model.pairs.keys.subarray(0, model.pairs.size)) begins[firstOf(pair)] = 1;
  return (docId) => {
    const { segment, docBase } = segmentOf(reader, docId);
    const { store, vectors } = segment;
    const paper = docId - docBase;
    const of = termWeights(store, paper, averageLength);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < of.length; i++) {
      const value = of.weights[i]! * (idfs[of.terms[i]!] ?? 0);
      squares += value * value;
      sum += value * words[of.terms[i]!]!;
    }
    if (squares > 0) sum /= Math.sqrt(squares);
    let pairSum = 0;
    squares = 0;
    let before = -1;
    for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
      if (store.tokens[at]! & 1) continue;
      const term = store.tokens[at]! >>> 1;
      if (before >= 0) {
        const value = pairWeight(idfs, before, term);
        squares += value * value;
        if (begins[before]) pairSum += value * (model.pairs.get(pairOf(before, term)) ?? 0);
      }
      before = term;
    }
    if (squares > 0) sum += pairSum / Math.sqrt(squares);
    let latent = 0;
    const start = paper * dimensions;
    for (let axis = 0; axis < dimensions; axis++) latent += model.latent[axis]! * vectors[start + axis]!;
    sum += latent / 127;
    return sum;
  };
}
