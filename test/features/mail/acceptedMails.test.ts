import { eq, sql } from 'drizzle-orm';
import { deliverDigest, sendAgain } from '#digests/run/deliver.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { removeOldNotes } from '#mail/transport/accepted.ts';
import { openMailer } from '#mail/transport/open.ts';
import { acceptedMails, emailDigests, userPreferences } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { Log } from '#platform/runtime/log.ts';
import { addDigest, addUser } from '#test/rows.ts';
import { opened, startWorld } from '#test/world.ts';

const world = await opened(startWorld());
const { id: userId } = await addUser(world.app, 'ada@example.org');
await world.app.db.insert(userPreferences).values({ userId });

const mail = (id: string) => ({
  ...{ id, to: 'ada@example.org', subject: 'Moss', html: '<p>Moss</p>', text: 'Moss' },
});

const copies = (id: string) => world.smtp.mails.filter(({ messageId }) => messageId.includes(id)).length;

/** A digest whose sending process died a while ago. */
async function leftBehind(given: Partial<typeof emailDigests.$inferInsert> = {}): Promise<string> {
  const ago = sql`now() - interval '10 minutes'`;
  const row = await addDigest(world.app, userId, {
    ...{ status: 'sending', claimedBy: crypto.randomUUID() },
    // Keeps the running product's own sweep away from it.
    ...({ claimedAt: ago, attempts: 1, nextAttemptAt: sql`now() + interval '1 hour'` } as object),
    ...{ periodStart: new Date(0), periodEnd: new Date(Math.random() * 1e12) },
    ...given,
  });
  return row.id;
}

const isNoted = async (id: string) =>
  (await world.app.db.select().from(acceptedMails).where(eq(acceptedMails.id, id))).length > 0;

const statusOf = async (id: string) =>
  (await world.app.db.select().from(emailDigests).where(eq(emailDigests.id, id)))[0]!.status;

describe('mail whose sender died', () => {
  it('is given up after four days, however often its sender dies', async () => {
    const id = await leftBehind({ createdAt: new Date(world.app.now().getTime() - 5 * 86_400_000) });
    await deliverDigest(world.app, id);
    expect([await statusOf(id), copies(id)]).toEqual(['refused', 0]);
  });

  it('is not sent again as a digest the server had accepted, and counts as sent', async () => {
    const id = await leftBehind();
    await world.app.mailer.send(mail(id));
    await deliverDigest(world.app, id);
    expect([copies(id), await statusOf(id)]).toEqual([1, 'sent']);
  });

  it('is sent when the server had not accepted it', async () => {
    const id = await leftBehind();
    world.smtp.misbehave({ kind: 'later', times: 1 });
    expect((await world.app.mailer.send(mail(id))).outcome).toBe('later');
    await deliverDigest(world.app, id);
    expect([copies(id), await statusOf(id)]).toEqual([1, 'sent']);
  });

  it('is not sent again as a copy that a reader asked for and the server had accepted', async () => {
    const digestId = await leftBehind();
    const mailId = crypto.randomUUID();
    await sendAgain(world.app, { digestId, mailId });
    await sendAgain(world.app, { digestId, mailId });
    expect(copies(mailId)).toBe(1);
  });

  it('is not sent again by another process that finds the row', async () => {
    const id = await leftBehind();
    await world.app.mailer.send(mail(id));
    await expect.poll(() => isNoted(id)).toBe(true);
    const other = openMailer(world.config, world.app);
    await deliverDigest({ ...world.app, mailer: other }, id);
    await other.close();
    expect([copies(id), await statusOf(id)]).toEqual([1, 'sent']);
  });
});

describe('mail accepted without a row', () => {
  async function refuseRows(): Promise<void> {
    const { db } = world.app;
    await db.execute(sql`create function refuse_row() returns trigger language plpgsql as
      $$ begin raise exception 'no rows for now'; end $$`);
    await db.execute(sql`create trigger refuse_note before insert on accepted_mails
      for each row execute function refuse_row()`);
    await db.execute(sql`create trigger refuse_sent before update on email_digests
      for each row when (new.status = 'sent') execute function refuse_row()`);
  }

  it('is not sent again, and is noted when the database takes rows again', async () => {
    const id = await leftBehind();
    await refuseRows();
    const lines: string[] = [];
    const log = { ...world.app.log, warn: (_: object, line: string) => lines.push(line) } as unknown as Log;
    const mailer = openMailer(world.config, { ...world.app, log });
    const others = [1, 2, 3].map(() => crypto.randomUUID());
    for (const one of [id, ...others]) expect((await mailer.send(mail(one))).outcome).toBe('sent');
    // The next try asks before it sends. Its row cannot be written yet.
    const delivery = deliverDigest({ ...world.app, mailer }, id);
    await expect.poll(() => statusOf(id)).toBe('sending');
    expect(await isNoted(id)).toBe(false);
    await world.app.db.execute(sql`drop function refuse_row() cascade`);
    await delivery;
    expect([copies(id), await statusOf(id)]).toEqual([1, 'sent']);
    for (const one of [id, ...others]) await expect.poll(() => isNoted(one), { timeout: 10_000 }).toBe(true);
    expect(lines, 'once, not once a mail').toEqual(['accepted mails cannot be noted yet']);
    await mailer.close();
  });
});

it('deletes notes of accepted mails after two weeks', async () => {
  const { db } = world.app;
  const days = (count: number) => sql`now() - ${count} * interval '1 day'`;
  const rows = [
    { id: 'old', acceptedAt: days(15) },
    { id: 'young', acceptedAt: days(13) },
  ];
  await db.insert(acceptedMails).values(rows);
  await removeOldNotes(world.app);
  const left = (await db.select().from(acceptedMails)).map(({ id }) => id);
  expect([left.includes('old'), left.includes('young')]).toEqual([false, true]);
});

it('a queue continues with good jobs however many bad ones it has', async () => {
  for (let at = 0; at < 6; at++) await enqueue(world.app, 'send-mail', { mail: 'no-such-mail', sealed: '' });
  await enqueueMail(world.app, 'welcome', 'bo@example.org', {});
  const { subject } = await world.smtp.waitFor(({ to }) => to.includes('bo@example.org'));
  expect(subject).toMatch(/Litwatch/);
});
