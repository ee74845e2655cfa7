import { describe, expect, it } from 'vitest';
import { addressHash, shardByHash } from './addressHash.ts';

const secret = 'a secret of the shards, thirty-two';
const shards = (...names: string[]) => ({ secret, all: names.map((name) => ({ name })) });
const addresses = Array.from({ length: 3000 }, (_, at) => `reader${at}@example.org`);

describe('the shard of an unknown address', () => {
  it('is each as often as the others', () => {
    const counts = new Map<string, number>();
    for (const address of addresses) {
      const name = shardByHash(shards('one', 'two', 'three'), address);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['one', 'three', 'two']);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('stays, or is the one that was added, whatever the order of the list', () => {
    for (const address of addresses) {
      const before = shardByHash(shards('one', 'two', 'three'), address);
      expect(shardByHash(shards('three', 'one', 'two'), address)).toBe(before);
      expect([before, 'four']).toContain(shardByHash(shards('one', 'two', 'three', 'four'), address));
    }
  });

  it('is told by nobody without the secret', () => {
    const other = { ...shards('one', 'two'), secret: `another ${secret}` };
    const same = addresses.filter(
      (address) => shardByHash(shards('one', 'two'), address) === shardByHash(other, address),
    );
    expect(Math.abs(same.length - 1500)).toBeLessThan(200);
  });
});

describe('what the directory stores of an address', () => {
  it('is one for an address and a secret', () => {
    expect(addressHash(secret, 'ada@example.org')).toMatch(/^[\w-]{43}$/);
    expect(addressHash(secret, 'ada@example.org')).toBe(addressHash(secret, 'ada@example.org'));
    expect(addressHash(secret, 'bob@example.org')).not.toBe(addressHash(secret, 'ada@example.org'));
    expect(addressHash(`another ${secret}`, 'ada@example.org')).not.toBe(
      addressHash(secret, 'ada@example.org'),
    );
  });
});
