import { eq } from 'drizzle-orm';
import { passkeys } from '#features/passkeys/tables.ts';
import { sessions, users } from '#platform/db/schema.ts';
import { type Door, newReader, openDoor, opened, password } from './accountsSetup.ts';
import { softPasskey } from './softPasskey.ts';

// Attacks by a page, a device or a browser that is not the reader's.

const origin = 'https://litwatch.test';
const begin = new Date('2026-03-02T09:00:00Z');
const door = await opened(openDoor({ environment: { BASE_URL: origin } }));
beforeEach(() => {
  door.clock.now = begin;
});

type Visitor = ReturnType<Door['visitor']>;
type Lies = Parameters<ReturnType<typeof softPasskey>['sign']>[1];
const later = (minutes: number) => door.pass(minutes * 60);

/** What a browser is to sign: to add a passkey, or to sign in. */
const started = async (visitor: Visitor, path = '/api/account/passkeys') =>
  (await visitor.post(`${path}/begin`)).body;

let people = 0;
/** A reader with a passkey. */
async function withPasskey() {
  const reader = await newReader(door, `key-${people++}@example.org`);
  const device = softPasskey(origin);
  const response = device.register(await started(reader));
  const added = await reader.post('/api/account/passkeys', { name: 'Laptop', response });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return { reader, device, passkeyId: added.body.id as string };
}

/** A sign-in by passkey alone. */
async function enter(visitor: Visitor, device: ReturnType<typeof softPasskey>, lies: Lies = {}) {
  const response = device.sign(await started(visitor, '/api/auth/passkey'), lies);
  return visitor.post('/api/auth/passkey', { response });
}
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).status === 200;

