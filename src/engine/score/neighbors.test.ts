import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { vectorAt } from '../index/reader.ts';
import { neighborSupport, PairwiseSimilarity } from './neighbors.ts';

const subjects = 'moss on peat, peat bogs, copper and moss, tram lines, trams in a city, peat and rain'.split(
  ', ',
);
const papers = Array.from({ length: 31 }, (_, id) =>
  indexPaper({ id, title: `${subjects[id % 6]} ${subjects[(id * 5 + 1) % 6]} at site ${id}` }),
);
const { reader } = await buildIndex(papers);
const docIds = [...papers.keys()].reverse();

/** Every cosine by itself, 0 for a paper with itself. */
const cosine = (one: number, other: number): number => {
  if (one === other) return 0;
  const vector = vectorAt(reader, other);
  const product = vectorAt(reader, one).reduce((sum, length, axis) => sum + length * vector[axis]!, 0);
  return Math.fround(product / 127 / 127);
};

test.each([1, 2, 30, 31])(
  'PairwiseSimilarity compares every two of %i papers, to the last digit',
  (count) => {
    const some = docIds.slice(0, count);
    const similarity = new PairwiseSimilarity(reader, some);
    for (const [row, one] of some.entries())
      for (const [column, other] of some.entries())
        expect(similarity.of(row, column)).toBe(cosine(one, other));
  },
);

describe('neighborSupport', () => {
  it('is the mean score of the seven nearest papers, weighted by cosine', () => {
    const scores = docIds.map((docId) => (docId % 9) / 8);
    const supports = neighborSupport(new PairwiseSimilarity(reader, docIds), scores);
    for (const [row, docId] of docIds.entries()) {
      const nearest = docIds
        .map((other, at) => ({ cosine: cosine(docId, other), score: Math.fround(scores[at]!) }))
        .sort((one, other) => other.cosine - one.cosine)
        .slice(0, 7)
        .filter((one) => one.cosine > 0);
      const total = nearest.reduce((sum, one) => sum + one.cosine, 0);
      const expected = nearest.reduce((sum, one) => sum + one.cosine * one.score, 0) / total;
      expect(supports[row]).toBeCloseTo(expected, 6);
    }
  });

  it('puts a paper’s own score in place of neighbors that are missing', () => {
    const few = docIds.slice(0, 1);
    expect([...neighborSupport(new PairwiseSimilarity(reader, few), [0.5])]).toEqual([0.5]);
  });
});
