import { eq, sql } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeSecondStep } from '#accounts/admission/operator.ts';
import { oneTimeCodes, recoveryCodes, securityActivity, signInSteps } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import { type Door, newReader, openDoor, password, tokenMailed } from './accountsSetup.ts';

// Attacks by somebody who has the password, or the open browser, but not the phone.

let door: Door;
const startedAt = new Date('2026-03-02T09:00:00Z');
beforeAll(async () => {
  door = await openDoor({
    environment: { BASE_URL: 'https://litwatch.test' },
    limited: { 'second-step': limits['second-step'] as never },
  });
});
afterAll(() => door.close());
beforeEach(() => {
  door.clock.now = startedAt;
});

const later = (seconds: number) => {
  door.clock.now = new Date(door.clock.now.getTime() + seconds * 1000);
};
const codeOf = (secret: string): string =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({
    timestamp: door.clock.now.getTime(),
  });

let people = 0;
/** A reader with codes turned on, one half minute later. */
async function withCodes() {
  const reader = await newReader(door, `second-${people++}@example.org`);
  const { secret } = (await reader.post('/api/account/codes')).body;
  const on = await reader.post('/api/account/codes/confirm', { code: codeOf(secret) });
  expect(on.status).toBe(200);
  later(30);
  return { reader, secret: secret as string, recovery: on.body.recoveryCodes as string[] };
}

/** Sends the right password, up to the second step. */
async function halfway(email: string, network?: string) {
  const visitor = door.visitor(network);
  const answer = await visitor.post('/api/auth/login', { email, password });
  expect(answer).toMatchObject({ status: 200, body: { secondStep: { codes: true } } });
  return visitor;
}
const finish = (visitor: ReturnType<Door['visitor']>, code: string) =>
  visitor.post('/api/auth/second-step', { code });
const isSignedIn = async (visitor: ReturnType<Door['visitor']>) =>
  (await visitor.get('/api/auth/me')).status === 200;

describe('sign-in with the right password', () => {
  it('is complete without a second step, with its usual response', async () => {
    const reader = await newReader(door, 'plain@example.org');
    const { body } = await reader.post('/api/auth/login', { email: reader.email, password });
    expect(body).toEqual({ user: expect.objectContaining({ email: reader.email }) });
  });

  it('opens nothing before the code, and the account after it', async () => {
    const { reader, secret } = await withCodes();
    const visitor = await halfway(reader.email);
    expect(await isSignedIn(visitor)).toBe(false);
    expect(visitor.cookies.has('__Host-litwatch-device')).toBe(false);
    expect(await finish(visitor, codeOf(secret))).toMatchObject({
      status: 200,
      body: { user: { email: reader.email } },
    });
    expect(await isSignedIn(visitor)).toBe(true);
    expect(visitor.cookies.has('__Host-litwatch-step')).toBe(false);
  });

  it('takes the code of the half minute before, and none that is older', async () => {
    const { reader, secret } = await withCodes();
    const code = codeOf(secret);
    later(35);
    expect((await finish(await halfway(reader.email), code)).status).toBe(200);
    later(30);
    const old = codeOf(secret);
    later(65);
    expect((await finish(await halfway(reader.email), old)).status).toBe(403);
  });

  it('forgets the right password after ten minutes', async () => {
    const { reader, secret } = await withCodes();
    const visitor = await halfway(reader.email);
    later(11 * 60);
    expect((await finish(visitor, codeOf(secret))).status).toBe(401);
  });

  it('is void if the password is reset while it waits for a code', async () => {
    const { reader, secret } = await withCodes();
    const thief = await halfway(reader.email);
    await door.visitor().post('/api/forgot-password', { email: reader.email });
    const token = await tokenMailed(door, reader.email, 'reset');
    const fresh = { password: 'Quite-another-7-horse', confirmPassword: 'Quite-another-7-horse' };
    expect((await door.visitor().post('/api/reset-password', { token, ...fresh })).status).toBe(200);
    expect((await finish(thief, codeOf(secret))).status).toBe(401);
  });
});

