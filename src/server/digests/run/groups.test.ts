import { checkedAbsence, checkedGroup, groupsOf } from './groups.ts';

const shown = [
  { n: 1, title: 'Egg allergy and breast milk', abstract: 'Infants ate eggs. Use and treatment.' },
  { n: 2, title: 'Egg allergies of infants', abstract: 'Treatment.' },
  { n: 3, title: 'Breast milk and sugars', abstract: 'Milk of mice. Use.' },
];
const topic = 'breast milk and allergy, asthma';

describe('group of a model', () => {
  it.each([
    ['egg allergy', [1, 2], true],
    ['infants', [1, 2], true],
    ['egg allergy', [1, 3], false],
    ['mice', [1, 2], false],
    ['breast milk', [1, 3], false],
    ['use of milk', [1, 3], false],
    ['treatment of allergies', [1, 2], false],
    ['egg allergy', [1, 2, 9], false],
    ['egg allergy', [1, 1], false],
    ['egg', [1, 2, 3], false],
    ['infants with an egg allergy in title', [1, 2], false],
    ['egg [9] <b>', [1, 2], false],
    ['the of', [1, 2], false],
  ])('%s: %j holds: %s', (label, papers, holds) => {
    const group = checkedGroup({ label, papers }, topic, shown);
    expect(group && { text: group.text, papers: group.papers }).toEqual(
      holds ? { text: label, papers } : null,
    );
  });
});

it.each([
  ['egg allergy', true],
  ['IgE', true],
  ['infants', false],
  ['April', false],
])('names papers that share a phrase or a name, and not one word: %s', async (name, holds) => {
  const papers = [1, 2, 3, 4].map((n) => ({
    n,
    id: n,
    title: n < 3 ? `${name} ${n}` : 'Milk',
    abstract: null,
  }));
  const index = { clusters: async () => [{ name, ids: [1, 2], words: [] }] };
  expect((await groupsOf({ index }, topic, papers)).map(({ text }) => text)).toEqual(holds ? [name] : []);
});

it.each([
  [[0.9, 0.3, 0.2, 0.9], []],
  [
    [0.9, 0.5, 0.3, 0.2],
    [1, 2],
  ],
  [
    [0.9, 0.3, 0.5, 0.2],
    [1, 3],
  ],
])('groups no papers that are probably off the topic: relevance %j, group %j', async (relevances, group) => {
  const papers = relevances.map((relevance, at) => ({
    ...{ n: at + 1, id: at + 1, title: 'Egg allergy', abstract: null, relevance },
  }));
  const index = { clusters: async () => [{ name: 'egg allergy', ids: [1, 2, 3] }] };
  expect((await groupsOf({ index }, 'milk', papers)).flatMap(({ papers }) => papers)).toEqual(group);
});

it.each([
  ['asthma', true],
  ['allergy', false],
  ['eczema', false],
  ['breast asthma', false],
])('says that %s is missing only if it is the topic’s and in no paper: %s', (name, holds) =>
  expect(checkedAbsence(name, topic, shown)?.text ?? null).toBe(holds ? `Nothing on “${name}”.` : null),
);
