import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { leaveOutOldTexts } from '#digests/delivery/oldTexts.ts';
import { sendAgain } from '#digests/delivery/resend.ts';
import { openMailer } from '#mail/transport/open.ts';
import type { Mailer } from '#mail/transport/types.ts';
import { emailDigests, searchTerms, users } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import { readConfig } from '#platform/runtime/config.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { type SmtpStandIn, startSmtp } from '#stand-ins/smtp/server.ts';
import { topicKey } from '#topics/topic/topic.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import { type Door, newReader, openDoor } from '../accounts/accountsSetup.ts';

let door: Door;
let smtp: SmtpStandIn;
let mailer: Mailer;
beforeAll(async () => {
  // Only this call has its production rate limit.
  door = await openDoor({ limited: { resend: limits.resend as never } });
  smtp = await startSmtp();
  mailer = openMailer(readConfig({ NODE_ENV: 'test', SMTP_URL: smtp.url }), door.app);
});
afterAll(async () => {
  await mailer.close();
  await smtp.close();
  await door.close();
});

let made = 0;
async function readerWithDigests() {
  const reader = await newReader(door, `again-${++made}@example.org`);
  const [older, newest] = [await addDigest(reader.id, 7), await addDigest(reader.id, 0)];
  return { reader, older, newest };
}

async function addDigest(userId: string, daysAgo: number) {
  const at = new Date(door.app.now().getTime() - daysAgo * 86_400_000);
  const [row] = await door.app.db
    .insert(emailDigests)
    .values({
      userId,
      digestType: 'weekly',
      papersData: [],
      searchTerm: 'Moss & ferns',
      subject: `Moss & ferns: ${daysAgo} days ago`,
      content: `<p>As it was ${daysAgo} days ago</p>`,
      contentText: `As it was ${daysAgo} days ago\n`,
      status: 'sent',
      periodStart: at,
      periodEnd: at,
      createdAt: at,
    })
    .returning();
  return row!;
}

const again = (searchTerm: string) => ({ searchTerm });
const asked = async (digestId: string) =>
  (await door.jobs('resend-digest')).filter((job) => job.digestId === digestId);
const carryOut = async (digestId: string) => {
  const job = (await asked(digestId)).at(-1)!;
  await sendAgain({ ...door.app, mailer }, job);
};

test('resending sends the topic’s newest digest again, as stored', async () => {
  const { reader, older, newest } = await readerWithDigests();
  const answer = await reader.post('/api/resend-email', again('  moss & FERNS '));
  expect(answer).toMatchObject({ status: 200, body: { searchTerm: 'Moss & ferns' } });
  expect(await asked(older.id)).toEqual([]);
  await carryOut(newest.id);
  const mail = await smtp.waitFor(({ to }) => to.includes(reader.email));
  expect(mail.subject).toBe(newest.subject);
  expect(mail.html.trim()).toBe(newest.content);
  expect(mail.text.trim()).toBe(newest.contentText.trim());
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  // A mail program must not hide the second mail as a copy of the first.
  expect(mail.messageId).not.toContain(newest.id);
  const [row] = await door.app.db.select().from(emailDigests).where(eq(emailDigests.id, newest.id));
  expect(row).toEqual(newest);
});

test('resending is refused after three times an hour over all topics', async () => {
  const { reader, newest } = await readerWithDigests();
  const answers = [];
  for (let time = 0; time < 5; time++)
    answers.push((await reader.post('/api/resend-email', again('moss & ferns'))).status);
  expect(answers).toEqual([200, 200, 200, 429, 429]);
  expect(await asked(newest.id)).toHaveLength(3);
});

test('resending sends the named digest, not the newest', async () => {
  const { reader, older, newest } = await readerWithDigests();
  const named = { ...again('moss & ferns'), digestId: older.id };
  expect((await reader.post('/api/resend-email', named)).status).toBe(200);
  expect(await asked(older.id)).toHaveLength(1);
  expect(await asked(newest.id)).toHaveLength(0);
  const unknown = { ...again('moss & ferns'), digestId: reader.id };
  expect((await reader.post('/api/resend-email', unknown)).status).toBe(404);
});

