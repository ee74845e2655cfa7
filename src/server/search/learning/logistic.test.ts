import { describe, expect, it } from 'vitest';
import { type Example, fitDuals, fitLogistic, productsOf } from './logistic.ts';

const example = (values: number[], positive: boolean, more: Partial<Example> = {}): Example => ({
  dense: new Float32Array(0),
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
    for (const slope of gradient(examples, fitLogistic(examples, 3).others)) expect(slope).toBeCloseTo(0, 2);
  });

  it('learns nothing from what was expected', () => {
    const [weight] = fitLogistic([example([1], true, { offset: 12 })], 1).others;
    expect(Math.abs(weight!)).toBeLessThan(1e-3);
  });

  it('lets examples that contradict each other cancel out', () => {
    const [weight] = fitLogistic([example([1], true), example([1], false)], 1).others;
    expect(weight!).toBeCloseTo(0, 3);
  });

  it('counts a feature that an example lists twice as their sum', () => {
    const twice = example([0.5, 0.5], true, { features: Uint32Array.from([0, 0]) });
    const once = example([1], true);
    const other = example([0.8], false);
    const weightOf = (one: Example) => fitLogistic([one, other], 1).others[0]!;
    expect(weightOf(twice)).toBeCloseTo(weightOf(once), 6);
  });
});

describe('a dense feature', () => {
  it('counts as any other does', () => {
    const values = [
      [1, 0.2, 0.5],
      [0.1, 1, 0.5],
      [0.7, 0.3, 0.1],
    ];
    const sparse = values.map((some, i) => example(some, i !== 1));
    const dense = values.map(([first, ...others], i) =>
      example(others, i !== 1, { dense: Float32Array.of(first!) }),
    );
    const weights = fitLogistic(dense, 2);
    expect([...weights.dense, ...weights.others]).toEqual([...fitLogistic(sparse, 3).others]);
  });
});

describe('fitDuals', () => {
  it('predicts an example that it leaves out as the weights would', () => {
    const examples = [example([1, 0.2], true), example([0.3, 1], false), example([0.7, 0.1], true)];
    const { added } = fitDuals(examples, productsOf(examples, 2), (i) => i !== 2);
    const weights = fitLogistic(examples.slice(0, 2), 2).others;
    expect(added[2]).toBeCloseTo(0.7 * weights[0]! + 0.1 * weights[1]!, 6);
  });
});
