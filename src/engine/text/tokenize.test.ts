import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import cases from './tokenize.test.json' with { type: 'json' };
import { tokenize } from './tokenize.ts';

const stems = (text: string) =>
  tokenize(text)
    .map(({ stem, isSynonym }) => (isSynonym ? `+${stem}` : stem))
    .join(' ');

describe('tokenize', () => {
  it.each(Object.values(cases.tokens).flat())('returns for %j the tokens %j', (text, expected) =>
    expect(stems(text)).toBe(expected),
  );

  it.each(cases.spellings)('treats %s and %s as one word', (british, american) =>
    expect(stems(british)).toBe(stems(american)),
  );

  it.each(['exercise', 'disease', 'four', 'falling', 'precise', 'noise', 'source', 'promising'])(
    'keeps %s as a word of its own',
    (word) => expect(stems(word)).not.toMatch(/z|^for$|^fal$|^sorc$/),
  );

  it('returns the position of each token in the text', () => {
    const text = 'Base editing with CRISPR-Cas9.';
    const words = tokenize(text).map(({ from, to }) => text.slice(from, to));
    expect(words).toEqual(['Base', 'editing', 'CRISPR', 'Cas9', 'CRISPR-Cas9']);
  });

  it('accepts any text, stays inside it, and counts positions up', () =>
    forAll(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      let position = -1;
      for (const token of tokenize(text)) {
        expect(token.stem.length).toBeGreaterThan(0);
        expect(token.from).toBeLessThan(token.to);
        expect(token.to).toBeLessThanOrEqual(text.length);
        expect(token.position).toBe(token.isSynonym ? position : position + 1);
        position = token.position;
      }
    }));
});
