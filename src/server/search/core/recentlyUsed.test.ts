import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from './recentlyUsed.ts';

describe('RecentlyUsed', () => {
  it('makes a value once, and drops the least recently used', () => {
    const made: string[] = [];
    const kept = new RecentlyUsed<string>(6, ({ length }) => length);
    const get = (key: string) =>
      kept.get(key, () => {
        made.push(key);
        return key;
      });
    for (const key of ['aa', 'bb', 'cc', 'aa', 'dd', 'aa', 'cc', 'bb']) expect(get(key)).toBe(key);
    expect(made).toEqual(['aa', 'bb', 'cc', 'dd', 'bb']);
  });

  it('keeps the newest value whatever its cost', () => {
    const kept = new RecentlyUsed<number>(1, (value) => value);
    expect(kept.get('a', () => 5)).toBe(5);
    expect(kept.get('a', () => 6)).toBe(5);
    expect(kept.get('b', () => 7)).toBe(7);
    expect(kept.get('a', () => 8)).toBe(8);
  });
});
