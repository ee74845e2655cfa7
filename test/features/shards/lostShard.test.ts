import { spawnSync } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enlistAccounts, repairDirectory } from '#accounts/admission/addresses.ts';
import { makeAdministrator } from '#accounts/admission/operator.ts';
import { completeSetup, offerSetup } from '#accounts/admission/setup.ts';
import { users } from '#platform/db/schema.ts';
import { addressHash } from '#platform/shards/addressHash.ts';
import { eventually } from '#test/world.ts';
import { password, signupForm, tokenMailed } from '../accounts/accountsSetup.ts';
import { addressAt, Browser, joinedAt, openShards, type Shard, shardSecret } from './shardsSetup.ts';

// What the others do while a shard, or the directory, is away, and how the directory is kept right.

const secret = 'what-the-mail-provider-knows';
const environment = { BOUNCE_WEBHOOK_SECRET: secret };

const registered = ({ app }: Shard, email: string) => app.directory!.find(addressHash(shardSecret, email));

describe.runIf(process.env.DATABASE_URL)('the directory', () => {
  let close: () => Promise<void>;
  let one: Shard;
  let two: Shard;
  beforeAll(async () => {
    const opened = await openShards(['one', 'two']);
    [one, two] = opened.shards as [Shard, Shard];
    close = opened.close;
  });
  afterAll(() => close());

  const later = (minutes: number) => {
    for (const { clock } of [one, two]) clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  };

  it('knows the first administrator, and those that an operator makes', async () => {
    expect(await offerSetup(two.app)).toBeNull();
    const code = (await offerSetup(one.app))!;
    const email = addressAt(two);
    await completeSetup(one.app, { code, email, password }, '198.51.100.7');
    expect(await registered(one, email)).toBe('one');
    await expect(makeAdministrator(two.app, email)).rejects.toThrow('Another server of this installation');
    const operator = addressAt(one);
    expect(await makeAdministrator(two.app, operator)).toMatch(/token=two~/);
    expect(await registered(one, operator)).toBe('two');
    // Not the shard of its hash, and found all the same.
    const answer = await new Browser().post(two, '/api/auth/login', { email, password });
    expect(answer.body).toMatchObject({ user: { email, isAdmin: true } });
  });

  it('forgets an address with its account, and one whose sign-up was canceled', async () => {
    const { browser, email } = await joinedAt(two, one);
    later(11);
    expect((await browser.post(one, '/api/account/delete', { password })).status).toBe(200);
    expect(await registered(one, email)).toBeNull();
    const canceled = addressAt(two);
    await new Browser().post(one, '/api/signup', signupForm(canceled));
    expect(await registered(one, canceled)).toBe('two');
    later(11);
    const token = await tokenMailed(two, canceled);
    expect((await new Browser().post(one, '/api/signup/cancel', { token })).status).toBe(200);
    expect(await registered(one, canceled)).toBeNull();
  });

  it('keeps what was reserved just now, in case somebody signs up again at that moment', async () => {
    const email = addressAt(two);
    await new Browser().post(one, '/api/signup', signupForm(email));
    const token = await tokenMailed(two, email);
    await new Browser().post(one, '/api/signup/cancel', { token });
    expect(await registered(one, email)).toBe('two');
    await repairDirectory(two.app);
    expect(await registered(one, email)).toBe('two');
    later(11);
    await repairDirectory(two.app);
    expect(await registered(one, email)).toBeNull();
  });

  it('is made right at night by each shard for its own', async () => {
    const { email } = await joinedAt(two, two);
    const other = await joinedAt(one, one);
    const { directory } = two.app;
    later(11);
    await directory!.release([addressHash(shardSecret, email)], 'two', two.app.now());
    await directory!.reserve('an address without an account', 'two', new Date(0));
    await directory!.reserve('an address of one', 'one', new Date(0));
    await repairDirectory(two.app);
    expect(await registered(one, email)).toBe('two');
    expect(await registered(one, other.email)).toBe('one');
    expect(await directory!.find('an address without an account')).toBeNull();
    expect(await directory!.find('an address of one')).toBe('one');
  });

  it('takes the accounts of a shard that had its own address, and names those that are elsewhere', async () => {
    const both = await joinedAt(one, one);
    const own = 'had-its-own-door@example.org';
    for (const email of [both.email, own]) {
      const row = { email, passwordHash: 'x', isEmailVerified: true, createdAt: two.app.now() };
      await two.app.db.insert(users).values(row);
    }
    const first = await enlistAccounts(two.app);
    expect(first.elsewhere).toEqual([both.email]);
    expect(await enlistAccounts(two.app)).toEqual(first);
    expect(await registered(one, own)).toBe('two');
    expect(await registered(one, both.email)).toBe('one');
    await two.app.db.delete(users).where(eq(users.email, both.email));
  });
});

