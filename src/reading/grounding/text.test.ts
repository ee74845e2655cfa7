import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { findQuote } from './text.ts';

describe('quotes', () => {
  it('match despite other white space, dashes, quotation marks and compatibility forms', () => {
    const abstract =
      'The “narrow” window — two\u00a0bases – gave 10⁶\u2009cells; e\u0301tude of ﬁne e\u00advents.';
    for (const quote of [
      '"narrow" window - two bases - gave',
      'gave 10⁶ cells; étude of fine events',
      '  two\n bases – gave  10⁶ cells ',
    ])
      expect(findQuote(abstract, quote), quote).not.toBeNull();
    expect(findQuote(abstract, 'bases - gave 106 cells')).toBeNull();
  });

  it('are found in any text from which they were cut', () =>
    forAll(fc.string({ unit: 'grapheme', minLength: 30, maxLength: 200 }), fc.nat(20), (text, from) => {
      const place = findQuote(text, text.slice(from));
      if (place) expect(text.slice(place.from, place.to).length).toBeGreaterThan(0);
    }));
});
