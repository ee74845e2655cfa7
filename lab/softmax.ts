import { softmaxOf } from '#reading/worth/roles.ts';

/** One example: features with values, and the number of its class. */
export type Example = { features: readonly (readonly [name: string, value: number])[]; label: number };

/** What was learned: a bias for each class, and the weights of each feature in the order of the classes. */
export type Learned = { bias: number[]; weights: Map<string, number[]> };

interface LearningPlan {
  classes: number;
  rounds: number;
  /** Strength of the ridge, as a share of the mean loss of an example; the bias has none. */
  ridge: number;
}

/** Weights of one feature, the point where they are evaluated next, and the slope there. */
type Parameters = { ridge: number; values: Float64Array; ahead: Float64Array; slopes: Float64Array };

/** Multinomial logistic regression with a ridge, by accelerated gradient descent (Nesterov 1983) over all examples at once. */
export function learnSoftmax(
  examples: readonly Example[],
  { classes, rounds, ridge }: LearningPlan,
): Learned {
  const zeros = () => new Float64Array(classes);
  const parameters = (own: number): Parameters => ({
    ridge: own,
    values: zeros(),
    ahead: zeros(),
    slopes: zeros(),
  });
  const bias = parameters(0);
  const weights = new Map<string, Parameters>();
  for (const { features } of examples)
    for (const [name] of features) if (!weights.has(name)) weights.set(name, parameters(ridge));
  const all = [bias, ...weights.values()];
  const rows = examples.map(({ features, label }) => ({
    label,
    known: [[bias, 1] as const, ...features.map(([name, value]) => [weights.get(name)!, value] as const)],
  }));
  // The curvature of the loss is at most half of `steepest`.
  const step =
    1 /
    (steepest(
      rows.map(({ known }) => known),
      all,
    ) /
      2 +
      ridge);
  for (let round = 1; round <= rounds; round++) {
    for (const { slopes, ahead, ridge: own } of all)
      for (let k = 0; k < classes; k++) slopes[k] = own * ahead[k]!;
    for (const { label, known } of rows) {
      const sums = zeros();
      for (const [{ ahead }, value] of known) for (let k = 0; k < classes; k++) sums[k]! += value * ahead[k]!;
      const chances = softmaxOf([...sums]);
      chances[label]! -= 1;
      for (const [{ slopes }, value] of known)
        for (let k = 0; k < classes; k++) slopes[k]! += (value * chances[k]!) / rows.length;
    }
    const pace = (round - 1) / (round + 2);
    for (const { values, ahead, slopes } of all)
      for (let k = 0; k < classes; k++) {
        const next = ahead[k]! - step * slopes[k]!;
        ahead[k] = next + pace * (next - values[k]!);
        values[k] = next;
      }
  }
  return {
    bias: [...bias.values],
    weights: new Map([...weights].map(([name, { values }]) => [name, [...values]])),
  };
}

/** The largest mean square of the examples along any direction. */
function steepest(rows: readonly (readonly (readonly [Parameters, number])[])[], all: readonly Parameters[]) {
  const direction = new Map(all.map((one) => [one, 1]));
  let most = 1;
  for (let round = 0; round < 20; round++) {
    const next = new Map(all.map((one) => [one, 0]));
    for (const known of rows) {
      const along = known.reduce((sum, [one, value]) => sum + value * direction.get(one)!, 0) / rows.length;
      for (const [one, value] of known) next.set(one, next.get(one)! + value * along);
    }
    const length = Math.sqrt([...next.values()].reduce((sum, one) => sum + one * one, 0));
    const before = Math.sqrt([...direction.values()].reduce((sum, one) => sum + one * one, 0));
    most = length / before;
    for (const [one, value] of next) direction.set(one, value / length);
  }
  return most;
}

/** Weights as whole numbers of at most 127, in units of `scale`. */
export function rounded(weights: ReadonlyMap<string, number[]>): {
  scale: number;
  weights: Record<string, number[]>;
} {
  const most = [...weights.values()].reduce(
    (largest, own) => own.reduce((max, one) => Math.max(max, Math.abs(one)), largest),
    0,
  );
  const scale = most / 127;
  const kept = [...weights]
    .map(([name, own]): [string, number[]] => [name, own.map((weight) => Math.round(weight / scale))])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { scale, weights: Object.fromEntries(kept) };
}
