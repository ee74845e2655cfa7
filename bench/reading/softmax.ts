/** One example: features with values, the number of its class, and how much it counts. */
export interface Example {
  features: readonly (readonly [name: string, value: number])[];
  label: number;
  weight?: number;
}

/** What was learned: a bias for each class, and the weights of each feature in the order of the classes. */
export interface Learned {
  bias: number[];
  weights: Map<string, number[]>;
}

/**
 * Multinomial logistic regression with a ridge, by AdaGrad; the examples come in an order that is shuffled the same way
 * every time. Features in fewer examples than `leastCount` are left out.
 */
export function learnSoftmax(
  examples: readonly Example[],
  { classes, rounds, step, ridge, leastCount }: LearningPlan,
): Learned {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const [name] of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const bias = parameters(classes);
  const weights = new Map(
    [...counts].flatMap(([name, count]) =>
      count < leastCount ? [] : [[name, parameters(classes)] as const],
    ),
  );
  let seed = 1;
  for (let round = 0; round < rounds; round++)
    for (let at = 0; at < examples.length; at++) {
      seed = (seed * 48271) % 2147483647;
      const { features, label, weight = 1 } = examples[seed % examples.length]!;
      const known = features.flatMap(([name, value]) => {
        const own = weights.get(name);
        return own ? [[own, value] as const] : [];
      });
      const chances = softmax(
        bias.values.map((base, k) => known.reduce((sum, [own, value]) => sum + own.values[k]! * value, base)),
      );
      for (let k = 0; k < classes; k++) {
        const slope = weight * (chances[k]! - (k === label ? 1 : 0));
        descend(bias, k, slope, step);
        for (const [own, value] of known) descend(own, k, slope * value + ridge * own.values[k]!, step);
      }
    }
  return {
    bias: bias.values,
    weights: new Map([...weights].map(([name, { values }]) => [name, values])),
  };
}

interface LearningPlan {
  classes: number;
  rounds: number;
  step: number;
  ridge: number;
  leastCount: number;
}

interface Parameters {
  values: number[];
  /** Sums of squared slopes. */
  squares: number[];
}

const parameters = (classes: number): Parameters => ({
  values: Array(classes).fill(0),
  squares: Array(classes).fill(1e-6),
});

function descend({ values, squares }: Parameters, k: number, slope: number, step: number): void {
  squares[k]! += slope * slope;
  values[k]! -= (step * slope) / Math.sqrt(squares[k]!);
}

/** Sums of weights as chances. */
export function softmax(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Weights as whole numbers of at most 127, in units of `scale`, without features that say next to nothing. */
export function rounded({ weights }: Learned): { scale: number; weights: Record<string, number[]> } {
  const most = [...weights.values()].reduce(
    (largest, own) => own.reduce((max, one) => Math.max(max, Math.abs(one)), largest),
    0,
  );
  const scale = most / 127;
  const kept = [...weights]
    .map(([name, own]): [string, number[]] => [name, own.map((weight) => Math.round(weight / scale))])
    .filter(([, own]) => own.some((weight) => Math.abs(weight) > 3))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { scale, weights: Object.fromEntries(kept) };
}
