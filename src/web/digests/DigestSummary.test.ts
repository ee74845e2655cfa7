import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { summaryParagraphs } from './DigestSummary.tsx';

describe('summaryParagraphs', () => {
  test('makes one paragraph a line and leaves out empty lines', () =>
    expect(summaryParagraphs('First.\n\r\n  Second.  \n', 3)).toEqual([
      [{ from: 0, text: 'First.' }],
      [{ from: 11, text: 'Second.' }],
    ]));

  test.each([
    ['Edits rose [2].', 3, [[2]]],
    ['Both agree [1, 3].', 3, [[1, 3]]],
    ['Three agree [1–3].', 3, [[1, 2, 3]]],
    ['Twice [1] said [1].', 3, [[1], [1]]],
    ['Labelled with [14C] glucose, [0] and [4].', 3, []],
    ['Backwards [3-1].', 3, []],
    ['No papers [1].', 0, []],
  ])('finds the references of %j among %i papers', (line, papers, expected) => {
    const [pieces = []] = summaryParagraphs(line, papers);
    expect(pieces.flatMap((piece) => (piece.papers ? [piece.papers] : []))).toEqual(expected);
  });

  test('keeps every character of a line, and links only papers of the digest', () =>
    forAll(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.integer({ min: 0, max: 99 }).map((n) => `[${n}]`),
        ),
      ),
      fc.nat(20),
      (parts, papers) => {
        const line = parts
          .join('')
          .replace(/[\r\n\u2028\u2029]/g, ' ')
          .trim();
        const [pieces = []] = summaryParagraphs(line, papers);
        expect(pieces.map(({ text }) => text).join('')).toBe(line);
        for (const n of pieces.flatMap((piece) => piece.papers ?? [])) {
          expect(n).toBeGreaterThanOrEqual(1);
          expect(n).toBeLessThanOrEqual(papers);
        }
      },
    ));
});
