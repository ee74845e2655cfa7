import { describe, expect, it } from 'vitest';
import { type Example, fitLogistic } from './logistic.ts';

const example = (values: number[], positive: boolean, more: Partial<Example> = {}): Example => ({
  features: Uint32Array.from(values.keys()),
  values: Float32Array.from(values),
  positive,
  offset: 0,
  weight: 1,
  ...more,
});

/** Each optimal weight is Σ weight × (label − probability) × value. */
function gradient(examples: readonly Example[], weights: Float64Array): number[] {
  return [...weights].map((weight, feature) => {
    let sum = -weight;
    for (const { values, positive, offset, weight: share } of examples) {
      const odds = values.reduce((total, value, i) => total + value * weights[i]!, offset);
      sum += share * ((positive ? 1 : 0) - 1 / (1 + Math.exp(-odds))) * values[feature]!;
    }
    return sum;
  });
}

describe('fitLogistic', () => {
  it('finds the optimum', () => {
    const examples = [
      example([1, 0.2, 0], true, { weight: 4 }),
      example([0.1, 1, 0.5], false, { weight: 4, offset: 1.5 }),
      example([0.7, 0.7, 0.1], true, { weight: 4, offset: -2 }),
      example([0, 0.4, 1], false, { weight: 4 }),
    ];
    for (const slope of gradient(examples, fitLogistic(examples, 3))) expect(slope).toBeCloseTo(0, 2);
  });

  it('learns nothing from what was expected', () => {
    const [weight] = fitLogistic([example([1], true, { offset: 12 })], 1);
    expect(Math.abs(weight!)).toBeLessThan(1e-3);
  });

  it('lets examples that contradict each other cancel out', () => {
    const [weight] = fitLogistic([example([1], true), example([1], false)], 1);
    expect(weight!).toBeCloseTo(0, 3);
  });
});
