import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invite } from '#accounts/admission/invitations.ts';
import { passkeys, recoveryCodes, users } from '#platform/db/schema.ts';
import { type Door, newReader, openDoor, password, signupForm, tokenMailed } from './accountsSetup.ts';
import { softPasskey } from './softPasskey.ts';

// Calls that grant access, many at the same moment. On PostgreSQL they run concurrently; the embedded engine takes turns.

let door: Door;
const origin = 'https://litwatch.test';
beforeAll(async () => {
  door = await openDoor({ environment: { BASE_URL: origin } });
});
afterAll(() => door.close());

type Visitor = ReturnType<Door['visitor']>;
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const codesOf = (userId: string) => door.app.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));

/** The same reader in another browser. */
async function elsewhere(email: string): Promise<Visitor> {
  const visitor = door.visitor();
  await visitor.post('/api/auth/login', { email, password });
  return visitor;
}

/** A passkey that the browser has created but not sent yet. */
async function made(visitor: Visitor) {
  const { body } = await visitor.post('/api/account/passkeys/begin');
  return { name: 'Key', response: softPasskey(origin).register(body) };
}

const halfMinute = (secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: door.clock.now.getTime() });

describe('invitation', () => {
  it('opens one account when two people confirm at once', async () => {
    const by = await newReader(door, 'host@example.org');
    const { link } = await invite(door.app, { note: '', days: 7, by: by.id });
    const invitation = new URL(link).searchParams.get('token')!;
    const guests = ['one', 'two', 'three'].map((name) => `guest-${name}@example.org`);
    for (const email of guests) await door.visitor().post('/api/signup', signupForm(email, { invitation }));
    const tokens = await Promise.all(guests.map((email) => tokenMailed(door, email)));
    const answers = await Promise.all(
      tokens.map((token) => door.visitor().get(`/api/verify-email?token=${token}`)),
    );
    expect(statuses(answers)).toEqual([200, 403, 403]);
    const opened = await door.app.db.select().from(users).where(eq(users.isEmailVerified, true));
    expect(opened.filter(({ email }) => guests.includes(email))).toHaveLength(1);
  });
});

describe('second step of one reader', () => {
  it('adds a passkey once when its response arrives three times', async () => {
    const reader = await newReader(door, 'three-answers@example.org');
    const passkey = await made(reader);
    const answers = await Promise.all([1, 2, 3].map(() => reader.post('/api/account/passkeys', passkey)));
    expect(statuses(answers)).toEqual([200, 400, 400]);
    expect(await door.app.db.$count(passkeys, eq(passkeys.userId, reader.id))).toBe(1);
  });

  it('has working recovery codes when three browsers turn it on at once', async () => {
    const reader = await newReader(door, 'three-browsers@example.org');
    const others = await Promise.all([1, 2].map(() => elsewhere(reader.email)));
    const keys = await Promise.all(others.map(made));
    const { secret } = (await reader.post('/api/account/codes')).body;
    const answers = await Promise.all([
      reader.post('/api/account/codes/confirm', { code: halfMinute(secret) }),
      ...others.map((other, at) => other.post('/api/account/passkeys', keys[at])),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 200]);
    const given = answers.flatMap(({ body }) => (body.recoveryCodes ? [body.recoveryCodes as string[]] : []));
    expect(given).toHaveLength(1);
    expect(await codesOf(reader.id)).toBe(10);
    const visitor = await elsewhere(reader.email);
    expect((await visitor.post('/api/auth/second-step', { code: given[0]![0] })).status).toBe(200);
  });

  it('is confirmed once, by a code of the latest secret', async () => {
    const reader = await newReader(door, 'confirms@example.org');
    const { secret } = (await reader.post('/api/account/codes')).body;
    const code = halfMinute(secret);
    const [again, ...answers] = await Promise.all([
      reader.post('/api/account/codes'),
      ...[1, 2, 3].map(() => reader.post('/api/account/codes/confirm', { code })),
    ]);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    const confirmed = answers.filter(({ status }) => status === 200);
    expect(confirmed.length).toBeLessThan(2);
    // Either the first app is on and the second was refused, or vice versa, but never one secret with the other's code.
    door.clock.now = new Date(door.clock.now.getTime() + 30_000);
    const visitor = await elsewhere(reader.email);
    if (confirmed.length)
      expect((await visitor.post('/api/auth/second-step', { code: halfMinute(secret) })).status).toBe(200);
    else expect(again!.status).toBe(200);
  });

  it('keeps one set of recovery codes when four are created at once', async () => {
    const reader = await newReader(door, 'four-sets@example.org');
    await reader.post('/api/account/passkeys', await made(reader));
    const answers = await Promise.all([1, 2, 3, 4].map(() => reader.post('/api/account/recovery-codes')));
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    expect(await codesOf(reader.id)).toBe(10);
  });

  it('never fails or lacks recovery codes when turned off and on at the same moment', async () => {
    const reader = await newReader(door, 'up-and-down@example.org');
    const added = await reader.post('/api/account/passkeys', await made(reader));
    const other = await made(reader);
    const answers = await Promise.all([
      reader.delete(`/api/account/passkeys/${added.body.id}`),
      reader.post('/api/account/passkeys', other),
      reader.post('/api/account/recovery-codes'),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(await door.app.db.$count(passkeys, eq(passkeys.userId, reader.id))).toBe(1);
    expect(await codesOf(reader.id)).toBe(10);
  });
});
