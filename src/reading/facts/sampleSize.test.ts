import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import cases from './sampleSize.test.json' with { type: 'json' };
import { sampleSizeOf } from './sampleSize.ts';

const sizeIn = (abstract: string) => sampleSizeOf(abstract)?.value ?? null;

describe('sample size', () => {
  it.each(cases.read as [string, number][])('is read from %j', (text, n) => expect(sizeIn(text)).toBe(n));

  it.each(Object.values(cases.notRead).flat())('is not read from %j', (abstract) =>
    expect(sizeIn(abstract)).toBeNull(),
  );

  it('is never a dose, a time, a year or a rate', () => {
    const thing = fc.constantFrom('patients', 'mice', 'children', 'participants', 'samples');
    const hostile = fc.oneof(
      fc
        .record({ n: fc.integer({ min: 2, max: 5000 }), thing })
        .chain(({ n, thing }) =>
          fc.constantFrom(
            `We gave ${n} mg moss to ${thing}.`,
            `For ${n} weeks all ${thing} ate moss.`,
            `${n}% of ${thing} ate moss.`,
            `Moss reached ${n} cells/mL in ${thing}.`,
            `Moss is worth ${n} euros to ${thing} [${(n % 90) + 1}].`,
            `Of ${n} genes, most rose in ${thing}.`,
            `The rate was ${n} per 100,000 ${thing}.`,
          ),
        ),
      fc
        .record({ n: fc.integer({ min: 1900, max: 2099 }), thing })
        .map(({ n, thing }) => `In ${n} ${thing} ate moss.`),
    );
    forAll(fc.array(hostile, { minLength: 1, maxLength: 5 }), (sentences) => {
      expect(sizeIn(sentences.join(' '))).toBeNull();
    });
  });

  it('quotes only the text, for any text', () =>
    forAll(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(9999), (text, n) => {
      const abstract = `${text} We enrolled ${n} patients. ${text}`;
      const size = sampleSizeOf(abstract);
      if (size) expect(abstract).toContain(size.quote);
    }));
});