describe('passkey', () => {
  it('signs in without the address and without the password', async () => {
    const { reader, device } = await withPasskey();
    const visitor = door.visitor();
    const { status, body } = await enter(visitor, device);
    expect([status, body.user?.email]).toEqual([200, reader.email]);
    expect(await isSignedIn(visitor)).toBe(true);
    const [row] = await door.app.db.select().from(sessions).where(eq(sessions.via, 'passkey'));
    expect(row?.userId).toBe(reader.id);
  });

  it('leaves the sign-in by password as it was', async () => {
    const { reader } = await withPasskey();
    const visitor = door.visitor();
    await visitor.post('/api/auth/login', { email: reader.email, password });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it('does not sign in to a suspended account', async () => {
    const { reader, device } = await withPasskey();
    await door.app.db.update(users).set({ isActive: false }).where(eq(users.id, reader.id));
    const visitor = door.visitor();
    expect((await enter(visitor, device)).status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('works after SESSION_SECRET was changed', async () => {
    const { device } = await withPasskey();
    const before = door.app.secret;
    Object.assign(door.app, { secret: 'another secret of thirty-two characters' });
    try {
      expect((await enter(door.visitor(), device)).status).toBe(200);
    } finally {
      Object.assign(door.app, { secret: before });
    }
  });

  it('is renamed and removed by its owner, and signs in no more afterwards', async () => {
    const { reader, device, passkeyId } = await withPasskey();
    expect((await reader.patch(`/api/account/passkeys/${passkeyId}`, { name: 'Blue key' })).status).toBe(200);
    const listed = (await reader.get('/api/account/passkeys')).body;
    expect(listed).toMatchObject([{ name: 'Blue key' }]);
    expect(JSON.stringify(listed)).not.toMatch(/credential|publicKey/);
    expect((await reader.delete(`/api/account/passkeys/${passkeyId}`)).status).toBe(200);
    expect((await enter(door.visitor(), device)).status).toBe(400);
    const { body } = await reader.post('/api/auth/login', { email: reader.email, password });
    expect(body.user.email).toBe(reader.email);
  });

  it('is refused at addresses where browsers allow none', async () => {
    for (const address of ['http://litwatch.test', 'https://192.0.2.7']) {
      const environment = { BASE_URL: address, SESSION_SECRET: 'a secret of thirty-two characters' };
      const bare = await openDoor({ environment });
      try {
        expect((await bare.visitor().get('/api/site')).body.features.passkeys).toBe(false);
        expect((await bare.visitor().post('/api/auth/passkey/begin')).status).toBe(503);
      } finally {
        await bare.close();
      }
    }
  });
});

describe('response of a passkey', () => {
  it('opens nothing for another site, for another challenge, or without a finger', async () => {
    const { device } = await withPasskey();
    const stolen = (await door.visitor().post('/api/auth/passkey/begin')).body.challenge;
    const lies: Lies[] = [
      { origin: 'https://litwatch.test.evil.example' },
      { origin: 'http://litwatch.test' },
      { challenge: stolen },
      { challenge: '' },
      { unverified: true },
    ];
    for (const lie of lies) {
      const visitor = door.visitor();
      expect((await enter(visitor, device, lie)).status, JSON.stringify(lie)).toBe(400);
      expect(await isSignedIn(visitor)).toBe(false);
    }
  });

  it('counts once, even if sent twice at the same moment', async () => {
    const { device } = await withPasskey();
    const visitor = door.visitor();
    const options = (await visitor.post('/api/auth/passkey/begin')).body;
    const cookies = new Map(visitor.cookies);
    const response = device.sign(options);
    const copies = [visitor, door.visitor(), door.visitor()];
    for (const copy of copies) for (const [name, value] of cookies) copy.cookies.set(name, value);
    const answers = await Promise.all(copies.map((copy) => copy.post('/api/auth/passkey', { response })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('opens nothing in another browser than the one that asked', async () => {
    const { device } = await withPasskey();
    const response = device.sign(await started(door.visitor(), '/api/auth/passkey'));
    expect((await door.visitor().post('/api/auth/passkey', { response })).status).toBe(400);
  });

  it('is refused when the counter of a copied device went back', async () => {
    const { device } = await withPasskey();
    expect((await enter(door.visitor(), device)).status).toBe(200);
    device.setCounter(0);
    expect((await enter(door.visitor(), device)).status).toBe(400);
  });

  it('is refused after five minutes', async () => {
    const { device } = await withPasskey();
    const visitor = door.visitor();
    const options = (await visitor.post('/api/auth/passkey/begin')).body;
    later(6);
    expect((await visitor.post('/api/auth/passkey', { response: device.sign(options) })).status).toBe(400);
  });
});

describe('new passkey', () => {
  it('cannot be added with a stranger’s challenge, nor twice', async () => {
    const reader = await newReader(door, 'adds@example.org');
    const other = await newReader(door, 'adds2@example.org');
    const device = softPasskey(origin);
    const response = device.register(await started(reader));
    expect((await other.post('/api/account/passkeys', { name: 'Theirs', response })).status).toBe(400);
    expect((await reader.post('/api/account/passkeys', { name: 'Laptop', response })).status).toBe(200);
    expect((await reader.post('/api/account/passkeys', { name: 'Again', response })).status).toBe(400);
    const again = device.register(await started(other));
    expect((await other.post('/api/account/passkeys', { name: 'Theirs', response: again })).status).toBe(409);
    expect(await door.app.db.select().from(passkeys).where(eq(passkeys.userId, other.id))).toEqual([]);
  });

  it('is refused with an unrequested certificate, before the server reads it', async () => {
    const reader = await newReader(door, 'certified@example.org');
    const device = softPasskey(origin);
    for (const format of ['apple', 'android-safetynet', 'tpm', 'fido-u2f']) {
      const response = device.register(await started(reader), { format });
      expect((await reader.post('/api/account/passkeys', { name: format, response })).status).toBe(400);
    }
  });

  it('needs a new proof if the sign-in was long ago', async () => {
    const reader = await newReader(door, 'open-desk@example.org');
    later(16);
    const { status, body } = await reader.post('/api/account/passkeys/begin');
    expect([status, body.needsProof]).toEqual([403, ['password']]);
  });
});

describe('proof by passkey', () => {
  it('lets the reader do what matters, once for each signature', async () => {
    const { reader, device, passkeyId } = await withPasskey();
    later(16);
    const refusal = await reader.delete(`/api/account/passkeys/${passkeyId}`);
    expect(refusal).toMatchObject({ status: 403, body: { needsProof: ['password', 'passkey'] } });
    const response = device.sign(await started(reader, '/api/account/prove/passkey'));
    expect((await reader.post('/api/account/prove/passkey', { response })).status).toBe(200);
    expect((await reader.post('/api/account/prove/passkey', { response })).status, 'once').toBe(400);
    expect((await reader.delete(`/api/account/passkeys/${passkeyId}`)).status).toBe(200);
  });

  it('proves nothing with another reader’s passkey', async () => {
    const [own, other] = [await withPasskey(), await withPasskey()];
    const response = other.device.sign(await started(own.reader, '/api/account/prove/passkey'));
    expect((await own.reader.post('/api/account/prove/passkey', { response })).status).toBe(400);
  });
});
