import { describe, expect, it } from 'vitest';
import { announces, answers, isReadable } from './readable.ts';

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
    ['a point of a list', '(3) Training in the middle: moss was grown on diverse data of math and code.'],
    ['a registration', 'The trial registration number of this study is NCT02149199 as of May.'],
    ['an announcement of what follows', 'The following outcomes were seen in all of the groups:'],
    ['a heading glued to its text', 'ResultsThe risk of infection was halved among older adults.'],
  ])('is not %s', (_, sentence) => {
    expect(isReadable(sentence)).toBe(false);
  });
});

describe('a sentence about the paper', () => {
  it.each([
    'We have developed recommendations based on the findings.',
    'Further research is needed in larger groups of patients.',
    'These results highlight the importance of early treatment.',
    'For indirect treatment, we analyze blockers of moss with the rationale for each.',
    'Approaches of scaling up are further discussed in relation to their cost.',
    'We present selected evidence and outline future uses of moss in patients.',
    'Looking forward, the integration of machines and moss will define the field.',
  ])('says nothing that was found: %s', (sentence) => {
    expect(announces(sentence)).toBe(true);
  });

  it.each([
    'Moss halved readmission, highlighting the importance of early treatment.',
    'Adherence was higher with moss, providing new insights into habits.',
    'Kinesin is essential for the cohesion of chromosomes.',
  ])('is not one that says it beside this: %s', (sentence) => {
    expect(announces(sentence)).toBe(false);
  });
});

describe('a sentence about what another names', () => {
  it.each([
    'It also indicates that reciprocity rose by a tenth.',
    'These structures keep the drug stable until it is there.',
    'This approach needs an hour.',
  ])('cannot be read alone: %s', (sentence) => {
    expect(answers(sentence)).toBe(true);
  });

  it.each([
    'These findings suggest that moss lowers blood pressure.',
    'This randomized controlled trial found no effect of moss.',
    'This study shows that moss lowers blood pressure.',
  ])('is none that concludes: %s', (sentence) => {
    expect(answers(sentence)).toBe(false);
  });
});
