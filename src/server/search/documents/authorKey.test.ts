import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labOf } from './authorKey.ts';

describe('labOf', () => {
  it.each([
    ['Whelan, R.', 'Robert Whelan'],
    ['Whelan RP', 'Robert P. Whelan'],
    ['Müller, Jörg', 'Jorg Muller'],
    ['van der Berg A', 'van der Berg, Ana'],
  ])('knows %s as %s', (one, other) => {
    expect(labOf(one)).toBe(labOf(other));
  });

  it('tells people apart, and knows nobody from nothing', () => {
    expect(labOf('Whelan, R.')).not.toBe(labOf('Whelan, A.'));
    expect(labOf('Whelan, R.')).not.toBe(labOf('Yener, R.'));
    expect(labOf('')).toBe(0);
    expect(labOf('  ')).toBe(0);
  });

  it('gives any name a number that fits its column', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(Uint32Array.of(labOf(name))[0]).toBe(labOf(name));
      }),
    );
  });
});
