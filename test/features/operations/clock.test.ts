import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repairClock } from '#app/clock.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { emailDigests, harvests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { type Boss, openBoss } from '#platform/queue/pgBoss.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { databaseImage } from '#test/freshDatabase.ts';

const log = openLog('silent');
const now = () => new Date();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

let database: Database;
let boss: Boss;
let closeAll: () => Promise<void>;
beforeAll(async () => {
  const server = await createTestDatabase();
  database = await openDatabase({
    url: server?.url ?? null,
    folder: null,
    image: server ? undefined : await databaseImage(),
  });
  boss = await openBoss(database, { databaseUrl: server?.url ?? null, worker: false, log });
  closeAll = async () => {
    await boss.stop();
    await database.close();
    await server?.drop();
  };
}, 60_000);
afterAll(() => closeAll());

const repair = () =>
  repairClock({ db: database.db, now, log, send: boss.send, config: readConfig({}) }, boss);

/** A topic as left by a clock that was ten days ahead. */
async function addTopic(values: Partial<typeof searchTerms.$inferInsert>) {
  const { db } = database;
  const [user] = await db
    .insert(users)
    .values({ email: `${crypto.randomUUID()}@example.org`, passwordHash: '-', isEmailVerified: true })
    .returning();
  await db.insert(userPreferences).values({ userId: user!.id });
  const [topic] = await db
    .insert(searchTerms)
    .values({ userId: user!.id, term: 'moss', termKey: 'moss', status: 'completed', ...values })
    .returning();
  return { user: user!, topic: topic! };
}

describe('clock that was ten days ahead', () => {
  it('leaves no lease, wait or finished topic in the future', async () => {
    const { db } = database;
    const ahead = inDays(10);
    const { topic, user } = await addTopic({
      claimedAt: ahead,
      askedAt: ahead,
      lastProcessedAt: ahead,
      nextScheduledRun: inDays(17),
      nextHighlights: inDays(11),
    });
    const [digest] = await db
      .insert(emailDigests)
      .values({
        ...{
          userId: user.id,
          searchTermId: topic.id,
          digestType: 'weekly',
          papersData: [],
          subject: 's',
          content: 'c',
        },
        ...{
          status: 'sending',
          claimedAt: ahead,
          nextAttemptAt: ahead,
          periodStart: now(),
          periodEnd: ahead,
        },
      })
      .returning();
    await db.insert(harvests).values({
      source: 'pubmed',
      from: '2026-01-01',
      to: '2026-01-02',
      status: 'complete',
      startedAt: ahead,
      aliveAt: ahead,
      finishedAt: ahead,
    });
    await repair();
    const [mended] = await db.select().from(searchTerms).where(eq(searchTerms.id, topic.id));
    expect(mended).toMatchObject({ claimedAt: null, askedAt: null, nextHighlights: null });
    expect(mended!.lastProcessedAt!.getTime()).toBeLessThanOrEqual(Date.now());
    const [sending] = await db.select().from(emailDigests).where(eq(emailDigests.id, digest!.id));
    expect(sending).toMatchObject({ claimedAt: null, nextAttemptAt: null });
    expect(sending!.periodEnd.getTime()).toBeLessThanOrEqual(Date.now());
    const [harvest] = await db.select().from(harvests);
    expect(harvest!.finishedAt!.getTime()).toBeLessThanOrEqual(Date.now());
    // A job calculates the reader's next delivery again.
    const { rows } = await db.execute(sql`select data from pgboss.job where name = 'reschedule'`);
    expect(rows).toEqual([{ data: { userId: user.id } }]);
  });

  it('lets waiting jobs and schedules run again', async () => {
    const { db } = database;
    await boss.send(db, 'tick', {}, { key: 'tick', after: 864_000 });
    await boss.send(db, 'deliver-digest', { digestId: crypto.randomUUID() }, { key: 'd', after: 3600 });
    await db.execute(sql`update pgboss.version set cron_on = now() + interval '10 days'`);
    await repair();
    const { rows } = await db.execute(
      sql`select name, start_after <= now() as due from pgboss.job where name in ('tick', 'deliver-digest') order by name`,
    );
    // A retry in an hour is an intended wait.
    expect(rows).toEqual([
      { name: 'deliver-digest', due: false },
      { name: 'tick', due: true },
    ]);
    const { rows: cron } = await db.execute(sql`select cron_on <= now() as due from pgboss.version`);
    expect(cron).toEqual([{ due: true }]);
  });

  it('changes nothing if nothing has a future date', async () => {
    const { topic } = await addTopic({
      claimedAt: now(),
      lastProcessedAt: inDays(-1),
      nextScheduledRun: inDays(6),
      nextHighlights: inDays(1),
    });
    const before = await database.db.select().from(searchTerms).where(eq(searchTerms.id, topic.id));
    await repair();
    expect(await database.db.select().from(searchTerms).where(eq(searchTerms.id, topic.id))).toEqual(before);
  });
});
