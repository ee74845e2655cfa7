import { stem } from 'porter2';
import { stopWords } from '#search/text/stopWords.ts';

/** Distinct features and their values, scaled to length 1. */
export interface SparseVector {
  features: Uint32Array;
  values: Float64Array;
}

/** tf-idf vectors of words and word pairs: (1 + ln tf) × idf, pairs in at least two texts. */
export function tfIdfVectors(texts: readonly string[]): SparseVector[] {
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  const counted = texts.map((text) => {
    const counts = new Map<number, number>();
    for (const feature of wordsAndPairs(text)) {
      let number = numbers.get(feature);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(feature, number);
      }
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    for (const number of counts.keys()) frequencies[number] = (frequencies[number] ?? 0) + 1;
    return counts;
  });
  return counted.map((counts) => {
    const kept = [...counts].filter(([number]) => frequencies[number]! >= 2);
    const values = Float64Array.from(
      kept,
      ([number, count]) =>
        (1 + Math.log(count)) * (Math.log((1 + texts.length) / (1 + frequencies[number]!)) + 1),
    );
    const length = Math.hypot(...values) || 1;
    return {
      features: Uint32Array.from(kept, ([number]) => number),
      values: values.map((value) => value / length),
    };
  });
}

function wordsAndPairs(text: string): string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !stopWords.has(word))
    .map((word) => stem(word));
  return [...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)];
}

/** The penalty for a missed margin, before classes are balanced; scikit-learn's default. */
const penalty = 1;
const epochs = 50;

/**
 * A linear support vector machine (squared hinge loss, classes balanced) by dual coordinate descent (Hsieh et al. 2008),
 * in a fixed order, so that it is deterministic. Returns the decision function; null unless both classes are there.
 */
export function trainSvm(
  examples: readonly SparseVector[],
  relevant: readonly boolean[],
): ((vector: SparseVector) => number) | null {
  const positives = relevant.filter(Boolean).length;
  if (positives === 0 || positives === relevant.length) return null;
  const size =
    examples.reduce((most, { features }) => features.reduce((one, other) => Math.max(one, other), most), 0) +
    1;
  const weights = new Float64Array(size);
  let bias = 0;
  const alphas = new Float64Array(examples.length);
  for (let epoch = 0; epoch < epochs; epoch++) {
    let largest = 0;
    for (const [i, { features, values }] of examples.entries()) {
      const sign = relevant[i] ? 1 : -1;
      const share = examples.length / (2 * (relevant[i] ? positives : examples.length - positives));
      const ridge = 1 / (2 * penalty * share);
      let margin = bias;
      let square = 1;
      for (let j = 0; j < features.length; j++) {
        margin += weights[features[j]!]! * values[j]!;
        square += values[j]! ** 2;
      }
      const gradient = sign * margin - 1 + ridge * alphas[i]!;
      const next = Math.max(0, alphas[i]! - gradient / (square + ridge));
      const change = sign * (next - alphas[i]!);
      largest = Math.max(largest, Math.abs(change));
      alphas[i] = next;
      bias += change;
      for (let j = 0; j < features.length; j++) weights[features[j]!]! += change * values[j]!;
    }
    if (largest < 1e-3) break;
  }
  return ({ features, values }) => {
    let sum = bias;
    for (let j = 0; j < features.length; j++) sum += (weights[features[j]!] ?? 0) * values[j]!;
    return sum;
  };
}