describe('npm run shards -- enlist', () => {
  it('refuses a server that is no shard in one line', () => {
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'src/server/app/commands/shards.ts', 'enlist'],
      { encoding: 'utf8', env: { ...process.env, BASE_URL: '', DATABASE_URL: 'postgres://a@127.0.0.1:9/b' } },
    );
    expect(stderr).toBe('SHARD, SHARDS, SHARD_SECRET and DIRECTORY_URL must be set, as for the server.\n');
    expect(status).toBe(1);
  });
});

describe.runIf(process.env.DATABASE_URL)('while a part is away', () => {
  let opened: Awaited<ReturnType<typeof openShards>>;
  let one: Shard;
  let two: Shard;
  let here: Awaited<ReturnType<typeof joinedAt>>;
  let there: Awaited<ReturnType<typeof joinedAt>>;
  beforeAll(async () => {
    opened = await openShards(['one', 'two'], { environment });
    [one, two] = opened.shards as [Shard, Shard];
    here = await joinedAt(one, one);
    there = await joinedAt(two, one);
  });
  afterAll(() => opened.close());

  const report = (email: string, given = secret) =>
    new Browser().call(
      one,
      'POST /api/bounces',
      { email, kind: 'bounce' },
      { authorization: `Bearer ${given}` },
    );
  const blockOf = async ({ app }: Shard, email: string) => {
    const [user] = await app.db.select().from(users).where(eq(users.email, email));
    return user!.mailBlocked;
  };

  it('reports of bounces reach every shard, and those that prove nothing only the first', async () => {
    one.forwarded.length = 0;
    expect((await report(there.email, 'guessed')).status).toBe(403);
    expect(one.forwarded).toEqual([]);
    expect((await report(there.email)).status).toBe(200);
    expect(await blockOf(two, there.email)).toBe('bounce');
    expect(one.forwarded).toEqual(['two answered']);
  });

  it('the readers of a lost shard are told so, and the others notice nothing', async () => {
    expect(await detailsOf(one)).toMatch(
      /ok +directory +Answers\.\n.*ok +shards +This is one; 1 more answer/,
    );
    await two.stop();
    one.forwarded.length = 0;
    const lost = {
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('cannot be reached') },
    };
    expect(await there.browser.get(one, '/api/auth/me')).toMatchObject(lost);
    // Without an account, or with one: nothing tells them apart, also now.
    for (const email of [there.email, addressAt(two)]) {
      expect(await new Browser().post(one, '/api/auth/login', { email, password })).toMatchObject(lost);
      expect(await new Browser().post(one, '/api/forgot-password', { email })).toMatchObject(lost);
      expect(await new Browser().post(one, '/api/signup', signupForm(email))).toMatchObject(lost);
    }
    // Pages and what they say of the site come from the shard that was asked.
    for (const path of ['/dashboard', '/api/site'])
      expect((await there.browser.get(one, path)).status).toBe(200);
    expect((await here.browser.get(one, '/api/auth/me')).status).toBe(200);
    const again = await new Browser().post(one, '/api/auth/login', { email: here.email, password });
    expect(again.status).toBe(200);
    expect(one.forwarded.every((call) => call === 'two unavailable')).toBe(true);
    const told = async () =>
      /warning +shards +No answer from two \(ECONNREFUSED\)/.test(await detailsOf(one));
    expect(await eventually(told, 'what /readyz says of the shard')).toBe(true);
  });

  it('a provider is told to send a report again, which changes nothing where it arrived', async () => {
    for (let times = 0; times < 2; times++) expect((await report(here.email)).status).toBe(503);
    expect(await blockOf(one, here.email)).toBe('bounce');
  });

  it('only calls that name an address fail where the directory is away', async () => {
    await opened.loseDirectory();
    for (const email of [here.email, addressAt(one)])
      expect(await new Browser().post(one, '/api/auth/login', { email, password })).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
    expect((await here.browser.get(one, '/api/auth/me')).status).toBe(200);
    expect((await here.browser.post(one, '/api/account/delete', { password })).status).toBe(200);
    const told = async () => /warning +directory +Nobody can sign in or up/.test(await detailsOf(one));
    expect(await eventually(told, 'what /readyz says of the directory')).toBe(true);
  });
});

async function detailsOf({ door }: Shard): Promise<string> {
  return (await door.request('/readyz?details')).text();
}
