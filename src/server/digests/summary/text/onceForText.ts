import { LRUCache } from 'lru-cache';

/**
 * A function of a paper's text that is computed once for each of the last `atMost` texts: on a delivery day the same
 * papers stand in the digests of many topics. What it returns is shared and must not be changed.
 * @param keyOf everything that the result depends on, as one text
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
