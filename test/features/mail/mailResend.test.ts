import { eq } from 'drizzle-orm';
import { readConfig } from '#app/settings.ts';
import { sendAgain } from '#digests/run/deliver.ts';
import { openMailer } from '#mail/transport/open.ts';
import { emailDigests, users } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { addDigest, addTopic } from '#test/rows.ts';
import { feedbackToken } from '#topics/feedback/judge.ts';
import { unsubscribeToken } from '#topics/pause.ts';
import { topicKey } from '#topics/topic/topic.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';

// Only this call has its production rate limit.
const door = await opened(openDoor({ limited: { resend: limits.resend as never } }));
const smtp = await opened(startSmtp());
const mailer = openMailer(readConfig({ NODE_ENV: 'test', SMTP_URL: smtp.url }), door.app);
afterAll(() => mailer.close());

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

let made = 0;
async function readerWithDigests() {
  const reader = await newReader(door, `again-${++made}@example.org`);
  const [older, newest] = [await addOlder(reader.id, 7), await addOlder(reader.id, 0)];
  return { reader, older, newest };
}

async function addOlder(userId: string, daysAgo: number) {
  const at = new Date(door.app.now().getTime() - daysAgo * 86_400_000);
  return addDigest(door.app, userId, {
    ...{ papersData: [paper], summary: [{ text: 'Moss drank fog.', paper: 1, quote: 'Moss drank fog.' }] },
    ...{ searchTerm: 'Moss & ferns', subject: `Moss & ferns: ${daysAgo} days ago`, status: 'sent' },
    ...{ periodStart: at, periodEnd: at, createdAt: at },
  });
}

const again = (searchTerm: string) => ({ searchTerm });
const asked = async (digestId: string) =>
  (await door.jobs('resend-digest')).filter((job) => job.digestId === digestId);
const carryOut = async (digestId: string) => {
  const job = (await asked(digestId)).at(-1)!;
  await sendAgain({ ...door.app, mailer }, job);
};

test('resending sends the topic’s newest digest again, with the same papers and sentences', async () => {
  const { reader, older, newest } = await readerWithDigests();
  const answer = await reader.post('/api/resend-email', again('  moss & FERNS '));
  expect(answer).toMatchObject({ status: 200, body: { searchTerm: 'Moss & ferns' } });
  expect(await asked(older.id)).toEqual([]);
  await carryOut(newest.id);
  const mail = await smtp.waitFor(({ to }) => to.includes(reader.email));
  expect(mail.subject).toBe(newest.subject);
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('Moss that drinks fog');
    expect(part).toContain('Moss drank fog.');
    expect(part).toContain(`/digests/${newest.id}`);
  }
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
    await addOlder(stranger.id, 0);
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
});

describe('digest that is sent again after months', () => {
  it('has the same papers and sentences, links that work now, and the topic’s next date', async () => {
    const reader = await newReader(door, `old-${++made}@example.org`);
    const next = new Date(door.app.now().getTime() + 3 * 86_400_000);
    const key = { termKey: topicKey('Moss & ferns'), nextScheduledRun: next };
    const topic = await addTopic(door.app, reader.id, 'Moss & ferns', key);
    const old = await addOlder(reader.id, 200);
    await door.app.db.update(emailDigests).set({ searchTermId: topic.id }).where(eq(emailDigests.id, old.id));
    const answer = await reader.post('/api/resend-email', { ...again('Moss & ferns'), digestId: old.id });
    expect(answer.status).toBe(200);
    await carryOut(old.id);
    const mail = await smtp.waitFor(({ to }) => to.includes(reader.email));
    expect(mail.subject).toBe(old.subject);
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('Moss that drinks fog');
      expect(part).toContain(`/digests/${old.id}`);
      expect(part).toContain(unsubscribeToken(door.app, reader.id, topic!.id));
      expect(part).toContain(feedbackToken(door.app, { termId: topic!.id, paperId: 41 }));
      expect(part).toContain('Next digest: ');
    }
    expect(mail.html).toContain('Moss drinks fog &amp; dew.');
  });

  it('is a notice again, if it was one', async () => {
    const reader = await newReader(door, `old-${++made}@example.org`);
    const notice = await addOlder(reader.id, 200);
    await door.app.db
      .update(emailDigests)
      .set({
        ...{ digestType: 'note', papersData: [], passedOver: 3, filtered: 'Only reviews.' },
        coverage: [
          {
            ...{ source: 'pubmed', outcome: 'complete', from: '2026-01-04', to: '2026-01-11' },
            ...{ records: 12, malformed: 0, papers: 0, sentence: null },
          },
        ],
      })
      .where(eq(emailDigests.id, notice.id));
    await reader.post('/api/resend-email', { ...again('Moss & ferns'), digestId: notice.id });
    await carryOut(notice.id);
    const { text } = await smtp.waitFor(({ to }) => to.includes(reader.email));
    const read = 'From 4 to 11 January Litwatch read 12 new records and found 3 papers close enough';
    expect(text).toContain(read);
    expect(text).toContain('Only reviews.');
  });
});
