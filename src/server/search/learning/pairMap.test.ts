import { describe, expect, it } from 'vitest';
import { pairOf } from './features.ts';
import { PairMap } from './pairMap.ts';

describe('PairMap', () => {
  it('holds what a Map holds, in the same order, at any size', () => {
    const expected = new Map<number, number>();
    const pairs = new PairMap();
    for (let i = 0; i < 5_000; i++) {
      const pair = pairOf((i * 7919) % 1_009, (i * 104_729) % 3_000_017);
      expected.set(pair, i);
      pairs.set(pair, i);
    }
    expect(pairs.size).toBe(expected.size);
    expect([...pairs.keys.subarray(0, pairs.size)]).toEqual([...expected.keys()]);
    for (const [pair, figure] of expected) expect(pairs.get(pair)).toBe(figure);
    expect(pairs.get(pairOf(2_000, 1))).toBeUndefined();
  });

  it('makes copies with other figures that change independently', () => {
    const pairs = new PairMap(2);
    pairs.set(pairOf(1, 2), 3);
    const doubled = pairs.mapped((figure) => 2 * figure);
    doubled.set(pairOf(2, 1), 5);
    expect(doubled.get(pairOf(1, 2))).toBe(6);
    expect(pairs.get(pairOf(1, 2))).toBe(3);
    expect(pairs.get(pairOf(2, 1))).toBeUndefined();
  });
});
