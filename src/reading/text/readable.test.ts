import cases from './readable.test.json' with { type: 'json' };
import { announces, answers, isReadable, tellsProcedure } from './readable.ts';

describe('isReadable', () => {
  it.each([
    'Readmission was lower with walking than with usual care (18.2% vs. 27.5%).',
    '12 of 40 patients had a complete response within six months.',
    'mRNA vaccines halved the risk of infection among older adults.',
    'Moss (a plant) did three things: it 1) cooled roofs, 2) held water and 3) grew.',
  ])('accepts a sentence about the subject: %s', (sentence) => expect(isReadable(sentence)).toBe(true));

  it.each(cases.rejected)('rejects %s', (_, sentence) => expect(isReadable(sentence)).toBe(false));
});

describe('announces', () => {
  it.each(cases.announcing)('detects a sentence without a finding: %s', (sentence) =>
    expect(announces(sentence)).toBe(true),
  );

  it.each([
    'Moss halved readmission, highlighting the importance of early treatment.',
    'Adherence was higher with moss, providing new insights into habits.',
    'Kinesin is essential for the cohesion of chromosomes.',
    'Moss was enriched in taxa that were previously shown to reduce heat by 2 degrees.',
  ])('accepts a sentence that also states a finding: %s', (sentence) =>
    expect(announces(sentence)).toBe(false),
  );
});

describe('answers', () => {
  it.each(cases.depending)('detects a sentence that depends on the previous one: %s', (sentence) =>
    expect(answers(sentence)).toBe(true),
  );

  it.each([
    ...cases.standing,
    'These findings suggest that moss lowers blood pressure.',
    'This randomized controlled trial found no effect of moss.',
    'This study shows that moss lowers blood pressure.',
    'In cities of the north, this study found no effect of moss.',
    'Moss lowered the heat of such roofs as were flat.',
  ])('accepts a conclusion: %s', (sentence) => expect(answers(sentence)).toBe(false));
});

describe('tellsProcedure', () => {
  it.each(cases.procedure)('detects a sentence about what was done: %s', (sentence) =>
    expect(tellsProcedure(sentence)).toBe(true),
  );

  it.each(cases.outcome)('accepts a sentence with an outcome: %s', (sentence) =>
    expect(tellsProcedure(sentence)).toBe(false),
  );
});
