import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invite } from '#accounts/admission/invitations.ts';
import { accountDirectory, searchTerms, signupAttempts, users } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import { addressHash } from '#platform/shards/addressHash.ts';
import { forwardedHeader, signForwarded } from '#platform/shards/signature.ts';
import { password, signupForm } from '../accounts/accountsSetup.ts';
import { addressAt, Browser, joinedAt, openShards, type Shard, shardSecret } from './shardsSetup.ts';

// What somebody tries who knows that there are several shards behind the address.

describe.runIf(process.env.DATABASE_URL)('a stranger at one of several shards', () => {
  let close: () => Promise<void>;
  let one: Shard;
  let two: Shard;
  beforeAll(async () => {
    const opened = await openShards(['one', 'two'], { limited: { login: limits.login as never } });
    [one, two] = opened.shards as [Shard, Shard];
    close = opened.close;
  });
  afterAll(() => close());
  afterEach(() => {
    one.forwarded.length = 0;
    two.forwarded.length = 0;
  });

  const accountsOf = ({ app }: Shard, email: string) => app.db.$count(users, eq(users.email, email));

  describe('that says who was forwarded', () => {
    const call = { method: 'GET', path: '/api/auth/me', network: '203.0.113.9' };
    const at = () => two.app.now();
    const minutesAgo = (minutes: number) => new Date(at().getTime() - minutes * 60_000);
    it.each([
      ['invented', () => 'two 1 203.0.113.9 x'],
      ['empty', () => ''],
      ['with letters that are none', () => 'two 1 203.0.113.9 \u00e9'],
      ['signed with another secret', () => signForwarded('x'.repeat(32), 'two', call, at())],
      ['of another shard', () => signForwarded(shardSecret, 'one', call, at())],
      ['of another call', () => signForwarded(shardSecret, 'two', { ...call, path: '/api/desk' }, at())],
      ['of another method', () => signForwarded(shardSecret, 'two', { ...call, method: 'POST' }, at())],
      ['of three minutes ago', () => signForwarded(shardSecret, 'two', call, minutesAgo(3))],
      ['of three minutes ahead', () => signForwarded(shardSecret, 'two', call, minutesAgo(-3))],
      [
        'whose network was changed',
        () => signForwarded(shardSecret, 'two', call, at()).replace('203.0.113.9', '203.0.113.8'),
      ],
    ])('is refused with a header %s', async (_, header) => {
      const { browser } = await joinedAt(two, two);
      const answer = await browser.get(two, call.path, { [forwardedHeader]: header() });
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(answer.text).not.toMatch(/one|two/);
    });

    it('is believed by the right signature alone, and sent nowhere again', async () => {
      const { browser, email } = await joinedAt(two, two);
      const header = { [forwardedHeader]: signForwarded(shardSecret, 'two', call, at()) };
      expect((await browser.get(two, call.path, header)).body).toMatchObject({ user: { email } });
      // A call of the other shard's reader that came the wrong way ends here: two shards never send one to and fro.
      const other = await joinedAt(one, one);
      two.forwarded.length = 0;
      expect((await other.browser.get(two, call.path, header)).status).toBe(401);
      expect(two.forwarded).toEqual([]);
    });
  });

  it('gains nothing by another label before a token', async () => {
    const { browser } = await joinedAt(two, two);
    const token = browser.cookies.get('litwatch')!;
    for (const forged of [token.replace('two~', 'one~'), token.replace('two~', ''), `one~${token}`]) {
      browser.cookies.set('litwatch', forged);
      for (const shard of [one, two]) expect((await browser.get(shard, '/api/auth/me')).status).toBe(401);
    }
  });

  it('is answered here for the label of a shard that there is not', async () => {
    const browser = new Browser();
    browser.cookies.set('litwatch', 'three~abc');
    expect((await browser.get(one, '/api/auth/me')).status).toBe(401);
    expect((await browser.get(one, '/feeds/three~abc.atom')).status).toBe(404);
    expect((await browser.get(one, '/api/verify-email?token=constructor~x')).status).toBe(400);
    expect(one.forwarded).toEqual([]);
  });

  it('is refused as usual for a body that is none, too large or of another type', async () => {
    const browser = new Browser();
    const statusOf = async (body: string, headers = {}) =>
      (await browser.call(one, 'POST /api/auth/login', body, headers)).status;
    const email = addressAt(two);
    expect(await statusOf('{')).toBe(400);
    expect(await statusOf('[]')).toBe(400);
    expect(await statusOf(JSON.stringify({ email: 'nobody' }))).toBe(400);
    expect(await statusOf(JSON.stringify({ email: { $ne: null } }))).toBe(400);
    expect(await statusOf(JSON.stringify({ email, password, more: 'x'.repeat(70_000) }))).toBe(413);
    expect(await statusOf(JSON.stringify({ email, password }), { 'content-type': 'text/plain' })).toBe(415);
    expect(await statusOf(JSON.stringify({ email, password }), { 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('learns from no answer whether an address has an account', async () => {
    const known = [await joinedAt(one, one), await joinedAt(two, two)].map(({ email }) => email);
    const unknown = [addressAt(one), addressAt(two)];
    one.forwarded.length = 0;
    const ask = async (email: string) => {
      const browser = new Browser();
      const answers = [
        await browser.post(one, '/api/auth/login', { email, password: 'Another-horse-9-battery' }),
        await browser.post(one, '/api/forgot-password', { email }),
        await browser.post(one, '/api/signup', signupForm(email)),
      ];
      expect(browser.cookies.size).toBe(0);
      return answers.map(({ status, body, headers }) => {
        const kept = Object.fromEntries(headers);
        delete kept.date;
        return { status, body, headers: kept };
      });
    };
    // That a call was forwarded can be told, by its time at least; an address without an account has a shard as well.
    for (const at of [0, 1]) {
      const [registered, other] = await Promise.all([ask(known[at]!), ask(unknown[at]!)]);
      expect(registered.map(({ status }) => status)).toEqual([401, 200, 200]);
      expect(other).toEqual(registered);
      expect(JSON.stringify(other)).not.toMatch(/\b(one|two)\b/);
    }
    expect(one.forwarded.filter((call) => call === 'two answered').length).toBeGreaterThanOrEqual(6);
  });

  it('learns nothing of it by an invitation of another shard either', async () => {
    const known = await joinedAt(two, two);
    const settings = { note: '', days: 1, by: (await joinedAt(one, one)).id };
    const link = async () => new URL((await invite(one.app, settings)).link).searchParams.get('token')!;
    const invited = async (email: string) => {
      const invitation = await link();
      expect(invitation).toMatch(/^one~/);
      const { status, body } = await new Browser().post(
        two,
        '/api/signup',
        signupForm(email, { invitation }),
      );
      return { status, body };
    };
    expect(await invited(known.email)).toEqual(await invited(addressAt(two)));
    // The owner is told, and nothing of the sign-up is left where no account may be.
    expect((await one.mails(known.email)).map(({ mail }) => mail)).toEqual(['already-have-account']);
    expect(await accountsOf(one, known.email)).toBe(0);
    expect((await known.browser.get(one, '/api/auth/me')).status).toBe(200);
  });

  it('makes one account of one address, at whichever addresses it signs up at the same moment', async () => {
    const settings = { note: '', days: 1 };
    for (let at = 0; at < 10; at++) {
      const email = addressAt(at % 2 ? one : two);
      const invitations = await Promise.all(
        [one, two].map(async (shard) => {
          const by = (await joinedAt(shard, shard)).id;
          return new URL((await invite(shard.app, { ...settings, by })).link).searchParams.get('token')!;
        }),
      );
      const forms = [{}, ...invitations.map((invitation) => ({ invitation }))];
      const answers = await Promise.all(
        forms.flatMap((more) =>
          [one, two].map((shard) => new Browser().post(shard, '/api/signup', signupForm(email, more))),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect((await accountsOf(one, email)) + (await accountsOf(two, email))).toBe(1);
    }
  });

  it('guesses as often at all addresses together as at one, whatever it says of its network', async () => {
    const { email } = await joinedAt(two, two);
    const guess = (shard: Shard, network: string, headers = {}) =>
      new Browser(network).call(
        shard,
        'POST /api/auth/login',
        { email, password: 'Wrong-horse-9-battery' },
        headers,
      );
    const told = [];
    // What stands before the proxy's own word is the client's claim.
    for (let at = 0; at < 10; at++)
      told.push(
        (await guess(at % 2 ? one : two, `192.0.2.${at}, 203.0.113.77`, { forwarded: `for=192.0.2.${at}` }))
          .status,
      );
    expect(told).toEqual(Array(10).fill(401));
    for (const shard of [one, two]) expect((await guess(shard, '203.0.113.77')).status).toBe(429);
    for (const shard of [one, two]) expect((await guess(shard, '203.0.113.78')).status).toBe(401);
  });

  it('tries no address against a copy of the directory, in which nothing of a reader is', async () => {
    const { email } = await joinedAt(two, one);
    const { directoryUrl } = two.app.config.shards!;
    const { openDatabase } = await import('#platform/db/open.ts');
    const directory = await openDatabase({ url: directoryUrl, folder: null, migrations: null });
    const rows = await directory.db.select().from(accountDirectory);
    await directory.close();
    const row = rows.find(({ addressHash: hash }) => hash === addressHash(shardSecret, email))!;
    expect(Object.keys(row).sort()).toEqual(['addressHash', 'reservedAt', 'shard']);
    expect(row.shard).toBe('two');
    expect(JSON.stringify(rows)).not.toContain(email.split('@')[0]);
    expect(rows.map(({ addressHash: hash }) => hash)).not.toContain(addressHash('y'.repeat(32), email));
  });

  it('leaves no row of another shard’s reader', async () => {
    expect(await one.app.db.$count(searchTerms)).toBe(0);
    expect(await one.app.db.$count(signupAttempts)).toBeGreaterThan(0);
  });
});
