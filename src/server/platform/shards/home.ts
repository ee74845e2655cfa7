import type { HomeClue } from '#shared/contract/endpoint.ts';
import { email } from '#shared/values/fields.ts';
import type { CookieKind } from '../http/cookies.ts';
import type { Config } from '../runtime/config.ts';
import { addressHash, shardByHash } from './addressHash.ts';
import type { Directory } from './directory.ts';
import { shardLabelOf } from './label.ts';

/** What a call brings by which its home shard can be told. */
export interface Brought {
  authorization: string | undefined;
  cookie: (kind: CookieKind) => string | undefined;
  /** Path parameters and query; values as they were sent. */
  address: Record<string, string>;
  /** The body as JSON; null where the call has none or it is not an object. It is asked for only where a clue may be in it. */
  body: () => Promise<Record<string, unknown> | null>;
}

/** A shard by its name; `here` where nothing tells, or what tells is not one of ours; `all` for each of them. */
export type Home = { shard: string } | 'here' | 'all';

type Settings = Pick<NonNullable<Config['shards']>, 'all' | 'secret'>;

/**
 * Where a call belongs: by the first of its contract's clues that it brings. Only an address asks the directory; one that
 * nobody registered belongs to the shard of its hash, so that both are answered in the same way.
 * @throws AppError `unavailable` when the directory is asked and does not answer
 */
export async function homeOf(
  clues: readonly HomeClue[],
  brought: Brought,
  { all, secret }: Settings,
  directory: Pick<Directory, 'find'>,
): Promise<Home> {
  for (const clue of clues) {
    if (clue === 'here' || clue === 'all') return clue;
    if (clue === 'first') return { shard: all[0]!.name };
    if (clue === 'email') {
      const address = email.safeParse((await brought.body())?.email);
      if (!address.success) return 'here';
      // Both for every address: the work is the same whether it is registered.
      const byHash = shardByHash({ secret, all }, address.data);
      return known(all, (await directory.find(addressHash(secret, address.data))) ?? byHash);
    }
    const token = await tokenFor(clue, brought);
    if (token) return known(all, shardLabelOf(token) ?? all[0]!.name);
  }
  return 'here';
}

/** The token that a clue is about, as it was sent; undefined where the call brings none. */
async function tokenFor(
  clue: Exclude<HomeClue, 'email' | 'first' | 'all' | 'here'>,
  { authorization, cookie, address, body }: Brought,
): Promise<string | undefined> {
  if (clue === 'session') return /^bearer\s+(\S+)/i.exec(authorization ?? '')?.[1] ?? cookie('session');
  if (clue === 'token') return address.token ?? address.file ?? text((await body())?.token);
  if (clue === 'invitation') return text((await body())?.invitation);
  return cookie(clue);
}

/** A name that is none of ours, of a shard that is no more or that somebody made up, is answered here as any wrong token. */
const known = (all: Settings['all'], name: string): Home =>
  all.some((shard) => shard.name === name) ? { shard: name } : 'here';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
