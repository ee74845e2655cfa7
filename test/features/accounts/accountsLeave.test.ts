import { eq, sql } from 'drizzle-orm';
import { cleanUpAccounts } from '#accounts/cleanup.ts';
import { shelfImportItems, shelfImports } from '#features/imports/tables.ts';
import { channels } from '#features/messages/tables.ts';
import { shares } from '#features/sharing/tables.ts';
import { externalAccounts } from '#features/signOn/tables.ts';
import { zoteroAccounts } from '#features/zotero/tables.ts';
import {
  emailDigests,
  readerPapers,
  searchGrants,
  searchTerms,
  sessions,
  signupAttempts,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { dataExport } from '#shared/privacy/leave.ts';
import { addDigest, addPaper, addRow, addTopic } from '#test/rows.ts';
import { newReader, openDoor, opened, password } from './accountsSetup.ts';

const door = await opened(openDoor());

const defaults = {
  includePubmed: true,
  includeArxiv: true,
  includeBiorxiv: true,
  weeklyDigest: true,
  dailyHighlights: false,
  deliveryDay: 'sunday',
  timeZone: 'UTC',
};

test('preferences start with the defaults and change one at a time', async () => {
  const reader = await newReader(door, 'prefs@example.org');
  const path = `/api/users/${reader.id}/preferences`;
  expect((await reader.get(path)).body).toEqual(defaults);
  const change = { deliveryDay: 'friday', timeZone: 'Asia/Tokyo' };
  expect((await reader.patch(path, change)).body).toEqual({ ...defaults, ...change });
  expect(await door.jobs('reschedule')).toEqual([{ userId: reader.id }]);
  await reader.patch(path, { weeklyDigest: false });
  expect(await door.jobs('reschedule')).toHaveLength(1);
  expect((await reader.patch(path, {})).status).toBe(200);
});

test('preferences refuse turning off the last source, and unknown fields', async () => {
  const reader = await newReader(door, 'sources@example.org');
  const path = `/api/users/${reader.id}/preferences`;
  await reader.patch(path, { includePubmed: false, includeArxiv: false });
  const message = 'Please keep at least one research source turned on.';
  expect(await reader.patch(path, { includeBiorxiv: false })).toMatchObject({
    status: 400,
    body: { message },
  });
  expect((await reader.get(path)).body.includeBiorxiv).toBe(true);
  for (const change of [
    { subscriptionTier: 'team' },
    { deliveryDay: 'someday' },
    { timeZone: 'Mars/Olympus' },
    { weeklyDigest: 'yes' },
  ])
    expect((await reader.patch(path, change)).status, JSON.stringify(change)).toBe(400);
});

test('the export contains everything kept about a reader, and no secret', async () => {
  const reader = await newReader(door, 'taking@example.org');
  await addRows(reader.id);
  const { status, headers, body } = await reader.post('/api/account/export');
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain('litwatch-data.json');
  expect(dataExport.parse(body)).toEqual(body);
  expect(body.searchTerms.map(({ term }: { term: string }) => term)).toEqual(['soil microbiome']);
  expect(body.digests[0].papersData[0].title).toBe('Roots');
  expect(body.searchTerms[0].phraseRules).toEqual([{ phrase: 'roots', wants: 'more' }]);
  expect(body.papers).toMatchObject([{ state: 'kept', note: 'Read for the **review**', tags: ['soil'] }]);
  expect(body.externalAccounts).toEqual([{ issuer: 'https://id.example', subject: reader.id }]);
  expect(body.sessions).toHaveLength(1);
  expect(body.imports).toMatchObject([{ tag: 'seed', references: [{ label: 'Roots', outcome: null }] }]);
  expect(body.channels).toMatchObject([{ kind: 'slack', place: 'hooks.slack.com/…x7Qa', deliveries: [] }]);
  expect(body.shares).toMatchObject([{ tag: 'soil', digestId: null }]);
  expect(body.zotero).toMatchObject({ username: 'Ada', sentPapers: [] });
  const text = JSON.stringify(body);
  for (const secret of ['argon2', 'sealed', 'tokenHash', reader.cookies.get('litwatch')!])
    expect(text).not.toContain(secret);
});

test('an export cannot be started by a link, nor by another site', async () => {
  const reader = await newReader(door, 'linked@example.org');
  expect((await reader.get('/api/account/export')).status).toBe(404);
  const foreign = await reader.call('POST', '/api/account/export', {}, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
});

test('an export is reported to the owner by mail', async () => {
  const reader = await newReader(door, 'watchful@example.org');
  await reader.post('/api/account/export');
  const { subject, text } = await door.readMail(reader.email);
  expect(subject).toBe('A copy of your Litwatch data was downloaded');
  expect(text).toContain('/auth?tab=forgot-password');
});

test('deleting an account removes everything about the reader, and needs the password', async () => {
  const reader = await newReader(door, 'leaving@example.org');
  await addRows(reader.id);
  const stripe = { stripeCustomerId: 'cus_1', stripeSubscriptionId: 'sub_1' };
  await door.app.db.update(users).set(stripe).where(eq(users.id, reader.id));
  expect((await reader.post('/api/account/delete', { password: 'Wrong-horse-1' })).status).toBe(403);
  expect((await reader.post('/api/account/delete', {})).status).toBe(400);
  expect((await reader.get('/api/auth/me')).status).toBe(200);

  expect((await reader.post('/api/account/delete', { password })).status).toBe(200);
  expect((await reader.get('/api/auth/me')).status).toBe(401);
  for (const table of [
    ...[searchTerms, emailDigests, sessions, userPreferences, signupAttempts, searchGrants],
    ...[readerPapers, shelfImports, externalAccounts, channels, zoteroAccounts, shares],
  ])
    expect(await door.app.db.select().from(table).where(eq(table.userId, reader.id))).toEqual([]);
  expect(await door.jobs('end-subscription')).toEqual([{ stripeCustomerId: stripe.stripeCustomerId }]);
  expect((await door.readMail(reader.email)).text).toContain('subscription has ended');
  expect((await door.login(reader.email)).status).toBe(401);
  expect((await door.signUp(reader.email)).status).toBe(200);
});

test('cleanup deletes expired rows and nothing else', async () => {
  const reader = await newReader(door, 'tidy@example.org');
  await door.signUp('never-confirmed@example.org');
  const begin = door.clock.now;
  const tidyAfter = async (days: number) => {
    door.clock.now = new Date(begin.getTime() + days * 86_400_000);
    await cleanUpAccounts(door.app);
  };
  const known = async (email: string) => door.app.db.select().from(users).where(eq(users.email, email));
  await tidyAfter(1);
  expect(await known('never-confirmed@example.org')).toHaveLength(1);
  expect((await reader.get('/api/auth/me')).status).toBe(200);
  await tidyAfter(9);
  expect(await known('never-confirmed@example.org')).toEqual([]);
  await tidyAfter(31);
  expect(await known('tidy@example.org')).toEqual([expect.objectContaining({ ipAddress: null })]);
  expect(await door.app.db.select().from(sessions).where(eq(sessions.userId, reader.id))).toEqual([]);
});

async function addRows(userId: string): Promise<void> {
  const { db } = door.app;
  const rules = { phraseRules: [{ phrase: 'roots', wants: 'more' as const }] };
  const term = await addTopic(door.app, userId, 'soil microbiome', rules);
  const at = door.clock.now;
  const work = await addPaper(door.app, { source: 'pubmed', title: 'Roots' });
  await db.insert(readerPapers).values({
    ...{ userId, paperId: work.id, state: 'kept', note: 'Read for the **review**', tags: ['soil'] },
    shown: { title: 'Roots', source: 'pubmed', relevanceScore: 0.9 },
    document: sql`''::tsvector`,
    changedAt: at,
  });
  const given = { userId, format: 'list', tag: 'seed', createdAt: at } as const;
  const imported = await addRow({ db }, shelfImports, given);
  const reference = { identifiers: [], title: 'Roots', authors: [], year: null, tags: [], note: '' };
  await db.insert(shelfImportItems).values({ importId: imported.id, place: 1, label: 'Roots', reference });
  await db
    .insert(externalAccounts)
    .values({ issuer: 'https://id.example', subject: userId, userId, createdAt: at });
  const sealed = seal(door.app.secret, 'share', 'a token');
  await db.insert(shares).values({ userId, tag: 'soil', tokenHash: userId, sealed, createdAt: at });
  await db.insert(zoteroAccounts).values({
    ...{ userId, sealed: 'sealed', username: 'Ada', library: 'users/1', libraryName: 'Ada', createdAt: at },
  });
  const place = { kind: 'slack', place: 'hooks.slack.com/…x7Qa', sealed: 'sealed', createdAt: at } as const;
  await db.insert(channels).values({ userId, searchTermId: term.id, ...place });
  await addDigest(door.app, userId, {
    ...{ searchTermId: term.id, searchTerm: term.term, subject: term.term, status: 'sent' },
    papersData: [{ title: 'Roots', source: 'pubmed', relevanceScore: 0.9 }],
  });
}
