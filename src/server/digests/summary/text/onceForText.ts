import { LRUCache } from 'lru-cache';

/**
 * Caches a function of a paper's text for the last `atMost` texts, because on a delivery day the same papers are in the
 * digests of many topics. Do not modify its results: they are shared.
 * @param keyOf everything on which the result depends, as one text
 */
export function onceForText<Input, Result extends object>(
  compute: (input: Input) => Result,
  keyOf: (input: Input) => string,
  atMost: number,
): (input: Input) => Result {
  const computed = new LRUCache<string, Result>({ max: atMost });
  return (input) => {
    const key = keyOf(input);
    const known = computed.get(key);
    if (known) return known;
    const result = compute(input);
    computed.set(key, result);
    return result;
  };
}
