import { averageOf, scoreTopic } from './topicMeasures.ts';

const topic = { id: 't', kind: 'single' };

describe('scoreTopic', () => {
  it('gives a perfect ranking 1, and counts grades 2 and 3 as useful', () => {
    const grades = new Map([
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ]);
    const score = scoreTopic(topic, grades, ['a', 'b', 'c']);
    expect(score).toMatchObject({ ndcg10: 1, p10: 0.2, recall20: 1, shown: 3, nothing: false });
    expect(score.precision).toBeCloseTo(2 / 3);
    const { ndcg10, graded10 } = scoreTopic(topic, grades, ['x', 'a', 'b', 'c']);
    expect(ndcg10).toBeLessThan(0.7);
    expect(graded10).toBe(1);
  });

  it('leaves topics without a useful paper out of the means, and counts the papers shown for them', () => {
    const scores = [
      scoreTopic(topic, new Map([['a', 3]]), ['a']),
      scoreTopic(topic, new Map([['a', 1]]), ['a', 'b']),
    ];
    expect(averageOf(scores)).toMatchObject({ ndcg10: 1, shown: 1, nothing: 2 });
  });
});