describe('resending', () => {
  test('rejects another reader’s topic, or one without a digest, without using up an attempt', async () => {
    await readerWithDigests();
    const stranger = await newReader(door, 'stranger@example.org');
    for (let time = 0; time < 5; time++)
      expect((await stranger.post('/api/resend-email', again('moss & ferns'))).status).toBe(404);
    await addDigest(stranger.id, 0);
    expect((await stranger.post('/api/resend-email', again('moss & ferns'))).status).toBe(200);
  });

  test('sends nothing to an address with a bounce or a complaint', async () => {
    const { reader, newest } = await readerWithDigests();
    await reader.post('/api/resend-email', again('moss & ferns'));
    for (const mailBlocked of ['bounce', 'complaint'] as const) {
      await door.app.db.update(users).set({ mailBlocked }).where(eq(users.id, reader.id));
      expect((await reader.post('/api/resend-email', again('moss & ferns'))).status).toBe(409);
      // A resend requested before the suppression is held back too.
      await carryOut(newest.id);
    }
    expect(smtp.mails.filter(({ to }) => to.includes(reader.email))).toEqual([]);
  });

  test('rejects a call without a session', async () => {
    expect((await door.visitor().post('/api/resend-email', again('moss & ferns'))).status).toBe(401);
  });
});

const paper: PaperInput = {
  id: '41',
  title: 'Moss that drinks fog',
  url: 'https://example.org/fog',
  authors: ['Ada Example'],
  journal: 'Invented Botany',
  abstract: 'Moss drank fog.',
  source: 'pubmed',
  relevanceScore: 0.9,
  takeaway: 'Moss drinks fog & dew.',
};

describe('text of an old mail', () => {
  it('is deleted after 90 days, and rendered again when the reader asks for it', async () => {
    const reader = await newReader(door, `old-${++made}@example.org`);
    const [topic] = await door.app.db
      .insert(searchTerms)
      .values({ userId: reader.id, term: 'Moss & ferns', termKey: topicKey('Moss & ferns') })
      .returning();
    const [old, young] = [await addDigest(reader.id, 91), await addDigest(reader.id, 89)];
    const has = { papersData: [paper], searchTermId: topic!.id };
    await door.app.db.update(emailDigests).set(has).where(eq(emailDigests.id, old.id));
    expect(await leaveOutOldTexts(door.app)).toBeGreaterThan(0);
    expect(await textsOf(old.id)).toEqual(['', '']);
    expect(await textsOf(young.id)).toEqual([young.content, young.contentText]);
    expect(await leaveOutOldTexts(door.app)).toBe(0);

    const answer = await reader.post('/api/resend-email', { ...again('Moss & ferns'), digestId: old.id });
    expect(answer.status).toBe(200);
    await carryOut(old.id);
    const mail = await smtp.waitFor(({ to }) => to.includes(reader.email));
    expect(mail.subject).toBe(old.subject);
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('Moss that drinks fog');
      expect(part).toContain(`/digests/${old.id}`);
      expect(part).toContain(unsubscribeToken(door.app, reader.id, topic!.id));
    }
    expect(mail.html).toContain('Moss drinks fog &amp; dew.');
  });

  it('is kept for notices, and for mails that wait for their server', async () => {
    const reader = await newReader(door, `old-${++made}@example.org`);
    const [notice, waiting] = [await addDigest(reader.id, 200), await addDigest(reader.id, 201)];
    await door.app.db.update(emailDigests).set({ digestType: 'note' }).where(eq(emailDigests.id, notice.id));
    await door.app.db.update(emailDigests).set({ status: 'sending' }).where(eq(emailDigests.id, waiting.id));
    await leaveOutOldTexts(door.app);
    expect(await textsOf(notice.id)).toEqual([notice.content, notice.contentText]);
    expect(await textsOf(waiting.id)).toEqual([waiting.content, waiting.contentText]);
  });
});

async function textsOf(id: string) {
  const [row] = await door.app.db.select().from(emailDigests).where(eq(emailDigests.id, id));
  return [row!.content, row!.contentText];
}
