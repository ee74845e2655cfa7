import { describe, expect, it } from 'vitest';
import { chanceOf, learnLogistic } from './logistic.ts';

const sample = (x: number, relevant: boolean, weight = 1) => ({ features: [1, x], relevant, weight });

describe('learnLogistic', () => {
  it('says the share that was found', () => {
    const weights = learnLogistic([
      sample(0, true),
      ...[1, 2, 3, 4].map(() => sample(0, false)),
      ...[1, 2, 3, 4].map(() => sample(1, true)),
      sample(1, false),
    ]);
    expect(chanceOf([1, 0], weights)).toBeCloseTo(0.2, 2);
    expect(chanceOf([1, 1], weights)).toBeCloseTo(0.8, 2);
  });

  it('counts a sample by its weight', () => {
    const weights = learnLogistic([
      sample(0, true, 3),
      sample(0, false, 1),
      sample(1, true),
      sample(1, false),
    ]);
    expect(chanceOf([1, 0], weights)).toBeCloseTo(0.75, 2);
  });
});
