import fc from 'fast-check';
import { foreignTerms } from './foreignTerms.ts';

const others = [
  ...Array.from({ length: 30 }, (_, i) => `Treatment of disease ${i} in children`),
  ...Array.from({ length: 30 }, (_, i) => `Patients with asthma in region ${i}`),
];
const learned = async (...pairs: [own: string, english: string][]) =>
  Object.fromEntries(
    await foreignTerms(
      pairs.map(([own, english]) => ({ own, english })),
      others,
    ),
  );

const adults: [string, string] = [
  'La drépanocytose chez l’adulte à Dakar',
  '[Sickle cell disease in adults in Dakar].',
];
const stroke: [string, string] = ['Accident vasculaire et drépanocytose', '[Stroke in sickle cell disease].'];

describe('terms of other languages', () => {
  it('are translated by the longest phrase that all their titles have in English', async () =>
    expect(await learned(adults, stroke)).toEqual({ drepanocytose: 'sickle cell disease' }));

  it('are pairs of words if neither word occurs alone', async () =>
    expect(
      await learned(
        ['Anémie falciforme et grossesse', 'Sickle cell disease and pregnancy'],
        ['Une anémie falciforme rare', 'A rare sickle cell disease'],
      ),
    ).toEqual({ 'anemie falciforme': 'sickle cell disease' }));

  it.each<[string, [string, string][]]>([
    ['by one title', [adults]],
    [
      'where another phrase fits as well',
      [
        [`${adults[0]} rural`, adults[1]],
        ['Drépanocytose à Dakar', 'Sickle cell disease in Dakar'],
      ],
    ],
    [
      'where another word fits as well',
      [
        ['Drépanocytose aiguë : vaccination', 'Sickle cell disease'],
        ['Vaccination contre la drépanocytose', 'On sickle cell disease'],
      ],
    ],
    [
      'by a phrase that is common',
      [
        ['Asthme à Paris', 'Asthma in Paris'],
        ['Asthme à Lyon', 'Asthma in Lyon'],
      ],
    ],
    [
      'for an English word',
      [
        ['Treatment der Malaria', 'Malaria now'],
        ['Treatment bei Malaria', 'Severe malaria'],
      ],
    ],
  ])('are not learned %s', async (_, pairs) => {
    expect(await learned(...pairs)).not.toHaveProperty('drepanocytose');
    expect(await learned(...pairs)).not.toHaveProperty('treatment');
    expect(await learned(...pairs)).not.toHaveProperty('asthme');
  });

  it('are learned from any titles without an error', async () => {
    const pair = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 8 }), async (pairs) => {
        for (const english of Object.values(await learned(...pairs))) expect(english).not.toBe('');
      }),
      { numRuns: 100 },
    );
  });
});
