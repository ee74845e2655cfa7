import { createHmac } from 'node:crypto';
import type { Shard } from '../runtime/config.ts';

/**
 * What the directory stores of an address, as base64url: nobody without the secret can tell which address it is.
 * @param address as `email` in shared/values/fields.ts writes it
 */
export const addressHash = (secret: string, address: string): string =>
  keyed(secret, 'address', address).toString('base64url');

/**
 * The shard of an address that nobody has registered: that with the highest score of them all (rendezvous hashing,
 * https://www.microsoft.com/en-us/research/wp-content/uploads/2017/02/HRW98.pdf), so that one more shard moves none but
 * those that go to it. The scores need the secret: no stranger can tell an address of that shard from one that was registered.
 */
export function shardByHash(
  { secret, all }: { secret: string; all: readonly Pick<Shard, 'name'>[] },
  address: string,
): string {
  const scored = all.map(({ name }) => ({ name, score: keyed(secret, `home ${name}`, address) }));
  return scored.reduce((best, one) => (Buffer.compare(one.score, best.score) > 0 ? one : best)).name;
}

const keyed = (secret: string, purpose: string, address: string): Buffer =>
  createHmac('sha256', secret).update(`litwatch directory 1:${purpose}:`).update(address).digest();
