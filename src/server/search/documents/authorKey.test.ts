import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorKey } from './authorKey.ts';

describe('labOf', () => {
  it.each([
    ['Whelan, R.', 'Robert Whelan'],
    ['Whelan RP', 'Robert P. Whelan'],
    ['Müller, Jörg', 'Jorg Muller'],
    ['van der Berg A', 'van der Berg, Ana'],
  ])('knows %s as %s', (one, other) => {
    expect(authorKey(one)).toBe(authorKey(other));
  });

  it('tells people apart, and knows nobody from nothing', () => {
    expect(authorKey('Whelan, R.')).not.toBe(authorKey('Whelan, A.'));
    expect(authorKey('Whelan, R.')).not.toBe(authorKey('Yener, R.'));
    expect(authorKey('')).toBe(0);
    expect(authorKey('  ')).toBe(0);
  });

  it('gives any name a number that fits its column', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(Uint32Array.of(authorKey(name))[0]).toBe(authorKey(name));
      }),
    );
  });
});
