import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lackInWords, matchWord } from '#shared/papers/match.ts';
import { forAll } from '#test/forAll.ts';
import { relevancePercent, sharesOf } from './PaperMatch.tsx';

const none = { lexical: 0, feedback: 0, latent: 0, embedding: 0, impact: 0, liked: 0 };

test.each([
  [0.874, 87],
  [0.875, 88],
  [0, 0],
  [1, 100],
  [1.2, 100],
  [-0.1, 0],
  [Number.NaN, 0],
])('relevancePercent shows %d as %i', (score, percent) => expect(relevancePercent(score)).toBe(percent));

describe('sharesOf', () => {
  test('returns rounded parts that add up to the figure', () => {
    const parts = { ...none, lexical: 0.333, feedback: 0.333, latent: 0.334 };
    const shares = sharesOf({ relevanceScore: 1, parts })!;
    expect(shares.map(({ points }) => points)).toEqual([33, 33, 34]);
  });

  test('keeps negative parts with their names', () => {
    const shares = sharesOf({ relevanceScore: 0.5, parts: { ...none, lexical: 0.6, liked: -0.1 } })!;
    expect(shares.map(({ label, points }) => [label, points])).toEqual([
      ['Words of your topic', 60],
      ['Like papers you did not want', -10],
    ]);
  });

  test('returns null when the parts are missing or do not add up', () => {
    expect(sharesOf({ relevanceScore: 0.5 })).toBeNull();
    expect(sharesOf({ relevanceScore: 0.5, parts: { ...none, lexical: 0.9 } })).toBeNull();
    expect(sharesOf({ relevanceScore: 0.5, parts: { ...none, lexical: Number.NaN } })).toBeNull();
  });

  test('returns parts that add up for any input', () => {
    const part = fc.double({ min: 0, max: 0.3, noNaN: true });
    forAll(
      fc.record({
        lexical: part,
        feedback: part,
        latent: part,
        embedding: fc.constant(0),
        impact: fc.double({ min: 0, max: 0.09, noNaN: true }),
        liked: fc.double({ min: -0.05, max: 0.01, noNaN: true }),
      }),
      (parts) => {
        const relevanceScore = Object.values(parts).reduce((a, b) => a + b, 0);
        fc.pre(relevanceScore >= 0 && relevanceScore <= 1);
        const shares = sharesOf({ relevanceScore, parts })!;
        expect(shares.reduce((sum, { points }) => sum + points, 0)).toBe(relevancePercent(relevanceScore));
      },
    );
  });
});

test.each([
  [0.91, 'Strong match'],
  [0.6, 'Strong match'],
  [0.59, 'Good match'],
  [0.4, 'Good match'],
  [0.39, 'Possible match'],
])('calls a relevance of %f a %s', (score, word) => expect(matchWord(score)).toBe(word));

const part = (name: string, isFound: boolean) => ({ name, words: [], missing: isFound ? null : name });
test.each([
  [0.9, [], 'Good match', 'by its title alone', null],
  [0.9, [true, true], 'Strong match', null, 'An abstract.'],
  [0.9, [true, false], 'Good match', 'nothing on “\u20681\u2069”', null],
  [
    0.9,
    [true, false, false],
    'Possible match',
    'nothing on “\u20681\u2069” or “\u20682\u2069”',
    'An abstract.',
  ],
])('match of relevance %f and parts %j is %s, %s', (score, found, word, lack, abstract) => {
  const aspects = found.map((isFound, at) => part(String(at), isFound));
  const why = { matched: [], expanded: [], because: null, ...(found.length && { aspects }) };
  expect(matchWord(found.length ? score : 0.5, why)).toBe(word);
  expect(lackInWords({ why, abstract })).toBe(lack);
});
