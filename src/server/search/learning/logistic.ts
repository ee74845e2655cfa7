/** A labeled example for the logistic regression. */
export interface Example {
  features: Uint32Array;
  values: Float32Array;
  positive: boolean;
  /** What is known of its log odds before learning. */
  offset: number;
  /** How much it counts: the inverse of the ridge penalty, for this example. */
  weight: number;
}

const epochs = 40;
const tolerance = 1e-3;

/**
 * Logistic regression with a ridge penalty, by dual coordinate descent (Yu, Huang & Lin 2011) in a fixed order: the same
 * examples give the same weights. Minimizes ½|w|² + Σ weight × log(1 + exp(-y (w·x + offset))). `size` is the number of
 * features.
 */
export function fitLogistic(examples: readonly Example[], size: number): Float64Array {
  const weights = new Float64Array(size);
  const duals = new Float64Array(examples.length);
  const squares = examples.map(({ values }) => values.reduce((sum, value) => sum + value * value, 0));
  for (let epoch = 0; epoch < epochs; epoch++) {
    let largest = 0;
    for (let i = 0; i < examples.length; i++) {
      const { features, values, positive, offset, weight } = examples[i]!;
      const sign = positive ? 1 : -1;
      let sum = offset;
      for (let j = 0; j < features.length; j++) sum += weights[features[j]!]! * values[j]!;
      const next = bestDual(duals[i]!, sign * sum, squares[i]!, weight);
      const change = next - duals[i]!;
      duals[i] = next;
      largest = Math.max(largest, Math.abs(change));
      for (let j = 0; j < features.length; j++) weights[features[j]!]! += change * sign * values[j]!;
    }
    if (largest < tolerance) break;
  }
  return weights;
}

/** The root of dual = weight × σ(-(margin + (dual - before) × square)), between 0 and `weight`; by bisection and Newton. */
function bestDual(before: number, margin: number, square: number, weight: number): number {
  let low = 0;
  let high = weight;
  let dual = before > 0 && before < weight ? before : weight / 2;
  for (let step = 0; step < 12; step++) {
    const expected = weight / (1 + Math.exp(margin + (dual - before) * square));
    const difference = dual - expected;
    if (difference > 0) high = dual;
    else low = dual;
    if (Math.abs(difference) < 1e-4 * weight) return dual;
    const slope = 1 + (square * expected * (weight - expected)) / weight;
    const newton = dual - difference / slope;
    dual = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return dual;
}
