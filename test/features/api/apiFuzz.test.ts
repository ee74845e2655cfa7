import { getTableName } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  apiTokens,
  emailDigests,
  feeds,
  searchTerms,
  sessions,
  subscriptionTracking,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import { api } from '#shared/api.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type Door, newReader, openDoor, password } from '../accounts/accountsSetup.ts';

// No request causes a 500, and none changes a row of a reader who did not send it.

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

const calls = Object.values(api).flatMap((feature) => Object.values<Endpoint>(feature));

test('10,000 random requests cause no 500, and leave other readers’ rows unchanged', {
  timeout: 600_000,
}, async () => {
  const victim = await newReader(door, 'victim@example.org');
  let attacker = await newReader(door, 'attacker0@example.org');
  // The pool below holds the attacker's password: the victim's must be another one, or a request may truly sign in.
  const another = 'Another 7 quiet harbors!';
  const own = { currentPassword: password, password: another, confirmPassword: another };
  expect((await victim.post('/api/account/password', own)).status).toBe(200);
  await victim.post('/api/immediate-search', { searchTerm: 'soil microbiome' });
  const [term] = (await victim.get(`/api/users/${victim.id}/search-terms`)).body;
  const [session] = (await victim.get('/api/sessions')).body;
  const before = await rowsOf(victim.id);
  const seen = new Map<number, number>();

  const theirs = fc.constantFrom(victim.id, victim.email, term.id, session.id, attacker.id, term.term);
  const value = fc.oneof(
    theirs,
    fc.constantFrom(password, 'team', true, null, '', 'sunday', 'UTC', 'Europe/Berlin'),
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.anything({ maxDepth: 2, withNullPrototype: true }),
  );
  const request = fc.record({
    call: fc.constantFrom(...calls),
    method: rarely(fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS')),
    segment: fc.oneof(theirs, fc.string({ unit: 'binary', maxLength: 80 }), fc.webPath({ size: 'small' })),
    rawSegment: fc.boolean(),
    query: fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((text) => `?${text}`),
    ),
    fields: fc.array(value, { minLength: 8, maxLength: 8 }),
    extra: fc.dictionary(fc.string({ maxLength: 12 }), value, { maxKeys: 3 }),
    /** The body: mostly JSON, sometimes cut off or not JSON at all. */
    shape: fc.constantFrom('fields', 'fields', 'fields', 'cut', 'text', 'array', 'none'),
    text: fc.string({ unit: 'binary', maxLength: 200 }),
    type: rarely(fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data')),
    cookie: fc.oneof(fc.constantFrom('attacker', 'none'), fc.stringMatching(/^[\w=;%-]{0,60}$/)),
  });

  /** Signs the attacker in again after a request that ended the session or the account. */
  let returns = 0;
  const signInAgain = async () => {
    if ((await attacker.get('/api/auth/me')).status === 401)
      attacker = await newReader(door, `attacker${++returns}@example.org`);
  };

  await fc.assert(
    fc.asyncProperty(
      request,
      async ({ call, method, segment, rawSegment, query, fields, extra, shape, text, type, cookie }) => {
        const how = method ?? call.method;
        const path = call.path.replace(/:\w+/g, () =>
          rawSegment ? encodeURI(segment.toWellFormed()) : encodeURIComponent(segment.toWellFormed()),
        );
        const body = bodyOf(call, { fields, extra, shape, text });
        const headers = new Headers({
          'sec-fetch-site': 'same-origin',
          'content-type': type ?? 'application/json',
          cookie:
            cookie === 'attacker'
              ? `litwatch=${attacker.cookies.get('litwatch')}`
              : cookie === 'none'
                ? ''
                : cookie,
        });
        const answer = await door.door.request(path + query, {
          method: how,
          headers,
          ...(how === 'GET' || how === 'HEAD' || body === undefined ? {} : { body }),
        });
        if (cookie === 'attacker' && answer.ok) await signInAgain();
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        const said = await answer.text();
        // Payments are not set up here; their calls answer 503.
        if (answer.status !== 503) expect(answer.status, `${how} ${path}: ${said}`).toBeLessThan(500);
        if (answer.status >= 400 && how !== 'HEAD' && call.path.startsWith('/api/'))
          expect(JSON.parse(said).message).toBeTruthy();
      },
    ),
    { numRuns: 10_000 },
  );

  expect(await rowsOf(victim.id)).toEqual(before);
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});

/** Null nine times out of ten. */
const rarely = <T>(other: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: other });

/** A JSON body with the contract's own field names, so that it passes the first checks. */
function bodyOf(
  { body }: Endpoint,
  { fields, extra, shape, text }: { fields: unknown[]; extra: object; shape: string; text: string },
): string | undefined {
  if (shape === 'none') return undefined;
  if (shape === 'text') return text;
  if (shape === 'array') return asJson(fields);
  const names = Object.keys((body as { shape?: object }).shape ?? {});
  const whole = asJson({ ...Object.fromEntries(names.map((name, at) => [name, fields[at % 8]])), ...extra });
  return shape === 'cut' ? whole.slice(0, Math.floor(whole.length / 2)) : whole;
}

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'null';

/** Every row about a reader, without the two columns that anybody's request for a reset link changes. */
async function rowsOf(userId: string) {
  const { db } = door.app;
  const all = await db.select().from(users);
  const rows: Record<string, unknown> = {
    users: all
      .filter(({ id }) => id === userId)
      .map((user) => ({ ...user, passwordResetToken: null, passwordResetTokenExpiry: null })),
  };
  for (const table of [
    searchTerms,
    emailDigests,
    sessions,
    apiTokens,
    feeds,
    userPreferences,
    subscriptionTracking,
  ])
    rows[getTableName(table)] = (await db.select().from(table)).filter((row) => row.userId === userId);
  return rows;
}
