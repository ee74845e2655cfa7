import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShare } from '#channels/sharing/share.ts';
import { citationsToken } from '#citations/link.ts';
import { searchTerms, sessions } from '#platform/db/schema.ts';
import { heldAnswersId } from '#shared/site/heldAnswers.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import { password, signupForm, tokenMailed } from '../accounts/accountsSetup.ts';
import { softPasskey } from '../accounts/softPasskey.ts';
import { withDigest } from '../topics/feedbackSetup.ts';
import { addressAt, Browser, joinedAt, openShards, type Shard } from './shardsSetup.ts';

// Readers of two shards at one address: whichever process a call reaches, the reader's own shard answers it.

const origin = 'http://litwatch.localhost';

/** What a GET is answered that sends these headers and no others; `fetch` has its own word in some of them. */
async function statusAsBrowser(
  { url }: Shard,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const request = http.get(url + path, { headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
}

describe.runIf(process.env.DATABASE_URL)('a reader whose calls reach another shard', () => {
  let close: () => Promise<void>;
  let one: Shard;
  let two: Shard;
  beforeAll(async () => {
    const opened = await openShards(['one', 'two'], { environment: { BASE_URL: origin } });
    [one, two] = opened.shards as [Shard, Shard];
    close = opened.close;
  });
  afterAll(() => close());

  it('signs up at one address, verifies and signs in at the other', async () => {
    for (const [home, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const email = addressAt(home);
      const browser = new Browser();
      expect(await browser.post(other, '/api/signup', signupForm(email))).toMatchObject({ status: 200 });
      const token = await tokenMailed(home, email);
      expect(token).toMatch(new RegExp(`^${home.name}~`));
      expect(await browser.get(one, `/api/verify-email?token=${token}`)).toMatchObject({ status: 200 });
      expect([...browser.cookies.keys()]).toEqual(['litwatch-search']);
      const searched = await browser.post(other, '/api/immediate-search', { searchTerm: 'moss' });
      expect(searched.status).toBe(200);
      browser.cookies.clear();
      const signedIn = await browser.post(other, '/api/auth/login', { email, password });
      expect(signedIn).toMatchObject({ status: 200, body: { user: { email } } });
      expect([...browser.cookies.keys()].sort()).toEqual(['litwatch', 'litwatch-device']);
      for (const shard of [one, two])
        expect((await browser.get(shard, '/api/auth/me')).body).toMatchObject({ user: { email } });
      expect((await browser.post(other, '/api/auth/logout')).status).toBe(200);
      expect((await browser.get(home, '/api/auth/me')).status).toBe(401);
    }
  });

  it('resets the password by the link of the mail', async () => {
    const { email } = await joinedAt(two, one);
    const browser = new Browser();
    await browser.post(one, '/api/forgot-password', { email });
    const token = await tokenMailed(two, email, 'reset');
    const form = { token, password: `${password}!`, confirmPassword: `${password}!` };
    expect((await browser.post(one, '/api/reset-password', form)).status).toBe(200);
    expect((await browser.post(one, '/api/auth/login', { email, password })).status).toBe(401);
    const again = await browser.post(one, '/api/auth/login', { email, password: `${password}!` });
    expect(again.status).toBe(200);
  });

  it('completes the second step', async () => {
    const { browser, email } = await joinedAt(two, one);
    const { secret } = (await browser.post(one, '/api/account/codes')).body;
    const code = () =>
      new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({
        timestamp: two.clock.now.getTime(),
      });
    expect((await browser.post(one, '/api/account/codes/confirm', { code: code() })).status).toBe(200);
    two.clock.now = new Date(two.clock.now.getTime() + 30_000);
    const halfway = new Browser();
    // A session of the other shard tells nothing of the sign-in that waits.
    const other = await joinedAt(one, one);
    halfway.cookies.set('litwatch', other.browser.cookies.get('litwatch')!);
    expect((await halfway.post(one, '/api/auth/login', { email, password })).body).toMatchObject({
      secondStep: { codes: true },
    });
    expect((await halfway.post(one, '/api/auth/second-step', { code: code() })).body).toMatchObject({
      user: { email },
    });
    two.clock.now = new Date(two.clock.now.getTime() - 30_000);
  });

  it('signs in by passkey alone where the browser signed in before, else by the password first', async () => {
    const { browser, email } = await joinedAt(two, one);
    const device = softPasskey(origin);
    const options = (await browser.post(one, '/api/account/passkeys/begin')).body;
    const form = { name: 'Laptop', response: device.register(options) };
    expect((await browser.post(one, '/api/account/passkeys', form)).status).toBe(200);
    const enter = async (browser: Browser) => {
      const asked = (await browser.post(one, '/api/auth/passkey/begin')).body;
      return browser.post(one, '/api/auth/passkey', { response: device.sign(asked) });
    };
    await browser.post(one, '/api/auth/logout');
    expect((await enter(browser)).body).toMatchObject({ user: { email } });
    const strange = new Browser();
    expect(await enter(strange)).toMatchObject({
      status: 400,
      body: { message: 'This passkey is not known here. Please use another one, or sign in by password.' },
    });
    strange.cookies.clear();
    await strange.post(one, '/api/auth/login', { email, password });
    expect((await enter(strange)).body).toMatchObject({ user: { email } });
  });

  it('ends the session of an account on another shard by signing in', async () => {
    const first = await joinedAt(one, one);
    const second = await joinedAt(two, two);
    const former = first.browser.cookies.get('litwatch')!;
    expect(former).toMatch(/^one~/);
    const open = () => one.app.db.$count(sessions, eq(sessions.userId, first.id));
    expect(await open()).toBe(1);
    await first.browser.post(one, '/api/auth/login', { email: second.email, password });
    expect(first.browser.cookies.get('litwatch')).toMatch(/^two~/);
    expect(await open()).toBe(0);
  });

  it('reads by API token, feed, shared page, references and tools', async () => {
    const { reader, digestId, termId } = await withDigest(two);
    const made = (await reader.post('/api/tokens', { name: 'Notebook' })).body;
    expect(made.token).toMatch(/^litwatch_two~/);
    const script = new Browser();
    const bearer = { authorization: `Bearer ${made.token}` };
    expect((await script.get(one, '/api/auth/me', bearer)).body).toMatchObject({
      user: { email: reader.email },
    });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_topics', arguments: {} },
    };
    const asked = await script.call(one, 'POST /mcp', call, {
      ...{ ...bearer, accept: 'application/json, text/event-stream' },
    });
    expect(asked.text).toContain('soil moss');

    const feed = new URL((await reader.post('/api/feed')).body.terms[0].url);
    expect(feed.pathname).toMatch(/^\/feeds\/two~[\w-]{43}\.atom$/);
    const first = await script.get(one, feed.pathname + feed.search);
    expect(first).toMatchObject({ status: 200 });
    expect(first.text).toContain('Paper 1 on moss');
    const etag = first.headers.get('etag')!;
    expect((await script.get(one, feed.pathname + feed.search, { 'if-none-match': etag })).status).toBe(304);

    const share = await createShare(two.app, { id: reader.id } as never, { digestId });
    const page = await script.get(one, new URL(share.url).pathname);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('Paper 1 on moss');

    const references = await script.get(one, `/references/${citationsToken(two.app, digestId)}.ris`);
    expect(references.headers.get('content-disposition')).toContain('litwatch.ris');
    expect(references.text).toContain('Paper 2 on moss');
    expect(termId).toBeTruthy();
  });

  it('unsubscribes with one click, and by the page’s own call', async () => {
    const { termId, reader, linkTo, ids } = await withDigest(two);
    const isActive = async () => {
      const [term] = await two.app.db.select().from(searchTerms).where(eq(searchTerms.id, termId));
      return term!.isActive;
    };
    const path = `/api/unsubscribe/${unsubscribeToken(two.app, reader.id, termId)}`;
    const answer = await fetch(one.url + path, {
      ...{ method: 'POST', body: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(200);
    expect(await isActive()).toBe(false);
    const page = new Browser();
    expect((await page.post(one, `${path}/undo`)).status).toBe(200);
    expect(await isActive()).toBe(true);
    // Followed as a link, also from a page of ours, it leads to the page, which asks.
    expect(await statusAsBrowser(one, path, { 'sec-fetch-mode': 'navigate' })).toBe(303);
    expect(await isActive()).toBe(true);
    expect(await statusAsBrowser(one, path, { 'sec-fetch-mode': 'cors' })).toBe(200);
    expect(await isActive()).toBe(false);
    const said = await page.post(one, linkTo(ids[0]!), { verdict: 'more' });
    expect(said.body).toMatchObject({ verdict: 'more' });
  });

  it('opens the desk with its first answers, in one journey', async () => {
    const { browser, email } = await joinedAt(two, one);
    one.forwarded.length = 0;
    const { text, status } = await browser.get(one, '/dashboard');
    expect(status).toBe(200);
    const block = new RegExp(`id="${heldAnswersId}">(.*?)</script>`, 's').exec(text)!;
    expect(JSON.parse(block[1]!)['/api/auth/me']).toMatchObject({ user: { email } });
    expect(one.forwarded).toEqual(['two answered']);
    // The same page for nobody is answered where it was asked.
    expect((await new Browser().get(one, '/dashboard')).text).not.toContain(heldAnswersId);
    expect(one.forwarded).toHaveLength(1);
  });

  it('is asked for the first administrator on the first shard alone', async () => {
    expect((await new Browser().get(two, '/api/setup')).body).toEqual({ open: false });
    expect(two.forwarded).toContain('one answered');
  });

  it('keeps what was handed out before there were shards, on the first', async () => {
    const { browser, id } = await joinedAt(one, one);
    const old = browser.cookies.get('litwatch')!.replace('one~', '');
    const { hashToken } = await import('#platform/randomToken.ts');
    await one.app.db
      .update(sessions)
      .set({ tokenHash: hashToken(old) })
      .where(eq(sessions.userId, id));
    browser.cookies.set('litwatch', old);
    expect((await browser.get(two, '/api/auth/me')).body).toMatchObject({ user: { id } });
  });
});
