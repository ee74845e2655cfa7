import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { relevanceFloor } from './score/calibrate.ts';

const visits =
  'Participants were seen at baseline, after six months and yearly until the end, by trained nurses in three towns.';
const laboratory =
  'Samples were frozen on arrival, thawed once and measured in duplicate with a commercial kit by blinded staff.';

/** Papers that have a topic's words, but in different sentences. */
const scattered = [
  {
    title: 'Amlodipine and stroke in the elderly',
    abstract: `Prevention of stroke is a goal of treatment. ${visits} ${laboratory} There was a fall in systolic pressure.`,
  },
  {
    title: 'Diet and heart disease of older adults',
    abstract: `Atherosclerosis progresses silently. ${laboratory} ${visits} Lipids fell. ${visits} Diets may prevent events.`,
  },
  {
    title: 'Anticoagulants for atrial fibrillation',
    abstract: `Embolism can be prevented. ${visits} ${laboratory} Elderly patients bled. ${laboratory} Costs fell over time.`,
  },
  {
    title: 'Isolated systolic hypertension in older persons',
    abstract: `Preventing heart failure is possible. ${laboratory} Elderly trials are few. ${visits} Pressure falls at night.`,
  },
  {
    title: 'Acid peptic disease in the elderly',
    abstract: `Bleeding is common in older adults. ${visits} ${laboratory} Its prevention is cheap. ${visits} Incidence is falling.`,
  },
  {
    title: 'Statins after sixty-five',
    abstract: `Older adults were randomized. ${visits} Cholesterol falls quickly. ${laboratory} ${visits} Events were prevented.`,
  },
];
const right = {
  title: 'Balance training prevents falls among older adults',
  abstract: `Exercise classes were held in villages. ${visits}`,
};
const others = [
  ...['Soil fungi of alpine meadows', 'Tides of a shallow sea', 'Bridges under load', 'Songs of urban birds'],
  ...['Glass transitions of polymers', 'Proof search in linear logic', 'Maps of dark matter', 'Whispers'],
].map((title) => ({ title, abstract: `${title} were studied. ${laboratory}` }));

const shown = async (
  papers: readonly { title: string; abstract: string }[],
  text = 'preventing falls in older adults',
): Promise<string[]> => {
  const index = await buildIndex(papers.map((one, id) => indexPaper({ ...one, id })));
  const topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  return index
    .rank(topic, { sources: new Set(sourceNames) }, { limit: 10, floor: relevanceFloor })
    .map(({ id }) => papers[id]!.title);
};

/** Papers that have some words of a topic of four common ideas, in different sentences. */
const fields = ['nursing', 'policy', 'data', 'teaching', 'genetics', 'ethics', 'law', 'dentistry'];
const bridging = fields.map((field, i) => ({
  title: `Bridging the gap in ${field}`,
  abstract: `Health is a goal of ${field}. ${visits} ${laboratory} ${i % 2 ? `Structural change was slow. ${visits}` : ''} ${laboratory} Monitoring continued in ${field}.`,
}));

describe('topic of common words', () => {
  it('finds nothing where four common ideas stand in different sentences', async () =>
    expect(await shown([...bridging, ...others], 'structural health monitoring of bridges')).toEqual([]));

  it('finds hardly any paper that has its words in different sentences', async () =>
    expect((await shown([...scattered, ...others])).length).toBeLessThanOrEqual(1));

  it('finds first the paper that has its words in one sentence', async () => {
    const found = await shown([...scattered, right, ...others]);
    expect(found[0]).toBe(right.title);
    expect(found.length).toBeLessThanOrEqual(2);
  });
});
