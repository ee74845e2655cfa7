/** Scales a vector to length 1, in place. False, and unchanged, if it is all zeros or has values that are not finite. */
export function toUnitLength(vector: Float32Array): boolean {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!(squares > 0 && squares < Number.POSITIVE_INFINITY)) return false;
  const length = Math.sqrt(squares);
  for (let axis = 0; axis < vector.length; axis++) vector[axis]! /= length;
  return true;
}
