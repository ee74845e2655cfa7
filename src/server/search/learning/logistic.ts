/** A labeled example for the logistic regression. */
export interface Example {
  /** Features that every example has: all of one length. */
  dense: Float32Array;
  /** Numbers of its other features, and their values. */
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

/** What a model gives each feature. */
export interface Weights {
  dense: Float64Array;
  /** By number. */
  others: Float64Array;
}

/**
 * Logistic regression with a ridge penalty, by dual coordinate descent (Yu, Huang & Lin 2011) in a fixed order: the same
 * examples give the same weights. Minimizes ½|w|² + Σ weight × log(1 + exp(-y (w·x + offset))). `size` is the number of
 * features beside the dense ones.
 */
export function fitLogistic(
  examples: readonly Example[],
  size: number,
  products = productsOf(examples, size),
): Weights {
  const { duals } = fitDuals(examples, products, () => true);
  const dense = new Float64Array(examples[0]?.dense.length ?? 0);
  const others = new Float64Array(size);
  for (const [i, example] of examples.entries()) {
    const dual = duals[i]!;
    for (let axis = 0; axis < dense.length; axis++) dense[axis]! += dual * example.dense[axis]!;
    const { features, values } = example;
    for (let j = 0; j < features.length; j++) others[features[j]!]! += dual * values[j]!;
  }
  return { dense, others };
}

/** The products of all pairs of examples, row by row: with few examples, cheaper to learn with than their features. */
export function productsOf(examples: readonly Example[], size: number): Float64Array {
  const count = examples.length;
  const products = productsOfDense(examples);
  const { starts, owners, values } = byFeature(examples, size);
  for (let feature = 0; feature < size; feature++) {
    const end = starts[feature + 1]!;
    for (let at = starts[feature]!; at < end; at++) {
      const owner = owners[at]!;
      const row = owner * count;
      const value = values[at]!;
      products[row + owner]! += value * value;
      let other = at + 1;
      // An example may list a feature twice: both orders of the two belong to its square.
      for (; other < end && owners[other] === owner; other++)
        products[row + owner]! += 2 * value * values[other]!;
      for (; other < end; other++) products[row + owners[other]!]! += value * values[other]!;
    }
  }
  for (let i = 0; i < count; i++)
    for (let j = 0; j < i; j++) products[i * count + j] = products[j * count + i]!;
  return products;
}

/** The products of the dense features, pair by pair of examples. */
function productsOfDense(examples: readonly Example[]): Float64Array {
  const count = examples.length;
  const size = examples[0]?.dense.length ?? 0;
  const products = new Float64Array(count * count);
  const all = new Float64Array(count * size);
  for (const [i, { dense }] of examples.entries()) all.set(dense, i * size);
  for (let i = 0; i < count; i++) {
    const own = i * size;
    // Four at a time, because one sum has to wait for each of its additions.
    for (let j = i; j < count; j += 4) {
      const first = j * size;
      const second = Math.min(j + 1, count - 1) * size;
      const third = Math.min(j + 2, count - 1) * size;
      const fourth = Math.min(j + 3, count - 1) * size;
      let one = 0;
      let two = 0;
      let three = 0;
      let four = 0;
      for (let at = 0; at < size; at++) {
        const value = all[own + at]!;
        one += value * all[first + at]!;
        two += value * all[second + at]!;
        three += value * all[third + at]!;
        four += value * all[fourth + at]!;
      }
      // Where fewer than four are left, the last example stands in for those that are missing.
      const row = i * count;
      products[row + Math.min(j + 3, count - 1)] = four;
      products[row + Math.min(j + 2, count - 1)] = three;
      products[row + Math.min(j + 1, count - 1)] = two;
      products[row + j] = one;
    }
  }
  return products;
}

/** Which examples have each feature, from `starts[feature]` on, in the order of the examples. */
function byFeature(examples: readonly Example[], size: number) {
  const starts = new Uint32Array(size + 1);
  for (const { features } of examples) for (let j = 0; j < features.length; j++) starts[features[j]! + 1]!++;
  for (let feature = 0; feature < size; feature++) starts[feature + 1]! += starts[feature]!;
  const owners = new Uint16Array(starts[size]!);
  const values = new Float32Array(starts[size]!);
  const next = starts.slice(0, size);
  for (const [i, { features, values: own }] of examples.entries())
    for (let j = 0; j < features.length; j++) {
      const at = next[features[j]!]!++;
      owners[at] = i;
      values[at] = own[j]!;
    }
  return { starts, owners, values };
}

/**
 * The same regression over the examples that `isIncluded` admits: the signed dual of each, and what the model adds to the
 * log odds of every example, also of those that were left out.
 */
export function fitDuals(
  examples: readonly Example[],
  products: Float64Array,
  isIncluded: (example: number) => boolean,
): { duals: Float64Array; added: Float64Array } {
  const count = examples.length;
  const duals = new Float64Array(count);
  const added = new Float64Array(count);
  const included = [...examples.keys()].filter(isIncluded);
  for (let epoch = 0; epoch < epochs; epoch++) {
    let largest = 0;
    for (const i of included) {
      const { positive, offset, weight } = examples[i]!;
      const sign = positive ? 1 : -1;
      const row = i * count;
      const before = sign * duals[i]!;
      const margin = sign * (offset + added[i]!);
      const change = bestDual(before, margin, products[row + i]!, weight) - before;
      // Most examples have settled after some rounds.
      if (change === 0) continue;
      largest = Math.max(largest, Math.abs(change));
      const step = sign * change;
      duals[i]! += step;
      addScaled(added, products, row, step);
    }
    if (largest < tolerance) break;
  }
  return { duals, added };
}

/** Adds `factor` × the figures from `start` on: four at a time, which takes a fifth less. */
function addScaled(to: Float64Array, from: Float64Array, start: number, factor: number): void {
  let at = 0;
  for (; at + 3 < to.length; at += 4) {
    to[at]! += factor * from[start + at]!;
    to[at + 1]! += factor * from[start + at + 1]!;
    to[at + 2]! += factor * from[start + at + 2]!;
    to[at + 3]! += factor * from[start + at + 3]!;
  }
  for (; at < to.length; at++) to[at]! += factor * from[start + at]!;
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
