import { type SQL, sql } from 'drizzle-orm';
import { features } from '#app/features.ts';
import { readConfig } from '#app/settings.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import type { Database, Db } from '#platform/db/open.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { openLog } from '#platform/runtime/log.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { openSources } from '#sources/registry.ts';

const topics = [
  ...['CRISPR base editing', 'antibiotic resistance', 'heart failure', 'gut microbiome'],
  ...['single-cell RNA sequencing', 'robot grasping'],
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
  const sources = openSources(config.sources, { log });
  const app = { features, config, db, log, now: () => new Date(), sources };
  for (const source of usualSources) {
    const { outcome, failure } = await harvest(app, source);
    if (outcome !== 'complete') throw failure ?? new Error(`${source} was not read: ${outcome}.`);
  }
}

/**
 * Readers from `NAME-0@…` on, so many or one for each of these topics. Each has followed a topic for a week that was due a minute
 * ago. Returns their ids.
 */
export async function addDueReaders(
  db: Db,
  readers: number | readonly string[],
  name = 'reader',
): Promise<string[]> {
  const weekAgo = new Date(Date.now() - 7 * 86_400_000);
  const taken = (_: unknown, at: number) => topics[at % topics.length]!;
  const followed = typeof readers === 'number' ? Array.from({ length: readers }, taken) : readers;
  const ids: string[] = [];
  for (let from = 0; from < followed.length; from += 500) {
    const page = followed.slice(from, from + 500);
    const rows = await db
      .insert(users)
      .values(
        page.map((_, at) => ({
          ...{ email: `${name}-${from + at}@chaos.example`, passwordHash: '-', isEmailVerified: true },
          createdAt: weekAgo,
        })),
      )
      .returning({ userId: users.id });
    await db.insert(userPreferences).values(rows);
    await db.insert(searchTerms).values(
      page.map((term, at) => ({
        ...{ ...rows[at]!, term, termKey: term.toLowerCase(), status: 'completed' as const },
        ...{ requestedAt: weekAgo, createdAt: weekAgo, lastProcessedAt: weekAgo },
        nextScheduledRun: new Date(Date.now() - 60_000),
      })),
    );
    ids.push(...rows.map(({ userId }) => userId));
  }
  return ids;
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

/** Whether no topic is due, also not again within the hour after an interruption, and no digest waits or is being sent. */
export async function isFinished(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ done: boolean }>(sql`select
    not exists (select from search_terms where next_scheduled_run <= now() + interval '1 hour')
    and not exists (select from email_digests where status in ('pending', 'sending')) as done`);
  return rows[0]!.done;
}

/** The number of rows that match `from …`. */
export async function countOf(db: Db, from: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) ${from}`);
  return Number(rows[0]!.count);
}
