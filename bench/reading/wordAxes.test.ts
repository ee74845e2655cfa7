import { describe, expect, it } from 'vitest';
import { placeOfText, wordAxes } from './wordAxes.ts';

const garden = ['moss', 'fern', 'soil', 'rain'];
const forge = ['iron', 'coal', 'fire', 'nail'];
/** Texts of `the` and two words, both from a garden or both from a forge. */
const texts = [garden, forge].flatMap((words) =>
  words.flatMap((one, at) => words.slice(at + 1).map((other) => new Set([one, other, 'the']))),
);

describe('axes of words', () => {
  const axes = wordAxes(texts, { words: 100, leastCount: 2, axes: 2 });
  const nearness = (one: string, other: string) => {
    const [a, b] = [one, other].map((word) => placeOfText(new Set([word]), axes));
    const along = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, at) => sum + value * y[at]!, 0);
    return along(a!, b!) / Math.sqrt(along(a!, a!) * along(b!, b!));
  };

  it('place words that occur together close to each other', () => {
    expect(nearness('moss', 'rain')).toBeGreaterThan(0.9);
    expect(nearness('moss', 'coal')).toBeLessThan(0.1);
  });

  it('place a word that occurs in every text in the middle', () => {
    expect(Math.hypot(...axes.places.get('the')!)).toBeCloseTo(0);
  });

  it('place texts of unknown words in the middle', () => {
    expect([...placeOfText(new Set(['quartz']), axes)]).toEqual([0, 0]);
  });
});
