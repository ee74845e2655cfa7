import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { Topic } from '../core/types.ts';
import { coverage } from '../query/coverage.ts';
import { planQuery } from '../query/plan.ts';
import { passageCoverage } from './passages.ts';

const filler =
  'Blood samples were drawn each morning before breakfast, frozen, shipped and later thawed for assays.';

const shareIn = async (text: string, title: string, abstract: string): Promise<number> => {
  const papers = [
    { title, abstract },
    { title: 'Tides', abstract: 'Moons and seas.' },
  ];
  const { reader } = await buildIndex(papers.map((one, id) => indexPaper({ ...one, id })));
  const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const query = planQuery(topic, reader);
  const covers = coverage(reader, query, [0]);
  expect(covers.share(0)).toBeCloseTo(1, 9);
  return passageCoverage(reader, query, covers)(0);
};

describe('passageCoverage', () => {
  it.each([
    ['preventing falls in older adults', 'Exercise', 'Training prevents falls among older adults.'],
    ['preventing falls in older adults', 'Prevention of falls in the elderly', filler],
    [
      'quantum error correction',
      'Qubits',
      `${filler} Codes for the correction of errors in quantum memories.`,
    ],
    ['(ICU OR ward) sedation', 'Nights', 'Sedation in intensive care, and on the ward.'],
    ['asthma neuroinf*', 'Asthma', 'Neuroinflammation persists.'],
  ])('is complete for %s', async (topic, title, abstract) =>
    expect(await shareIn(topic, title, abstract)).toBeCloseTo(1, 9),
  );

  it.each([
    [
      'preventing falls in older adults',
      'Prevention of stroke',
      `${filler} Older adults had a fall in pressure.`,
    ],
    ['quantum error correction', 'Quantum dots', `${filler} ${filler} Measurement error needed correction.`],
    ['gender bias in peer review', 'Gender and pain', `${filler} The peer review had a risk of bias.`],
  ])('is partial for %s if its words stand apart', async (topic, title, abstract) =>
    expect(await shareIn(topic, title, abstract)).toBeLessThan(0.9),
  );
});
