import { enlistAccounts } from '#accounts/admission/addresses.ts';
import { addressHash, shardByHash } from '#platform/shards/addressHash.ts';
import type { startSmtp } from '#stand-ins/smtp/server.ts';
import { newReader, password, Visitor } from '#test/world.ts';
import type { ShardServer } from './servers.ts';

type Smtp = Awaited<ReturnType<typeof startSmtp>>;
type Report = (what: string, figure: string) => void;
type Hold = (promise: string, isKept: boolean) => void;

/** Readers who signed up at the address of the other shard, by their home shard. */
export interface Behind {
  one: { email: string; visitor: Visitor };
  two: { email: string; visitor: Visitor };
}

const prefix = 'one-address-';
const readers = 10;
const sameMoment = 10;
const calls = 300;

/** Adds accounts to the directory that were written into the shards' tables without a sign-up. */
export async function enlistAll(shards: ShardServer[]): Promise<void> {
  for (const { app } of shards) await enlistAccounts(app);
}

/**
 * Readers sign up and sign in at the address of a shard that is not theirs. Measures what forwarding costs, and checks that one
 * address has one account.
 */
export async function oneAddress(
  shards: [ShardServer, ShardServer],
  smtp: Smtp,
  { report, hold }: { report: Report; hold: Hold },
): Promise<Behind> {
  const [one, two] = shards;
  const made = [];
  for (let at = 0; at < 2 * readers; at++) {
    const home = shards[at % 2]!;
    const other = shards[(at + 1) % 2]!;
    const email = addressAt(home, at);
    const visitor = await newReader({ browser: () => new Visitor(other.url!), smtp }, email);
    made.push({ email, visitor, home, me: await visitor.get('/api/auth/me') });
  }
  hold(
    'readers sign up and in at the address of a shard that is not theirs',
    made.every(({ email, me }) => me.status === 200 && me.body.user.email === email),
  );
  const together = Array.from({ length: sameMoment }, (_, at) => addressAt(shards[at % 2]!, 1000 + at));
  await Promise.all(
    together.flatMap((email) => shards.map(({ url }) => new Visitor(url!).post('/api/signup', form(email)))),
  );
  const counts = await Promise.all(together.map((email) => accountsOf(shards, email)));
  hold(
    'one address that signs up at both at the same moment has one account',
    counts.every((count) => count === 1),
  );
  const ofTwo = made.find(({ home }) => home === two)!;
  const here = await processorOf(two, ofTwo.visitor);
  const forwarded = await processorOf(one, ofTwo.visitor);
  report(
    'processor time of a call at home, and of one that is forwarded, both shards’ together',
    `${here.toFixed(2)} ms, ${forwarded.toFixed(2)} ms`,
  );
  return { one: made.find(({ home }) => home === one)!, two: ofTwo };
}

/** While a shard is down, its readers are told so, and readers of the other shard can sign in. */
export async function lostShard(
  one: ShardServer,
  { one: here, two: there }: Behind,
  hold: Hold,
): Promise<void> {
  const visitor = (cookies: Map<string, string>) => {
    const made = new Visitor(one.url!);
    for (const [name, value] of cookies) made.cookies.set(name, value);
    return made;
  };
  const lost = await visitor(there.visitor.cookies).get('/api/auth/me');
  const unknown = await new Visitor(one.url!).post('/api/auth/login', { email: there.email, password });
  hold('a reader of a lost shard is told so', lost.status === 503 && unknown.status === 503);
  const goesOn = await visitor(here.visitor.cookies).get('/api/auth/me');
  const signsIn = await new Visitor(one.url!).post('/api/auth/login', { email: here.email, password });
  hold('a reader of the other notices nothing', goesOn.status === 200 && signsIn.status === 200);
}

/** How many mails went to readers who signed up; none of these is a digest. */
export const ofSignUps = ({ mails }: Smtp): number =>
  mails.filter(({ to }) => to.some((address) => address.startsWith(prefix))).length;

/** Milliseconds of processor time per call over one connection, after some calls to warm up. */
async function processorOf({ url }: ShardServer, { cookies }: Visitor): Promise<number> {
  const visitor = new Visitor(url!);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  for (let at = 0; at < calls / 3; at++) await visitor.get('/api/auth/me');
  const before = process.cpuUsage();
  for (let at = 0; at < calls; at++) await visitor.get('/api/auth/me');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

/** An address that belongs to the shard as long as nobody has registered it. */
function addressAt({ app }: ShardServer, number: number): string {
  const { own, secret, all } = app.config.shards!;
  for (let at = 0; ; at++) {
    const email = `${prefix}${number}-${at}@example.org`;
    if (shardByHash({ secret, all }, email) === own) return email;
  }
}

async function accountsOf(shards: ShardServer[], email: string): Promise<number> {
  const found = await Promise.all(
    shards.map(async ({ app }) => {
      const rows = await app.db.query.users.findMany({ where: (user, { eq }) => eq(user.email, email) });
      const home = await app.directory!.find(addressHash(app.config.shards!.secret, email));
      return rows.length && home === app.config.shards!.own ? rows.length : rows.length * 2;
    }),
  );
  return found.reduce((sum, count) => sum + count, 0);
}

const form = (email: string) => ({
  ...{ email, researchField: '', password, confirmPassword: password },
  ...{ agreeToTerms: true, agreeToPrivacy: true },
});
