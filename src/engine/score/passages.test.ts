import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { Topic } from '../core/types.ts';
import { coverage } from '../query/coverage.ts';
import { planQuery } from '../query/plan.ts';
import { passageCoverage, worthShowingApart } from './passages.ts';

const filler =
  'Blood samples were drawn each morning before breakfast, frozen, shipped and later thawed for assays.';

/** A topic in a library of these papers, all of which lead its list. */
async function listOf(text: string, papers: readonly { title: string; abstract: string }[]) {
  const { reader } = await buildIndex(papers.map((one, id) => indexPaper({ ...one, id })));
  const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const query = planQuery(topic, reader);
  const leading = [...papers.keys()];
  return { reader, query, leading, covers: coverage(reader, query, leading) };
}

const shareIn = async (text: string, title: string, abstract: string): Promise<number> => {
  const { reader, query, covers } = await listOf(text, [
    { title, abstract },
    { title: 'Tides', abstract: 'Moons and seas.' },
  ]);
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

test.each([
  ['schizophrenia genetics cortex', 'The genetics of schizophrenia was mapped.', 'Cortex'],
  ['sleep dementia caregivers', 'Caregivers of people with dementia were asked.', 'Sleep'],
  ['drought, wheat and seedlings', 'Wheat seedlings were sown.', 'Drought'],
])(
  'worthShowingApart shows a paper with most of %s in one sentence, wherever it stands',
  async (topic, abstract, title) => {
    const others = Array.from({ length: 9 }, () => ({ title, abstract: 'Moons and seas.' }));
    const { reader, query, leading, covers } = await listOf(topic, [
      { title: 'Fields', abstract },
      ...others,
    ]);
    const isWorth = worthShowingApart(reader, query, covers, leading);
    expect(isWorth?.(0, 9, 0.1)).toBe(true);
    expect(isWorth?.(1, 9, 0.1)).toBe(false);
  },
);
