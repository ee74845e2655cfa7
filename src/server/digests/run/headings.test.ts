import { namedBy, windowsOf } from './headings.ts';

const headings = [
  ['Myocardial Infarction', 'Heart Attack', 'Heart Attacks', 'MI'],
  ['Type 2 Diabetes Mellitus', 'Type 2 Diabetes', 'NIDDM'],
  ['Diabetes Mellitus', 'Diabetes'],
  ['Migraine Disorders', 'Migraine', 'Sick Headache'],
  ['Therapy', 'Drug Therapy', 'Treatment'],
];

test.each([
  ['heart attack in women', { 'heart attack': ['Myocardial Infarction', 'MI'] }],
  [
    'Heart attacks and type 2 diabetes',
    {
      'Heart attacks': ['Myocardial Infarction', 'MI'],
      'type 2 diabetes': ['Type 2 Diabetes Mellitus', 'NIDDM'],
    },
  ],
  ['migraine', { migraine: ['Migraine Disorders', 'Sick Headache'] }],
  ['drug therapy of ferrets', {}],
  ['migraine and sleep', {}],
  ['attack of the heart', {}],
  ['', {}],
])('namedBy names the parts of “%s” by the longest words that are a term', (topic, expected) => {
  const names = Map.groupBy(namedBy(headings, windowsOf(topic)), ({ of }) => of);
  const byPart = [...names].map(([of, some]) => [of, some.map(({ phrase }) => phrase)]);
  expect(Object.fromEntries(byPart)).toEqual(expected);
});

test('windowsOf asks for few, however long the topic is', () =>
  expect(windowsOf(Array.from({ length: 60 }, (_, at) => `word${at}`).join(' '))).toHaveLength(30));
