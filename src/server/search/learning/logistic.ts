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
export function fitLogistic(
  examples: readonly Example[],
  size: number,
  products = productsOf(examples, size),
): Float64Array {
  const { duals } = fitDuals(examples, products, () => true);
  const weights = new Float64Array(size);
  for (const [i, { features, values }] of examples.entries())
    for (let j = 0; j < features.length; j++) weights[features[j]!]! += duals[i]! * values[j]!;
  return weights;
}

/** The products of all pairs of examples, row by row: with few examples, cheaper to learn with than their features. */
export function productsOf(examples: readonly Example[], size: number): Float64Array {
  const count = examples.length;
  const shared = leadingShared(examples);
  const products = productsOfShared(examples, shared);
  const { starts, owners, values } = byFeature(examples, size);
  for (let feature = shared; feature < size; feature++)
    for (let at = starts[feature]!; at < starts[feature + 1]!; at++) {
      const row = owners[at]! * count;
      const value = values[at]!;
      for (let other = at; other < starts[feature + 1]!; other++) {
        // An example may list a feature twice: both orders of the two belong to its square.
        const times = other > at && owners[other] === owners[at] ? 2 : 1;
        products[row + owners[other]!]! += times * value * values[other]!;
      }
    }
  for (let i = 0; i < count; i++)
    for (let j = 0; j < i; j++) products[i * count + j] = products[j * count + i]!;
  return products;
}

/** How many of the first features stand first in every example, as the axes of a latent space do. */
function leadingShared(examples: readonly Example[]): number {
  let shared = Math.min(...examples.map(({ features }) => features.length));
  for (const { features } of examples) {
    let own = 0;
    while (own < shared && features[own] === own) own++;
    shared = own;
  }
  for (const { features } of examples)
    for (let j = shared; j < features.length; j++) shared = Math.min(shared, features[j]!);
  return shared;
}

/** The products of the first `shared` features, pair by pair of examples: no list of owners has to be followed. */
function productsOfShared(examples: readonly Example[], shared: number): Float64Array {
  const count = examples.length;
  const products = new Float64Array(count * count);
  const all = new Float32Array(count * shared);
  for (const [i, { values }] of examples.entries()) all.set(values.subarray(0, shared), i * shared);
  for (let i = 0; i < count; i++) {
    const own = all.subarray(i * shared, (i + 1) * shared);
    // Two at a time, because one sum has to wait for each of its additions.
    for (let j = i; j < count; j += 2) {
      const [first, second] = [j * shared, Math.min(j + 1, count - 1) * shared];
      let one = 0;
      let other = 0;
      for (let at = 0; at < shared; at++) {
        one += own[at]! * all[first + at]!;
        other += own[at]! * all[second + at]!;
      }
      products[i * count + j] = one;
      if (j + 1 < count) products[i * count + j + 1] = other;
    }
  }
  return products;
}

/** Which examples have each feature, from `starts[feature]` on, in the order of the examples. */
function byFeature(examples: readonly Example[], size: number) {
  const starts = new Uint32Array(size + 1);
  for (const { features } of examples) for (const feature of features) starts[feature + 1]!++;
  for (let feature = 0; feature < size; feature++) starts[feature + 1]! += starts[feature]!;
  const owners = new Uint16Array(starts[size]!);
  const values = new Float32Array(starts[size]!);
  const next = starts.slice(0, size);
  for (const [i, example] of examples.entries())
    for (let j = 0; j < example.features.length; j++) {
      const at = next[example.features[j]!]!++;
      owners[at] = i;
      values[at] = example.values[j]!;
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
  for (let epoch = 0; epoch < epochs; epoch++) {
    let largest = 0;
    for (let i = 0; i < count; i++) {
      if (!isIncluded(i)) continue;
      const { positive, offset, weight } = examples[i]!;
      const sign = positive ? 1 : -1;
      const before = sign * duals[i]!;
      const margin = sign * (offset + added[i]!);
      const change = bestDual(before, margin, products[i * count + i]!, weight) - before;
      largest = Math.max(largest, Math.abs(change));
      duals[i]! += sign * change;
      const step = sign * change;
      // Most examples have settled after some rounds.
      if (step === 0) continue;
      for (let j = 0; j < count; j++) added[j]! += step * products[i * count + j]!;
    }
    if (largest < tolerance) break;
  }
  return { duals, added };
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
