import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { authorKey } from './columns.ts';

describe('authorKey', () => {
  it.each([
    ['Whelan, R.', 'Robert Whelan'],
    ['Whelan RP', 'Robert P. Whelan'],
    ['Müller, Jörg', 'Jorg Muller'],
    ['van der Berg A', 'van der Berg, Ana'],
  ])('is the same for %s and %s', (one, other) => expect(authorKey(one)).toBe(authorKey(other)));

  it('differs between people, and between an author and no author', () => {
    expect(authorKey('Whelan, R.')).not.toBe(authorKey('Whelan, A.'));
    expect(authorKey('Whelan, R.')).not.toBe(authorKey('Yener, R.'));
    expect(authorKey('')).toBe(0);
    expect(authorKey('  ')).toBe(0);
  });

  it('fits its column for any name', () =>
    forAll(fc.string(), (name) => {
      expect(Uint32Array.of(authorKey(name))[0]).toBe(authorKey(name));
    }));
});
