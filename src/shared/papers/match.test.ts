import { isDoubtful } from './match.ts';

const why = { matched: [], expanded: [], because: null };
const aspects = (missing: string | null) => [
  { name: 'moss', words: ['moss'], missing: null },
  { name: 'roofs', words: [], missing },
];
const judged = (grade: number) => ({ by: 'judge', grade, quote: '' });

test.each([
  ['a strong match', 0.8, why, false],
  ['a possible match', 0.3, why, true],
  ['one that has every part', 0.5, { ...why, aspects: aspects(null) }, false],
  ['one that lacks a part', 0.8, { ...why, aspects: aspects('roofs') }, true],
  ['one that a model judged on the topic', 0.2, { ...why, judged: judged(2) }, false],
  ['one that a model judged off the topic', 0.8, { ...why, judged: judged(1) }, true],
])('a match says whether it may be off the topic: %s', (_, relevance, given, expected) =>
  expect(isDoubtful(relevance, given)).toBe(expected),
);
