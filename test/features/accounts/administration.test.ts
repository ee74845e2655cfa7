import { eq } from 'drizzle-orm';
import { cleanUpAccounts } from '#accounts/cleanup.ts';
import type { AdministeredReader } from '#features/administration/contract.ts';
import packageJson from '#package.json' with { type: 'json' };
import { recordAct } from '#platform/audit.ts';
import { auditLog, users } from '#platform/db/schema.ts';
import { addDigest } from '#test/rows.ts';
import { newReader, openDoor, opened, password } from './accountsSetup.ts';

const door = await opened(openDoor());
const admin = await newReader(door, 'admin@example.org');
await door.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.id));

const find = async (search: string): Promise<AdministeredReader[]> =>
  (await admin.get(`/api/admin/readers?search=${encodeURIComponent(search)}`)).body.readers;
const acts = async () => (await admin.get('/api/admin/acts')).body;

describe('administrator', () => {
  it('finds readers by part of their address, without wildcards', async () => {
    await newReader(door, 'ada.under_score@example.org');
    await newReader(door, 'ada.underxscore@example.org');
    expect((await find('UNDER_score')).map(({ email }) => email)).toEqual(['ada.under_score@example.org']);
    expect(await find('%')).toEqual([]);
    const [ada] = await find('ada.under_score');
    expect(ada).toMatchObject({ isActive: true, isAdmin: false, isVerified: true, topics: 0 });
    expect(ada!.lastSeenAt).toBe('2026-03-02T09:00:00.000Z');
    expect(Object.keys(ada!)).not.toContain('passwordHash');
  });

  it('suspends a reader, whose sessions and tokens end at once, and readmits', async () => {
    const reader = await newReader(door, 'suspended@example.org');
    const { body: token } = await reader.post('/api/tokens', { name: 'script' });
    await reader.post('/api/immediate-search', { email: reader.email, searchTerm: 'moss' });
    const path = `/api/admin/readers/${reader.id}`;
    expect((await admin.patch(path, { isActive: false })).body.isActive).toBe(false);
    expect((await reader.get('/api/auth/me')).status).toBe(401);
    const bearer = { authorization: `Bearer ${token.token}` };
    expect((await door.visitor().get('/api/auth/me', bearer)).status).toBe(401);
    expect((await reader.post('/api/auth/login', { email: reader.email, password })).status).toBe(403);
    const guess = { email: reader.email, password: 'Wrong-horse-1' };
    expect((await reader.post('/api/auth/login', guess)).status).toBe(401);
    await admin.patch(path, { isActive: true });
    expect((await reader.post('/api/auth/login', { email: reader.email, password })).status).toBe(200);
  });

  it('signs a reader out everywhere, and no one else', async () => {
    const reader = await newReader(door, 'lost-phone@example.org');
    expect((await admin.post(`/api/admin/readers/${reader.id}/sign-out`)).status).toBe(200);
    expect((await reader.get('/api/auth/me')).status).toBe(401);
    expect((await admin.get('/api/auth/me')).status).toBe(200);
    expect((await reader.post('/api/auth/login', { email: reader.email, password })).status).toBe(200);
  });

  it('must prove their identity again before changing an account', async () => {
    const reader = await newReader(door, 'untouched@example.org');
    const path = `/api/admin/readers/${reader.id}`;
    const before = door.clock.now;
    door.clock.now = new Date(before.getTime() + 16 * 60_000);
    for (const call of [
      () => admin.patch(path, { isAdmin: true }),
      () => admin.post(`${path}/reset`),
      () => admin.post(`${path}/sign-out`),
      () => admin.delete(path),
    ])
      expect(await call()).toMatchObject({ status: 403, body: { needsProof: ['password'] } });
    door.clock.now = before;
    expect((await reader.get('/api/auth/me')).status).toBe(200);
  });

  it('gives and takes the role, but never changes their own account', async () => {
    const reader = await newReader(door, 'second@example.org');
    await admin.patch(`/api/admin/readers/${reader.id}`, { isAdmin: true });
    expect((await reader.get('/api/admin/overview')).status).toBe(200);
    for (const change of [{ isAdmin: false }, { isActive: false }])
      expect((await reader.patch(`/api/admin/readers/${reader.id}`, change)).status).toBe(409);
    expect((await reader.delete(`/api/admin/readers/${reader.id}`)).status).toBe(409);
    await admin.patch(`/api/admin/readers/${reader.id}`, { isAdmin: false });
    expect((await reader.get('/api/admin/overview')).status).toBe(403);
  });

  it('sends a link for a new password by mail, without seeing it', async () => {
    const reader = await newReader(door, 'forgetful@example.org');
    const { body } = await admin.post(`/api/admin/readers/${reader.id}/reset`);
    expect(body.link).toBeNull();
    expect((await door.mails(reader.email)).at(-1)?.mail).toBe('reset');
  });

  it('deletes a reader with everything about them', async () => {
    const reader = await newReader(door, 'deleted@example.org');
    expect((await admin.delete(`/api/admin/readers/${reader.id}`)).status).toBe(200);
    expect(await find('deleted@')).toEqual([]);
    expect((await admin.delete(`/api/admin/readers/${reader.id}`)).status).toBe(404);
    expect((await admin.delete('/api/admin/readers/nonsense')).status).toBe(404);
  });

  it('sets a banner that pages show, and removes it', async () => {
    await admin.patch('/api/admin/banner', { text: ' Back at noon \n <b>' });
    expect((await door.visitor().get('/api/site')).body.banner).toBe('Back at noon <b>');
    await admin.patch('/api/admin/banner', { text: '' });
    expect((await door.visitor().get('/api/site')).body.banner).toBeNull();
  });

  it('sees the state of sources, mails and the server', async () => {
    const { id: userId } = await newReader(door, 'mailed@example.org');
    const at = door.clock.now;
    const claimedAt = new Date(at.getTime() - 3600_000);
    await addDigest(door.app, userId, { status: 'refused', lastError: 'no such mailbox', createdAt: at });
    await addDigest(door.app, userId, { status: 'sending', claimedAt, createdAt: at });
    const { body } = await admin.get('/api/admin/overview');
    expect(body.sources).toHaveLength(4);
    expect(body.mails).toEqual({ waiting: 0, inDoubt: 1, sent: 0, refused: 1 });
    const problem = { email: 'mailed@example.org', reason: 'no such mailbox', at: '2026-03-02T09:00:00Z' };
    expect(body.deliveryProblems).toContainEqual(problem);
    expect(body).toMatchObject({ version: packageJson.version, models: null, queues: [], banner: null });
  });
});

describe('audit log', () => {
  it('says who did what, when and from roughly where, and holds no secret', async () => {
    const { body: made } = await admin.post('/api/admin/invitations', { note: 'Grace' });
    const [newest] = await acts();
    const act = { actor: 'admin@example.org', action: 'invitation made', network: '198.51.100.0/24' };
    expect(newest).toMatchObject({ ...act, at: '2026-03-02T09:00:00.000Z' });
    const all = JSON.stringify(await door.app.db.select().from(auditLog));
    expect(all).not.toContain(new URL(made.link).searchParams.get('token'));
    const named = (await acts()).map(({ action }: { action: string }) => action);
    const done = [
      'reader suspended',
      'reader readmitted',
      'made administrator',
      'role taken',
      'reader deleted',
    ];
    for (const action of [...done, 'reset sent', 'banner set', 'banner removed'])
      expect(named).toContain(action);
  });

  it('is forgotten after a year', async () => {
    await recordAct(door.app, { actor: null, action: 'reader suspended', network: null });
    door.pass(366 * 24 * 3600);
    await cleanUpAccounts(door.app);
    expect(await door.app.db.select().from(auditLog)).toEqual([]);
  });
});
