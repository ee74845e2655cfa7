import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions, signupAttempts, users } from '../../src/server/db/schema.ts';
import { type Door, newReader, openDoor, password, signupForm, tokenMailed } from './accountsSetup.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

const userBy = async (email: string) =>
  (await door.app.db.select().from(users).where(eq(users.email, email)))[0];

test('sign up, confirm, sign in, look around, sign out', async () => {
  const visitor = door.visitor();
  const signup = await visitor.post(
    '/api/signup',
    signupForm(' Ada@Example.org ', { researchField: 'biology' }),
  );
  expect(signup).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('check your email') },
  });
  expect(await userBy('ada@example.org')).toMatchObject({
    isEmailVerified: false,
    ipAddress: '198.51.100.0/24',
  });

  const mail = await door.readMail('ada@example.org');
  expect(mail.text).toContain('Firefox on Linux');
  expect(mail.text).toContain('198.51.100.0/24');
  expect(mail.text).toContain('/cancel-signup?token=');

  const early = await visitor.post('/api/auth/login', { email: 'ada@example.org', password });
  expect(early).toMatchObject({ status: 403, body: { unverified: true } });

  const verified = await visitor.get(`/api/verify-email?token=${await tokenMailed(door, 'ada@example.org')}`);
  expect(verified.body).toEqual({ success: true, user: { email: 'ada@example.org' }, pendingSearch: null });
  expect((await visitor.get('/api/auth/me')).status).toBe(401);

  const login = await visitor.post('/api/auth/login', { email: 'ADA@example.org', password });
  expect(login.status).toBe(200);
  const { id } = login.body.user;
  const me = {
    id,
    email: 'ada@example.org',
    researchField: 'biology',
    subscriptionTier: 'free',
    isUnlimited: false,
  };
  expect((await visitor.get('/api/auth/me')).body.user).toMatchObject(me);
  expect((await visitor.get('/api/auth/user')).body).toMatchObject(me);
  expect((await visitor.get('/api/users/Ada%40example.org')).body).toMatchObject(me);
  expect(Object.keys((await visitor.get('/api/auth/user')).body).sort()).toEqual(
    ['createdAt', 'email', 'id', 'isAdmin', 'isUnlimited', 'researchField', 'subscriptionTier'].sort(),
  );
  expect((await visitor.post('/api/auth/logout')).status).toBe(200);
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
});
