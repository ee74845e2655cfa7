import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { markQuotes } from './PaperReader.tsx';

describe('markQuotes', () => {
  test('marks exact quotes only', () =>
    expect(markQuotes('We tried. It worked. We left.', ['It worked.', 'It worked very well.'])).toEqual([
      { from: 0, text: 'We tried. ', quoted: false },
      { from: 10, text: 'It worked.', quoted: true },
      { from: 20, text: ' We left.', quoted: false },
    ]));

  test('keeps every character, however the quotes overlap', () =>
    forAll(fc.string(), fc.array(fc.tuple(fc.nat(40), fc.nat(40))), (abstract, spans) => {
      const quotes = spans.map(([from, length]) => abstract.slice(from, from + length));
      expect(
        markQuotes(abstract, quotes)
          .map(({ text }) => text)
          .join(''),
      ).toBe(abstract);
    }));
});
