/**
 * The place of the first number that is at least `least` in a part of an ascending list; `to` if there is none. Steps that
 * double, then halves: in a list that is read by another one the next place is seldom far.
 */
export function firstFrom(
  list: Uint32Array | Float64Array,
  least: number,
  from = 0,
  to: number = list.length,
): number {
  if (from >= to || list[from]! >= least) return from;
  let low = from;
  let step = 1;
  while (low + step < to && list[low + step]! < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, to);
  // What is at `low` is less; what is at `high` is not, or is behind the part.
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < least) low = middle;
    else high = middle;
  }
  return high;
}