describe('thief of the mailbox', () => {
  it('still needs the second step after a reset of the password', async () => {
    const { reader } = await withCodes();
    await door.visitor().post('/api/forgot-password', { email: reader.email });
    const token = await tokenMailed(door, reader.email, 'reset');
    const fresh = { password: 'Quite-another-7-horse', confirmPassword: 'Quite-another-7-horse' };
    await door.visitor().post('/api/reset-password', { token, ...fresh });
    const thief = door.visitor();
    const { body } = await thief.post('/api/auth/login', { email: reader.email, password: fresh.password });
    expect(body.secondStep).toEqual({ codes: true, passkeys: false });
    expect(await isSignedIn(thief)).toBe(false);
  });
});

describe('code of the app', () => {
  it('is refused the second time, also at the same moment', async () => {
    const { reader, secret } = await withCodes();
    const code = codeOf(secret);
    const visitors = await Promise.all([1, 2, 3, 4].map(() => halfway(reader.email)));
    const answers = await Promise.all(visitors.map((visitor) => finish(visitor, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect((await finish(await halfway(reader.email), code)).status).toBe(403);
  });

  it('does not sign in again after it turned codes on', async () => {
    const reader = await newReader(door, 'replayed@example.org');
    const { secret } = (await reader.post('/api/account/codes')).body;
    const code = codeOf(secret);
    await reader.post('/api/account/codes/confirm', { code });
    expect((await finish(await halfway(reader.email), code)).status).toBe(403);
  });

  it('is guessed ten times from one network, and no more', async () => {
    const { reader, secret } = await withCodes();
    const thief = await halfway(reader.email, '203.0.113.50');
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await finish(thief, String(100_000 + tries))).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    expect((await finish(thief, codeOf(secret))).status, 'nor the right one').toBe(429);
    expect((await finish(await halfway(reader.email, '198.51.100.9'), codeOf(secret))).status).toBe(200);
    expect((await door.visitor().post('/api/auth/login', { email: reader.email, password })).status).toBe(
      200,
    );
  });

  it('counts only after it is confirmed', async () => {
    const reader = await newReader(door, 'unconfirmed@example.org');
    await reader.post('/api/account/codes');
    const { body } = await door.visitor().post('/api/auth/login', { email: reader.email, password });
    expect(body.user.email).toBe(reader.email);
    expect((await reader.post('/api/account/codes/confirm', { code: '000000' })).status).toBe(400);
    later(31 * 60);
    await reader.post('/api/account/prove', { password });
    expect((await reader.post('/api/account/codes/confirm', { code: '000000' })).body.message).toContain(
      'took too long',
    );
  });

  it('opens nothing when its secret was copied from another account', async () => {
    const [own, other] = [await withCodes(), await withCodes()];
    const [row] = await door.app.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.userId, other.reader.id));
    await door.app.db
      .update(oneTimeCodes)
      .set({ sealedSecret: row!.sealedSecret })
      .where(eq(oneTimeCodes.userId, own.reader.id));
    const visitor = await halfway(own.reader.email);
    later(30);
    expect((await finish(visitor, codeOf(other.secret))).status).toBe(403);
  });
});

