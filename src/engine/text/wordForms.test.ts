import { formOf, newFormReader } from './wordForms.ts';

const formIn = (text: string, word: string) => newFormReader()(text, text.indexOf(word));

describe('word form', () => {
  it.each([
    ['Infants slept.', 'Infants', 'infant'],
    ['the tumour grew', 'tumour', 'tumor'],
    ['an exhaustive search', 'exhaustive', 'Exhaustive'],
    ['mice, once folded', 'folded', 'folded'],
    ['naïve cells', 'naïve', 'naïve'],
    ['long-term care', 'term', 'term'],
  ])('is the same in “%s” for %s as for %s alone', (text, word, alone) =>
    expect(formIn(text, word)).toBe(formOf(alone)),
  );

  it.each([
    ['exhaustion of T cells', 'exhaustion', 'exhaustive'],
    ['an 18-fold increase', 'fold', 'fold'],
    ['an 18‑fold increase', 'fold', 'fold'],
    ['naïve cells', 'naïve', 'na'],
  ])('differs in “%s” for %s from %s alone', (text, word, alone) =>
    expect(formIn(text, word)).not.toBe(formOf(alone)),
  );

  it('stays the same when read again, at the end of a text, and after a word that was cut', () => {
    const readForm = newFormReader();
    const text = `${'x'.repeat(50)} folding`;
    expect(readForm(text, 0)).toBe(readForm(`${'x'.repeat(60)}`, 0));
    expect(readForm(text, text.indexOf('folding'))).toBe(formOf('folding'));
    expect(readForm(text, text.indexOf('folding'))).toBe(formOf('folding'));
  });
});
