import fc from 'fast-check';
import { digestTeaser, truncate } from './teaser.ts';

describe('digestTeaser', () => {
  it('joins the summary into one line, or else the titles', () => {
    expect(digestTeaser('One.\nTwo.', [])).toBe('One. Two.');
    expect(digestTeaser(null, ['A', 'B'])).toBe('A · B');
  });
});

describe('truncate', () => {
  it('keeps text that fits, and cuts longer text between words', () => {
    expect(truncate('a'.repeat(150), 150)).toBe('a'.repeat(150));
    expect(truncate('alpha beta gamma delta', 18)).toBe('alpha beta gamma…');
  });

  it('never exceeds the limit and never cuts through a character', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 1, max: 150 }),
        (text, most) => {
          const cut = truncate(text, most);
          expect(cut.length).toBeLessThanOrEqual(Math.max(most, 1));
          expect(cut.isWellFormed()).toBe(true);
        },
      ),
    ));
});
