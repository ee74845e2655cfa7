import { asc, gt } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import type { Platform } from '#platform/platform.ts';
import { addressHash } from '#platform/shards/addressHash.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeBefore } from '#shared/values/time.ts';

type DirectoryApp = Pick<Platform, 'config' | 'directory' | 'now'>;

/** No sign-up takes so long: what was reserved before is held by a row here, or by nothing. */
const settledMs = 10 * minuteMs;
const atOnce = 5000;

/**
 * Reserves an address for this shard in the directory, before a row for it is written here: one address has one shard. Always
 * true where all readers are on one server. Safe to repeat.
 * @returns false when another shard answers for the address
 * @throws AppError `unavailable` when the directory does not answer
 */
export async function reserveAddress(app: DirectoryApp, email: string): Promise<boolean> {
  const found = directoryOf(app);
  return !found || found.directory.reserve(found.hash(email), found.own, app.now());
}

/** The same for what an operator does. @throws AppError `conflict` when another shard answers for the address */
export async function requireAddress(app: DirectoryApp, email: string): Promise<void> {
  if (await reserveAddress(app, email)) return;
  throw new AppError(
    'conflict',
    'Another server of this installation answers for this address. Please try again, or use another one.',
  );
}

/**
 * Forgets an address whose account has ended, after the transaction that ended it. What cannot be forgotten now, because the
 * directory does not answer or somebody may just be signing up again, `repairDirectory` forgets at night. Never rejects.
 */
export async function releaseAddress(
  app: DirectoryApp & Pick<Platform, 'log'>,
  email: string,
): Promise<void> {
  const found = directoryOf(app);
  if (!found) return;
  const before = timeBefore(app.now(), settledMs);
  await found.directory.release([found.hash(email)], found.own, before).catch(() => undefined);
}

/**
 * Writes the addresses of all accounts here into the directory. Safe to run at any time, any number of times.
 * @returns how many there are, and those that another shard answers for
 * @throws AppError `unavailable` when the directory does not answer
 */
export async function enlistAccounts(
  app: DirectoryApp & Pick<Platform, 'db'>,
): Promise<{ count: number; elsewhere: string[] }> {
  const { elsewhere, kept } = await enlist(app);
  return { count: kept.length, elsewhere };
}

/**
 * Makes the directory's rows of this shard those of its accounts: writes what is missing, and forgets what no account holds.
 * Idempotent; safe to run at any time.
 */
export async function repairDirectory(app: DirectoryApp & Pick<Platform, 'db' | 'log'>): Promise<void> {
  const found = directoryOf(app);
  if (!found) return;
  const before = timeBefore(app.now(), settledMs);
  const { elsewhere, kept } = await enlist(app);
  if (elsewhere.length)
    app.log.error(
      { addresses: elsewhere.length },
      'other shards answer for addresses of accounts here: npm run shards -- enlist lists them',
    );
  const forgotten = await forgetOthers(found, lookUp(kept), before);
  if (forgotten) app.log.info({ forgotten }, 'addresses without an account were forgotten');
}

async function forgetOthers(
  { directory, own }: Found,
  isKept: (hash: string) => boolean,
  before: Date,
): Promise<number> {
  let forgotten = 0;
  for (let page = await directory.page(own, '', atOnce); page.length; ) {
    const unknown = page.filter((hash) => !isKept(hash));
    if (unknown.length) forgotten += await directory.release(unknown, own, before);
    page = await directory.page(own, page.at(-1)!, atOnce);
  }
  return forgotten;
}

async function enlist(app: DirectoryApp & Pick<Platform, 'db'>) {
  const found = directoryOf(app);
  const elsewhere: string[] = [];
  const kept: number[] = [];
  if (!found) return { elsewhere, kept };
  let after: string | null = null;
  for (;;) {
    const page: { id: string; email: string }[] = await app.db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(after === null ? undefined : gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(atOnce);
    if (!page.length) return { elsewhere, kept };
    after = page.at(-1)!.id;
    const byHash = new Map(page.map(({ email }) => [found.hash(email), email]));
    const refused = await found.directory.enlist([...byHash.keys()], found.own, app.now());
    for (const hash of refused) elsewhere.push(byHash.get(hash)!);
    for (const hash of byHash.keys()) kept.push(shortened(hash));
  }
}

/** Eight bytes an account: a shard may have a million. Of two hashes that begin alike one is forgotten later, and no harm done. */
const shortened = (hash: string): number => Buffer.from(hash, 'base64url').readUIntBE(0, 6);

function lookUp(kept: readonly number[]): (hash: string) => boolean {
  const sorted = Float64Array.from(kept).sort();
  return (hash) => {
    const wanted = shortened(hash);
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return sorted[low] === wanted;
  };
}

type Found = NonNullable<ReturnType<typeof directoryOf>>;

/** Null where all readers are on one server. */
function directoryOf({ config: { shards }, directory }: DirectoryApp) {
  if (!shards) return null;
  if (!directory) throw new Error('the directory was not opened');
  return { directory, own: shards.own, hash: (email: string) => addressHash(shards.secret, email) };
}
