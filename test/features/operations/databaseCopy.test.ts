import { sql } from 'drizzle-orm';
import { invitations } from '#features/administration/tables.ts';
import { followedThings } from '#features/following/tables.ts';
import { shelfImportItems, shelfImports } from '#features/imports/tables.ts';
import { journals, journalTopics } from '#features/journals/tables.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import { topicProposals } from '#features/proposals/tables.ts';
import { externalAccounts } from '#features/signOn/tables.ts';
import { zoteroAccounts, zoteroPapers, zoteroTopics } from '#features/zotero/tables.ts';
import { recordAct } from '#platform/audit.ts';
import {
  acceptedMails,
  aiUsage,
  deliveredPapers,
  deskVisits,
  paperFeedback,
  readerPapers,
  subscriptionTracking,
  toldCorrections,
} from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { addDigest, addPaper, addRow, addTopic } from '#test/rows.ts';
import { newReader, openDoor, opened, password, twice } from '../accounts/accountsSetup.ts';
import { softPasskey } from '../accounts/softPasskey.ts';
import { copyOfAll, rowsOf } from './everyTable.ts';

// What could somebody do with a copy of the database, taken while a reader uses every feature? And what is left of the
// reader after the account is deleted? A new table that refers to readers fails here until the test fills it.

const origin = 'https://litwatch.test';
const door = await opened(openDoor({ environment: { BASE_URL: origin } }));

/** The reader's own words, which no other row contains. */
const words = ['zanzibar leopard', 'my private note', 'Reading group of Ada', 'Laptop of Ada', 'ada-library'];
const email = 'ada.lovelace@example.org';

/** A reader with a row in every table that refers to readers, and the secrets that were handed out. */
async function busyReader() {
  const reader = await newReader(door, email);
  const device = softPasskey(origin);
  const options = (await reader.post('/api/account/passkeys/begin')).body;
  await reader.post('/api/account/passkeys', { name: words[3], response: device.register(options) });
  const { challenge } = (await reader.post('/api/account/prove/passkey/begin')).body;
  const { token } = (await reader.post('/api/tokens', { name: words[2] })).body;
  const feed = (await reader.post('/api/feed')).body;
  const halfway = door.visitor();
  await halfway.post('/api/auth/passkey/begin');
  await reader.post('/api/forgot-password', { email });
  const changed = twice('Quite-another-7-horse');
  await reader.post('/api/account/password', { currentPassword: password, ...changed });
  const webhook = { address: 'https://hooks.example.org/ada', token: 'xoxb-ada', secrets: ['whsec_QWRh'] };
  await addRows(reader.id, seal(door.app.secret, 'channel', webhook));
  await reader.put('/api/account/library-link', { link: `https://${words[4]}.example.edu/` });
  const share = await reader.post('/api/shares', { tag: 'leopards' });
  expect(share.status, JSON.stringify(share.body)).toBe(200);
  const mailed = (await door.mails(email)).flatMap(({ data }) =>
    Object.values(data).filter((value) => typeof value === 'string' && value.includes('token=')),
  ) as string[];
  return {
    reader,
    secrets: [
      ...[challenge, token, longWordIn(feed), longWordIn(share.body), 'zotero-key-of-ada'],
      ...[webhook.address, webhook.token, ...webhook.secrets],
      ...[...reader.cookies.values(), ...halfway.cookies.values()],
      ...mailed.map((link) => new URL(link).searchParams.get('token')!),
    ] as string[],
  };
}

/** The secret in a response that contains one. */
const longWordIn = (answer: unknown): string => JSON.stringify(answer).match(/[\w-]{43}/)![0];

