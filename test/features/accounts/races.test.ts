import { eq } from 'drizzle-orm';
import { passkeys } from '#features/passkeys/tables.ts';
import { users } from '#platform/db/schema.ts';
import { type Door, newReader, openDoor, opened, tokenMailed } from './accountsSetup.ts';
import { softPasskey } from './softPasskey.ts';

// Calls that grant access, many at the same moment. On PostgreSQL they run concurrently; the embedded engine takes turns.

const origin = 'https://litwatch.test';
const door = await opened(openDoor({ environment: { BASE_URL: origin } }));

type Visitor = ReturnType<Door['visitor']>;
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

/** A passkey that the browser has created but not sent yet. */
async function made(visitor: Visitor) {
  const { body } = await visitor.post('/api/account/passkeys/begin');
  return { name: 'Key', response: softPasskey(origin).register(body) };
}

test('an invitation opens one account when two people confirm at once', async () => {
  const host = await newReader(door, 'host@example.org');
  await door.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, host.id));
  const { link } = (await host.post('/api/admin/invitations', {})).body;
  const invitation = new URL(link).searchParams.get('token')!;
  const guests = ['one', 'two', 'three'].map((name) => `guest-${name}@example.org`);
  for (const email of guests) await door.signUp(email, { invitation });
  const tokens = await Promise.all(guests.map((email) => tokenMailed(door, email)));
  const answers = await Promise.all(tokens.map((token) => door.verify(token)));
  expect(statuses(answers)).toEqual([200, 403, 403]);
  const opened = await door.app.db.select().from(users).where(eq(users.isEmailVerified, true));
  expect(opened.filter(({ email }) => guests.includes(email))).toHaveLength(1);
});

describe('passkeys of one reader', () => {
  it('gain one when its response arrives three times', async () => {
    const reader = await newReader(door, 'three-answers@example.org');
    const passkey = await made(reader);
    const answers = await Promise.all([1, 2, 3].map(() => reader.post('/api/account/passkeys', passkey)));
    expect(statuses(answers)).toEqual([200, 400, 400]);
    expect(await door.app.db.$count(passkeys, eq(passkeys.userId, reader.id))).toBe(1);
  });

  it('never fail when one is removed and another added at the same moment', async () => {
    const reader = await newReader(door, 'up-and-down@example.org');
    const added = await reader.post('/api/account/passkeys', await made(reader));
    const other = await made(reader);
    const answers = await Promise.all([
      reader.delete(`/api/account/passkeys/${added.body.id}`),
      reader.post('/api/account/passkeys', other),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(await door.app.db.$count(passkeys, eq(passkeys.userId, reader.id))).toBe(1);
  });
});
