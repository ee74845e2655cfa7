export interface Sample {
  /** The first is 1. */
  features: number[];
  relevant: boolean;
  weight: number;
}

export const chanceOf = (features: readonly number[], weights: readonly number[]): number =>
  1 / (1 + Math.exp(-features.reduce((sum, feature, i) => sum + feature * weights[i]!, 0)));

/**
 * Logistic regression by Newton's steps (Hastie, Tibshirani & Friedman 2009, section 4.4.1). The `ridge` keeps weights
 * from growing on what few samples say.
 */
export function learnLogistic(samples: readonly Sample[], ridge = 1e-4, steps = 25): number[] {
  const size = samples[0]?.features.length ?? 0;
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  let weights = Array.from({ length: size }, () => 0);
  for (let step = 0; step < steps; step++) {
    const slope = weights.map((weight, i) => (i ? -ridge * weight : 0));
    const bend = weights.map((_, i) => weights.map((_, j) => (i === j && i ? ridge : 0)));
    for (const { features, relevant, weight } of samples) {
      const chance = chanceOf(features, weights);
      const share = weight / total;
      for (let i = 0; i < size; i++) {
        slope[i]! += share * ((relevant ? 1 : 0) - chance) * features[i]!;
        for (let j = 0; j < size; j++)
          bend[i]![j]! += share * chance * (1 - chance) * features[i]! * features[j]!;
      }
    }
    const change = solve(bend, slope);
    weights = weights.map((weight, i) => weight + change[i]!);
  }
  return weights;
}

/** x of Ax = b, A symmetric and positive definite, by Gaussian elimination; both are used up. */
function solve(a: number[][], b: number[]): number[] {
  for (let pivot = 0; pivot < b.length; pivot++)
    for (let row = pivot + 1; row < b.length; row++) {
      const factor = a[row]![pivot]! / a[pivot]![pivot]!;
      for (let column = pivot; column < b.length; column++) a[row]![column]! -= factor * a[pivot]![column]!;
      b[row]! -= factor * b[pivot]!;
    }
  const x = b.slice();
  for (let row = b.length - 1; row >= 0; row--) {
    for (let column = row + 1; column < b.length; column++) x[row]! -= a[row]![column]! * x[column]!;
    x[row]! /= a[row]![row]!;
  }
  return x;
}
