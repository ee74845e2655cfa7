import { describe, expect, it } from 'vitest';
import { isReadable } from './readable.ts';

describe('a readable sentence', () => {
  it.each([
    'Readmission was lower with walking than with usual care (18.2% vs. 27.5%).',
    '12 of 40 patients had a complete response within six months.',
    'mRNA vaccines halved the risk of infection among older adults.',
  ])('says something of the matter: %s', (sentence) => {
    expect(isReadable(sentence)).toBe(true);
  });

  it.each([
    ['the end of a broken reference', '1] Assay data were of the same quality in all four batches.'],
    ['a registration', 'The trial registration number of this study is NCT02149199 as of May.'],
    ['an announcement of what follows', 'The following outcomes were seen in all of the groups:'],
    ['a heading glued to its text', 'ResultsThe risk of infection was halved among older adults.'],
  ])('is not %s', (_, sentence) => {
    expect(isReadable(sentence)).toBe(false);
  });
});
