import fc from 'fast-check';

type Given<Values extends unknown[], Answer> = [
  ...{ [K in keyof Values]: fc.Arbitrary<Values[K]> },
  (...values: Values) => Answer,
];

/** Fails with the smallest values for which an expectation does not hold. */
export const forAll = <Values extends [unknown, ...unknown[]]>(
  // biome-ignore lint/suspicious/noConfusingVoidType: what fast-check takes.
  ...given: Given<Values, boolean | void>
): void => fc.assert(fc.property<Values>(...given));
