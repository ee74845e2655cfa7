import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRouter } from '#app/routes.ts';
import { deskVisits, searchTerms } from '#platform/db/schema.ts';
import { heldAnswersId } from '#shared/site/heldAnswers.ts';
import { type Door, newReader, openDoor } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

// A page's document contains the responses that the page would request first.

let door: Door;
let folder: string;
beforeAll(async () => {
  door = await openDoor();
  folder = mkdtempSync(path.join(tmpdir(), 'litwatch-web-'));
  writeFileSync(path.join(folder, 'app.html'), '<head></head><body><div id="root"></div></body>');
});
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true });
});

interface Reader {
  cookies: Map<string, string>;
}

const nobody: Reader = { cookies: new Map() };
const cookieOf = ({ cookies }: Reader) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const open = (reader: Reader, headers: Record<string, string> = {}, address = '/dashboard', method = 'GET') =>
  openRouter(door.app, { webFolder: folder }).request(address, {
    method,
    headers: { cookie: cookieOf(reader), ...headers },
  });

/** The responses in a document, by address; null if it contains none. */
async function heldIn(response: Response): Promise<Record<string, unknown> | null> {
  const document = await response.text();
  const block = new RegExp(`<script type="application/json" id="${heldAnswersId}">(.*?)</script>`, 's').exec(
    document,
  );
  expect(document.match(/<script/g)?.length ?? 0).toBe(block ? 1 : 0);
  return block && JSON.parse(block[1]!);
}

describe('document of the desk', () => {
  it('contains the same responses as the calls, for a signed-in reader', async () => {
    const { reader } = await withDigest(door);
    const held = await heldIn(await open(reader));
    const addresses = [
      '/api/auth/me',
      '/api/site',
      '/api/desk',
      '/api/digests?limit=3',
      `/api/users/${reader.id}/search-terms`,
      `/api/users/${reader.id}/preferences`,
    ];
    expect(Object.keys(held!)).toEqual(addresses);
    for (const address of addresses) expect(held![address]).toEqual((await reader.get(address)).body);
  });

  it('is not cached with responses, and cached as usual without', async () => {
    const { reader } = await withDigest(door);
    expect((await open(reader)).headers.get('cache-control')).toBe('no-store');
    expect((await open(nobody)).headers.get('cache-control')).toBe('no-cache');
  });

  it('has the same security headers with and without responses', async () => {
    const { reader } = await withDigest(door);
    const headersOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['cache-control', 'content-length'].includes(name));
    const signedIn = headersOf(await open(reader));
    expect(signedIn).toEqual(headersOf(await open(nobody)));
    expect(Object.fromEntries(signedIn)['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
  });

  it('contains nothing without a session, or after it has ended', async () => {
    const { reader } = await withDigest(door);
    const before = { cookies: new Map(reader.cookies) };
    await reader.post('/api/auth/logout');
    for (const who of [nobody, before, { cookies: new Map([['litwatch', 'made-up']]) }])
      expect(await heldIn(await open(who))).toBeNull();
  });

  it('contains each reader’s own responses', async () => {
    const { reader } = await withDigest(door);
    const other = await newReader(door, 'held-other@example.org');
    const text = await (await open(other)).text();
    expect(text).toContain(other.id);
    expect(text).not.toContain(reader.id);
    expect(text).not.toContain('soil moss');
  });

  it('contains nothing for a HEAD or prefetch request, which does not count as a visit', async () => {
    const { reader } = await withDigest(door);
    const ahead: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
    ];
    for (const headers of ahead) {
      const response = await open(reader, headers);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await heldIn(response)).toBeNull();
    }
    expect(await heldIn(await open(reader, { 'sec-fetch-dest': 'empty' }))).toBeNull();
    const head = await open(reader, {}, '/dashboard', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await door.app.db.select().from(deskVisits).where(eq(deskVisits.userId, reader.id))).toEqual([]);
  });

  it('contains any topic name as text', async () => {
    const { reader, termId } = await withDigest(door);
    const term = '</script><script>alert(1)</script><!-- & " \u2028';
    await door.app.db.update(searchTerms).set({ term }).where(eq(searchTerms.id, termId));
    const held = await heldIn(await open(reader));
    expect(held![`/api/users/${reader.id}/search-terms`]).toMatchObject([{ term }]);
  });

  it('has no responses on other pages', async () => {
    const { reader } = await withDigest(door);
    for (const address of ['/auth', '/shelf', '/no-such-page', '/verify-email?token=x'])
      expect(await heldIn(await open(reader, {}, address))).toBeNull();
  });
});
