import fc from 'fast-check';
import { sampleSizeOf } from './sampleSize.ts';

const sizeIn = (abstract: string) => sampleSizeOf(abstract)?.value ?? null;

describe('sample size', () => {
  it.each([
    ['We randomly assigned 412 adults to moss or placebo.', 412],
    ['METHODS: A total of 1,040 women were recruited.\nRESULTS: 35 women (3.4%) fell ill.', 1040],
    ['Our cohort included a total of n=717 patients, of which n=140 had moss.', 717],
    ['This registry-based cohort study covered all who came with moss (n=300,193).', 300_193],
    ['In April 2020 among 475 health workers a survey was conducted.', 475],
    ['RESULTS: 35/132 infants (26.5%) had moss at two years of age.', 132],
    ['Moss was detected in 147 of 553 (27%) individuals who had been tested.', 553],
    ['METHODS: Sixty-three patients with moss were enrolled at two hospitals.', 63],
  ])('is read from %j', (abstract, n) => expect(sizeIn(abstract)).toBe(n));

  it.each([
    // Rates and shares.
    'Moss affected 19.7/1000 children, and more of the boys.',
    'In Ghana, 8 out of every 10 children are mossy. We asked why.',
    'The incidence was 12 per 100,000 persons and year.',
    'Thirty percent of participants (n = 74) were mossy.',
    // The burden of a disease.
    'More than 21 million people have moss. We studied how it grows.',
    'An additional 90 million people are at risk for moss.',
    'Moss has resulted in more than 70,000 confirmed cases and many deaths.',
    // Things counted along with people.
    'We evaluated a set of 24 items describing interactions between physicians and moss.',
    'Over the past 20 years describing isolated patients has been the rule.',
    'Proteomics shows 97 immune related proteins in patients with moss.',
    'Cells were seeded at 20,000 cells per well for all patients.',
    'Rats got 40 mg moss daily, and mice none.',
    'The model was fine-tuned on 3.7 million paired human sequences.',
    'Moss was seen in type 2 diabetes patients and in stage 3 patients.',
    'In 2019 patients began to ask for moss.',
    // Groups, whose sum is not stated.
    'Thirty-two people with moss, 24 with lichen and 28 healthy controls underwent MRI.',
    'MRI was performed on 42 patients with moss (M), 22 patients with lichen (L), and 65 healthy controls.',
    'We analyzed data from 1,126 women (aged 18-74 years) with moss and 2,106 population controls.',
    // Those who were left out, or only partly observed.
    'We excluded review articles and case reports (n=274). A further 102 articles were deemed ineligible.',
    'Twenty-six patients were screened; nobody could say how many stayed.',
    'Mild side-effects were observed in 25 patients, none of whom left.',
  ])('is not read from %j', (abstract) => expect(sizeIn(abstract)).toBeNull());

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
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (sentences) => {
        expect(sizeIn(sentences.join(' '))).toBeNull();
      }),
    );
  });

  it('quotes only the text, for any text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(9999), (text, n) => {
        const abstract = `${text} We enrolled ${n} patients. ${text}`;
        const size = sampleSizeOf(abstract);
        if (size) expect(abstract).toContain(size.quote);
      }),
    ));
});
