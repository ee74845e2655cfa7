import { eq, sql } from 'drizzle-orm';
import { features } from '#app/features.ts';
import { readConfig } from '#app/settings.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import { type Database, type Db, openDatabase } from '#platform/db/open.ts';
import { emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { openLog } from '#platform/runtime/log.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { openSources } from '#sources/registry.ts';

const topics = [
  'CRISPR base editing',
  'antibiotic resistance',
  'heart failure',
  'gut microbiome',
  'single-cell RNA sequencing',
  'robot grasping',
];

/** Harvests these sources, and adds this many readers with one topic each, whose weekly digest is due now. */
export async function seedDue(
  database: Database,
  { environment, count }: { environment: Record<string, string>; count: number },
): Promise<void> {
  await readSources(database, environment);
  await addDueReaders(database.db, count);
}

/** Waits until the corpus has everything from the sources. */
export async function readSources({ db }: Database, environment: Record<string, string>): Promise<void> {
  const log = openLog('silent');
  const config = readConfig(environment);
  const app = {
    features,
    config,
    db,
    log,
    now: () => new Date(),
    sources: openSources(config.sources, { log }),
  };
  for (const source of usualSources) {
    const { outcome, failure } = await harvest(app, source);
    if (outcome !== 'complete') throw failure ?? new Error(`${source} was not read: ${outcome}.`);
  }
}

/** Readers from `NAME-0@…` on. Each has followed a topic for a week that was due a minute ago. */
export async function addDueReaders(db: Db, count: number, name = 'reader'): Promise<void> {
  const weekAgo = new Date(Date.now() - 7 * 86_400_000);
  for (let from = 0; from < count; from += 500) {
    const batch = Array.from({ length: Math.min(500, count - from) }, (_, at) => from + at);
    const rows = await db
      .insert(users)
      .values(
        batch.map((at) => ({
          email: `${name}-${at}@chaos.example`,
          passwordHash: '-',
          isEmailVerified: true,
          createdAt: weekAgo,
        })),
      )
      .returning({ id: users.id });
    await db.insert(userPreferences).values(rows.map(({ id }) => ({ userId: id })));
    await db.insert(searchTerms).values(
      rows.map(({ id }, at) => {
        const term = topics[(from + at) % topics.length]!;
        return {
          userId: id,
          term,
          termKey: term.toLowerCase(),
          status: 'completed' as const,
          requestedAt: weekAgo,
          createdAt: weekAgo,
          lastProcessedAt: weekAgo,
          nextScheduledRun: new Date(Date.now() - 60_000),
        };
      }),
    );
  }
}

/** Adds this many readers with a topic, a session, two digests, and a ledger of twelve papers. */
export async function addReadersWithHistory(db: Db, count: number): Promise<void> {
  await addDueReaders(db, count);
  await db.execute(sql`insert into sessions (user_id, token_hash, expires_at)
    select id, md5(id::text), now() + interval '60 days' from users`);
  await db.execute(sql`insert into email_digests
    (user_id, search_term_id, digest_type, papers_data, subject, content, status, period_start, period_end, sent_at)
    select user_id, id, 'weekly', '[]', 'Week ' || week, repeat(md5(id::text), 60), 'sent',
      now() - week * interval '7 days', now() - (week - 1) * interval '7 days', now()
    from search_terms, generate_series(1, 2) week`);
  await db.execute(sql`insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select d.search_term_id, p.id, d.id, now() from email_digests d, (select id from papers order by id limit 12) p
    where d.subject = 'Week 1' on conflict do nothing`);
}

export interface Standing {
  /** Number of digests by status. */
  digests: Record<string, number>;
  /** Topics whose delivery is due and not done, including interrupted ones that are retried within the hour. */
  due: number;
}

export async function standing(db: Db): Promise<Standing> {
  const rows = await db
    .select({ status: emailDigests.status, count: sql<string>`count(*)` })
    .from(emailDigests)
    .groupBy(emailDigests.status);
  const [due] = await db
    .select({ count: sql<string>`count(*)` })
    .from(searchTerms)
    .where(sql`${searchTerms.nextScheduledRun} <= now() + interval '1 hour'`);
  return {
    digests: Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)])),
    due: Number(due?.count ?? 0),
  };
}

/** Digests that a process is handing over to the mail server right now. */
export async function inHand(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: emailDigests.id })
    .from(emailDigests)
    .where(eq(emailDigests.status, 'sending'));
  return rows.map(({ id }) => id);
}

export const openServer = (url: string): Promise<Database> => openDatabase({ url, folder: null });
