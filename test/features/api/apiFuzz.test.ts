import { getTableName } from 'drizzle-orm';
import fc from 'fast-check';
import { feeds } from '#features/feeds/tables.ts';
import { apiTokens } from '#features/tokens/tables.ts';
import {
  emailDigests,
  searchTerms,
  sessions,
  subscriptionTracking,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import { newReader, openDoor, opened, password, twice } from '../accounts/accountsSetup.ts';
import { anyRequest, calls, sendRequest } from '../fuzz/anyRequest.ts';
import { longestTurn } from '../fuzz/longestTurn.ts';

// No request causes a 500, and none changes a row of a reader who did not send it. `npm run fuzz` sends more.

const requests = Number(process.env.FUZZ_INPUTS ?? 3000);

const door = await opened(openDoor());

test('random requests cause no 500, keep nobody waiting, and leave other readers’ rows unchanged', {
  timeout: 4 * 3600_000,
}, async () => {
  const victim = await newReader(door, 'victim@example.org');
  let attacker = await newReader(door, 'attacker0@example.org');
  // The values below include the attacker's password. The victim's must differ, or a request might really sign in.
  const another = 'Another 7 quiet harbors!';
  const own = { currentPassword: password, ...twice(another) };
  expect((await victim.post('/api/account/password', own)).status).toBe(200);
  await victim.post('/api/immediate-search', { searchTerm: 'soil microbiome' });
  const [term] = (await victim.get(`/api/users/${victim.id}/search-terms`)).body;
  const [theirSession] = (await victim.get('/api/sessions')).body;
  const before = await rowsOf(victim.id);
  const seen = new Map<number, number>();

  const known = [victim.id, victim.email, term.id, theirSession.id, attacker.id, term.term];

  /** Signs the attacker in again after a request that ended the session or the account. */
  let returns = 0;
  const signInAgain = async () => {
    if ((await attacker.get('/api/auth/me')).status === 401)
      attacker = await newReader(door, `attacker${++returns}@example.org`);
  };

  await fc.assert(
    fc.asyncProperty(anyRequest(known), async (request) => {
      const { call, method, cookie } = request;
      const how = method ?? call.method;
      const session = attacker.cookies.get('litwatch');
      const { result: answer, milliseconds } = await longestTurn(async () =>
        sendRequest(door, request, { session, known }),
      );
      expect(milliseconds, `${how} ${call.path}`).toBeLessThan(500);
      if (cookie === 'attacker' && answer.ok) await signInAgain();
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const said = await answer.text();
      // Payments are not set up here; their calls answer 503.
      if (answer.status !== 503) expect(answer.status, `${how} ${call.path}: ${said}`).toBeLessThan(500);
      if (answer.status >= 400 && how !== 'HEAD' && call.path.startsWith('/api/'))
        expect(JSON.parse(said).message).toBeTruthy();
    }),
    { numRuns: requests, ...(process.env.FUZZ_SEED && { seed: Number(process.env.FUZZ_SEED) }) },
  );

  expect(await rowsOf(victim.id)).toEqual(before);
  expect(calls.length).toBeGreaterThan(100);
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});

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