describe('recovery codes', () => {
  it('sign in once each, and the owner is told', async () => {
    const { reader, recovery } = await withCodes();
    expect(new Set(recovery).size).toBe(10);
    const typed = recovery[3]!.toLowerCase().replaceAll('-', ' ');
    const visitors = await Promise.all([halfway(reader.email), halfway(reader.email)]);
    const answers = await Promise.all(visitors.map((visitor) => finish(visitor, typed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await finish(await halfway(reader.email), recovery[3]!)).status).toBe(403);
    expect((await reader.get('/api/account/second-step')).body.recoveryCodesLeft).toBe(9);
    expect((await door.readMail(reader.email)).text).toContain('a recovery code, which is used up now');
  });

  it('are refused for another reader', async () => {
    const [own, other] = [await withCodes(), await withCodes()];
    expect((await finish(await halfway(own.reader.email), other.recovery[0]!)).status).toBe(403);
  });

  it('end when new ones are made', async () => {
    const { reader, recovery, secret } = await withCodes();
    await reader.post('/api/account/prove', { code: codeOf(secret) });
    const made = (await reader.post('/api/account/recovery-codes')).body.recoveryCodes;
    expect((await finish(await halfway(reader.email), recovery[0]!)).status).toBe(403);
    expect((await finish(await halfway(reader.email), made[0])).status).toBe(200);
  });

  it('work after SESSION_SECRET was changed, which ends codes of apps', async () => {
    const { reader, recovery, secret } = await withCodes();
    const before = door.app.secret;
    Object.assign(door.app, { secret: 'another secret of thirty-two characters' });
    try {
      expect((await finish(await halfway(reader.email), codeOf(secret))).status).toBe(403);
      expect((await finish(await halfway(reader.email), recovery[0]!)).status).toBe(200);
    } finally {
      Object.assign(door.app, { secret: before });
      // The mail about it is encrypted with that secret, which the other tests do not have.
      await door.app.db.execute(sql`delete from asked where id = (select max(id) from asked)`);
    }
  });
});

describe('second step', () => {
  it('is not removed by somebody who has the open browser and the password', async () => {
    const { reader, secret } = await withCodes();
    later(16 * 60);
    const refusal = await reader.delete('/api/account/codes');
    expect(refusal).toMatchObject({ status: 403, body: { needsProof: ['code'] } });
    expect((await reader.post('/api/account/prove', { password })).status).toBe(200);
    expect((await reader.delete('/api/account/codes')).status).toBe(403);
    expect((await reader.post('/api/account/recovery-codes')).status).toBe(403);
    expect((await reader.post('/api/account/prove', { code: '123456' })).status).toBe(403);
    expect((await reader.post('/api/account/prove', { code: codeOf(secret) })).status).toBe(200);
    expect((await reader.delete('/api/account/codes')).status).toBe(200);
    expect(await door.app.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, reader.id))).toEqual(
      [],
    );
    const { body } = await door.visitor().post('/api/auth/login', { email: reader.email, password });
    expect(body.user.email).toBe(reader.email);
    expect((await door.readMail(reader.email)).subject).toBe('The sign-in of your Litwatch account changed');
  });

  it('needs a new proof to be set up if the sign-in was long ago', async () => {
    const reader = await newReader(door, 'left-open@example.org');
    later(16 * 60);
    expect(await reader.post('/api/account/codes')).toMatchObject({
      status: 403,
      body: { needsProof: ['password'] },
    });
    expect((await reader.post('/api/account/prove', { password: 'Wrong-horse-1' })).status).toBe(403);
    expect((await reader.post('/api/account/prove', { password })).status).toBe(200);
    expect((await reader.post('/api/account/codes')).status).toBe(200);
  });

  it('is removed by the operator for somebody who has lost everything, and that is written down', async () => {
    const { reader } = await withCodes();
    await removeSecondStep(door.app, reader.email);
    const { body } = await reader.post('/api/auth/login', { email: reader.email, password });
    expect(body.user.email).toBe(reader.email);
    const listed = (await reader.get('/api/account/activity')).body;
    expect(JSON.stringify(listed)).toContain('second step removed');
    await expect(removeSecondStep(door.app, 'nobody@example.org')).rejects.toThrow(/no account/);
  });

  it('is kept in the database without a secret that can be read', async () => {
    const { reader, secret, recovery } = await withCodes();
    await halfway(reader.email);
    const rows = JSON.stringify([
      await door.app.db.select().from(oneTimeCodes),
      await door.app.db.select().from(recoveryCodes),
      await door.app.db.select().from(signInSteps),
      await door.app.db.select().from(securityActivity),
    ]);
    for (const hidden of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      expect(rows).not.toContain(hidden);
    expect(rows).toContain('$argon2id$');
  });
});
