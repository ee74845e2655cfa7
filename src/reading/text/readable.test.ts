import { announces, answers, isReadable, tellsProcedure } from './readable.ts';

describe('isReadable', () => {
  it.each([
    'Readmission was lower with walking than with usual care (18.2% vs. 27.5%).',
    '12 of 40 patients had a complete response within six months.',
    'mRNA vaccines halved the risk of infection among older adults.',
    'Moss (a plant) did three things: it 1) cooled roofs, 2) held water and 3) grew.',
  ])('accepts a sentence about the subject: %s', (sentence) => expect(isReadable(sentence)).toBe(true));

  it.each([
    ['the end of a broken reference', '1] Assay data were of the same quality in all four batches.'],
    ['a point of a list', '(3) Training in the middle: moss was grown on diverse data of math and code.'],
    ['a registration', 'The trial registration number of this study is NCT02149199 as of May.'],
    [
      'one that a source cut in a bracket',
      'Heat was lower in group M 1.38 to 1.68; T 2.14 to 2.58 degrees, P<0.01).',
    ],
    ['an announcement of what follows', 'The following outcomes were seen in all of the groups:'],
    ['a heading glued to its text', 'ResultsThe risk of infection was halved among older adults.'],
  ])('rejects %s', (_, sentence) => expect(isReadable(sentence)).toBe(false));
});

describe('announces', () => {
  it.each([
    'We have developed recommendations based on the findings.',
    'Further research is needed in larger groups of patients.',
    'These results highlight the importance of early treatment.',
    'For indirect treatment, we analyze blockers of moss with the rationale for each.',
    'Approaches of scaling up are further discussed in relation to their cost.',
    'We present selected evidence and outline future uses of moss in patients.',
    'Looking forward, the integration of machines and moss will define the field.',
    'By treating roofs as gardens, MossNet establishes a new paradigm for cool cities.',
    'Green roofs also offer opportunities for cities of the north.',
    'Trials are under way to determine whether moss helps the very old.',
  ])('detects a sentence without a finding: %s', (sentence) => expect(announces(sentence)).toBe(true));

  it.each([
    'Moss halved readmission, highlighting the importance of early treatment.',
    'Adherence was higher with moss, providing new insights into habits.',
    'Kinesin is essential for the cohesion of chromosomes.',
  ])('accepts a sentence that also states a finding: %s', (sentence) =>
    expect(announces(sentence)).toBe(false),
  );
});

describe('answers', () => {
  it.each([
    'It also indicates that reciprocity rose by a tenth.',
    'These structures keep the drug stable until it is there.',
    'This approach needs an hour.',
    'On flat roofs, it held 12 % more water than clay.',
    'Of these, twelve were green after a year.',
    'A tear was reported by six such cases (5 men, 1 woman).',
    'The remaining roofs were as hot as before.',
  ])('detects a sentence that depends on the previous one: %s', (sentence) =>
    expect(answers(sentence)).toBe(true),
  );

  it.each([
    'These findings suggest that moss lowers blood pressure.',
    'This randomized controlled trial found no effect of moss.',
    'This study shows that moss lowers blood pressure.',
    'In cities of the north, this study found no effect of moss.',
    'Moss lowered the heat of such roofs as were flat.',
  ])('accepts a conclusion: %s', (sentence) => expect(answers(sentence)).toBe(false));
});

describe('tellsProcedure', () => {
  it.each([
    'Patients with essential hypertension (> 160 mm Hg) were randomized to moss (4 mg/day for 4 weeks, n = 7) or tea (n = 7).',
    'All patients had advanced heart failure, with a mean ejection fraction of 0.16 despite moss and tea.',
    'Patients received either moss (5/10 mg) or tea (50/100 mg), with further therapy as required.',
    'A multi-center phase II trial recruited 24 patients with hot roofs who were older than 60 years.',
    'We developed a model of roofs using images of 40 towns as the source data.',
    'The primary outcome was the indoor temperature at noon.',
    'MossNet leverages a two-stage search to place carpets on roofs.',
    'The proposed framework integrates three modules for sight, force and moss.',
  ])('detects a sentence about what was done: %s', (sentence) => expect(tellsProcedure(sentence)).toBe(true));

  it.each([
    'Patients who were randomized to moss had fewer falls than those given tea.',
    'Of 312 patients who received moss, 40 % of men and 60 % of women responded.',
    'Moss was well tolerated by all patients who were treated for a year.',
    'We developed a model of roofs that outperformed the best baseline by 4 degrees.',
    'Readmission was lower among adults assigned to walking (18.2% vs. 27.5%).',
    'When moss was given for 12 weeks, indoor temperature fell by 2 degrees.',
    'Moss carpets cool roofs in the hottest week of the year.',
  ])('accepts a sentence with an outcome: %s', (sentence) => expect(tellsProcedure(sentence)).toBe(false));
});