/** Fills tables that no call fills. */
async function addRows(userId: string, sealed: string): Promise<void> {
  const { db } = door.app;
  const at = door.clock.now;
  const { id: searchTermId } = await addTopic(door.app, userId, words[0]!);
  const { id: paperId } = await addPaper(door.app);
  const { id: digestId } = await addDigest(door.app, userId, { searchTermId, subject: words[0]! });
  await db.insert(deliveredPapers).values({ searchTermId, paperId, digestId, deliveredAt: at });
  await db.insert(paperFeedback).values({ searchTermId, paperId, verdict: 'more', createdAt: at });
  await db.insert(toldCorrections).values({ userId, paperId, digestId });
  await db.insert(readerPapers).values({
    ...{ userId, paperId, state: 'kept', note: words[1]!, tags: [], changedAt: at },
    ...{ shown: { title: 'Roots', source: 'pubmed', relevanceScore: 0.9 }, document: sql`''::tsvector` },
  });
  await db.insert(deskVisits).values({ userId, seenAt: at }).onConflictDoNothing();
  const channel = {
    userId,
    searchTermId,
    kind: 'webhook',
    place: 'hooks.example.org',
    createdAt: at,
  } as const;
  const { id: channelId } = await addRow(door.app, channels, { ...channel, sealed });
  const delivery = { id: crypto.randomUUID(), channelId, digestId, createdAt: at };
  await db.insert(channelDeliveries).values(delivery);
  const { id: importId } = await addRow(door.app, shelfImports, { userId, format: 'ris', createdAt: at });
  const reference = { title: 'zanzibar leopard' } as never;
  await db.insert(shelfImportItems).values({ importId, place: 1, label: 'zanzibar leopard 2026', reference });
  await db.insert(topicProposals).values({ userId, createdAt: at, topics: [] });
  await db.insert(acceptedMails).values({ id: digestId, acceptedAt: at });
  await db.insert(zoteroAccounts).values({
    ...{ userId, sealed: seal(door.app.secret, 'zotero', { key: 'zotero-key-of-ada' }), createdAt: at },
    ...{ username: 'ada-at-zotero', library: 'users/1', libraryName: 'My Library' },
  });
  await db.insert(zoteroPapers).values({ userId, paperId, createdAt: at });
  await db.insert(zoteroTopics).values({ searchTermId, userId, since: at });
  const journal = { issn: '2049-3630', issns: ['2049-3630'], title: 'Acta', tryAt: at };
  await db.insert(journals).values(journal).onConflictDoNothing();
  await db.insert(journalTopics).values({ searchTermId, issn: '2049-3630' });
  await db.insert(followedThings).values({ searchTermId, family: 'Byron', given: 'Ada' });
  await db.insert(aiUsage).values({ day: '2026-03-02', userId });
  await db.insert(subscriptionTracking).values({ userId, subscriptionId: 'sub_1' });
  await db.insert(externalAccounts).values({
    ...{ issuer: 'https://id.example', subject: 'ada-at-the-institute', userId, createdAt: at },
  });
  const invitation = { tokenHash: 'a hash', note: 'for Ada.Lovelace@example.org', madeBy: userId };
  await db.insert(invitations).values({ ...invitation, createdAt: at, expiresAt: at });
  await recordAct(door.app, { actor: userId, subject: userId, network: null, action: 'reader readmitted' });
}

test('a copy of the database holds no live link and no secret that can be read, and after the reader has left no trace', async () => {
  const { reader, secrets } = await busyReader();
  const rows = await rowsOf(door.app.db, reader.id);
  const empty = [...rows].filter(([, held]) => !held.length).map(([table]) => table);
  expect(empty, 'tables that refer to readers and that this test has to fill').toEqual([]);
  expect(rows.size).toBeGreaterThan(20);

  const taken = await copyOfAll(door.app.db);
  expect(secrets.length).toBeGreaterThan(12);
  for (const secret of secrets) expect(taken, secret).not.toContain(secret);
  for (const secret of secrets) expect(taken, secret).not.toContain(secret.replaceAll('-', ''));
  expect(taken).not.toMatch(/[?]token=/);
  for (const own of [email, ...words]) expect(taken).toContain(own);

  const left = await reader.post('/api/account/delete', { password: 'Quite-another-7-horse' });
  expect(left.status).toBe(200);
  const after = await copyOfAll(door.app.db);
  const uuid = /^[\da-f]{8}-[\da-f-]{27}$/;
  const payments = new Set(rows.get('subscription_tracking')!.map(({ id }) => id));
  const ids = [...rows.values()].flatMap((held) =>
    held.flatMap((row) => Object.values(row).filter((value) => uuid.test(String(value)))),
  );
  const kept = new Set([...payments, ...rows.get('invitations')!.map(({ id }) => id)]);
  const traces = [
    email,
    ...words,
    'ada-at-the-institute',
    'ada-at-zotero',
    ...ids.filter((id) => !kept.has(id)),
  ];
  for (const trace of traces)
    expect(after.toLowerCase(), String(trace)).not.toContain(String(trace).toLowerCase());
});
