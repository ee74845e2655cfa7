export interface Sample {
  /** The first is 1, for the intercept. */
  features: number[];
  relevant: boolean;
  weight: number;
}

/** The probability that the model gives to these features. */
export const probabilityOf = (features: readonly number[], weights: readonly number[]): number =>
  1 / (1 + Math.exp(-features.reduce((sum, feature, i) => sum + feature * weights[i]!, 0)));

/**
 * Logistic regression by Newton's method (Hastie, Tibshirani & Friedman 2009, section 4.4.1). The `ridge` penalty keeps
 * weights small where samples are few.
 */
export function learnLogistic(samples: readonly Sample[], ridge = 1e-4, steps = 25): number[] {
  const size = samples[0]?.features.length ?? 0;
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  let weights = Array.from({ length: size }, () => 0);
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight, i) => (i ? -ridge * weight : 0));
    const hessian = weights.map((_, i) => weights.map((_, j) => (i === j && i ? ridge : 0)));
    for (const { features, relevant, weight } of samples) {
      const probability = probabilityOf(features, weights);
      const share = weight / total;
      for (let i = 0; i < size; i++) {
        gradient[i]! += share * ((relevant ? 1 : 0) - probability) * features[i]!;
        for (let j = 0; j < size; j++)
          hessian[i]![j]! += share * probability * (1 - probability) * features[i]! * features[j]!;
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight + change[i]!);
  }
  return weights;
}

/** Solves Ax = b by Gaussian elimination; A is symmetric and positive definite, and both are overwritten. */
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
