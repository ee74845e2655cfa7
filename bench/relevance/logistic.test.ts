import { learnLogistic, probabilityOf } from './logistic.ts';

const sample = (x: number, relevant: boolean, weight = 1) => ({ features: [1, x], relevant, weight });

describe('learnLogistic', () => {
  it('learns the observed share as a probability', () => {
    const weights = learnLogistic([
      sample(0, true),
      ...[1, 2, 3, 4].map(() => sample(0, false)),
      ...[1, 2, 3, 4].map(() => sample(1, true)),
      sample(1, false),
    ]);
    expect(probabilityOf([1, 0], weights)).toBeCloseTo(0.2, 2);
    expect(probabilityOf([1, 1], weights)).toBeCloseTo(0.8, 2);
  });

  it('gives heavier samples more influence', () => {
    const weights = learnLogistic([
      sample(0, true, 3),
      sample(0, false, 1),
      sample(1, true),
      sample(1, false),
    ]);
    expect(probabilityOf([1, 0], weights)).toBeCloseTo(0.75, 2);
  });
});
