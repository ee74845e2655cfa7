import { createHash } from 'node:crypto';
import { wordsOf } from '../sources/search/words.ts';

/**
 * A vector of length 1 that depends only on the text. Each word adds to a few of the dimensions, and its three-letter
 * pieces add less to others. Texts with common words or synonyms are close; texts with none are nearly orthogonal.
 */
export function embed(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of wordsOf(text)) {
    if (word.length < 3 || common.has(word)) continue;
    const meant = sameMeaning[word] ?? word;
    scatter(vector, meant, 1);
    for (let at = 0; at + 3 <= meant.length; at++) scatter(vector, `#${meant.slice(at, at + 3)}`, 0.15);
  }
  const length = Math.hypot(...vector);
  return length ? vector.map((value) => value / length) : vector.map((_, at) => (at === 0 ? 1 : 0));
}

/** A few groups of synonyms, as a real model would know them. */
const sameMeaning: Record<string, string> = {
  cardiac: 'heart',
  myocardial: 'heart',
  insufficiency: 'failure',
  renal: 'kidney',
  pulmonary: 'lung',
  neoplasm: 'cancer',
};

const common = new Set(
  'the and for with that from are was were this than but not its which have has had can'.split(' '),
);

function scatter(vector: number[], feature: string, weight: number): void {
  const digest = createHash('sha256').update(feature).digest();
  for (let at = 0; at < 4; at++) {
    const place = digest.readUInt32LE(at * 4) % vector.length;
    vector[place]! += digest[16 + at]! % 2 ? weight : -weight;
  }
}
