import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { jsonRows } from '#corpus/works/rows.ts';
import { inWindow } from '#corpus/works/window.ts';
import { paperReadings, papers } from '#platform/db/schema.ts';
import { yieldToSends } from '#platform/sendPriority.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { DigestsApp } from '../app.ts';
import { type ReadableWork, readPaper } from './reading.ts';
import { packed, readingKey, readingRules } from './storedReading.ts';

/** Papers in one statement. */
const batchSize = 50;
/** Batches in one run; the job enqueues itself again while there is more. */
const batchesAtMost = 20;
/** What changed before was read long ago, unless a run was lost: then the nightly run finds it. */
const recentDays = 3;
/** Times as long as it has read, it leaves the processor to others. */
const rest = 3;

type Reading = Pick<DigestsApp, 'db' | 'now' | 'log'>;

interface Extent {
  /** Only what changed in the last days; else all that the index holds, as after an upgrade. */
  isRecent?: boolean;
  /** Does not rest between batches: nobody else is there to wait. */
  isAlone?: boolean;
}

/**
 * Reads papers for the digests to come, newest first: those that were never read, reworded since, or read by other rules. At
 * most 1,000 a run; returns whether there may be more. One paper at a time, so that it holds nobody up. Safe to repeat, and to
 * run twice at once. A digest that comes first reads its papers itself.
 * @throws the reason of `signal` when it is aborted, between two batches
 */
export async function readAhead(
  app: Reading,
  { isRecent = false, isAlone = false }: Extent,
  signal?: AbortSignal,
): Promise<boolean> {
  const since = isRecent ? timeBefore(app.now(), recentDays * dayMs) : null;
  let last: Unread | undefined;
  let count = 0;
  for (let batch = 0; batch < batchesAtMost; batch++) {
    signal?.throwIfAborted();
    const rows = await unreadPapers(app, since, last);
    const startedAt = performance.now();
    await store(app, await readAll(rows));
    count += rows.length;
    last = rows.at(-1);
    if (rows.length < batchSize) break;
    if (!isAlone) await delay(rest * (performance.now() - startedAt), undefined, signal ? { signal } : {});
  }
  if (count) app.log.info({ papers: count, rules: readingRules }, 'papers read ahead of digests');
  return count === batchSize * batchesAtMost;
}

interface Unread extends ReadableWork {
  id: number;
  /** When it last changed, to the microsecond. */
  changedAt: string;
}

const unreadPapers = ({ db, now }: Reading, since: Date | null, last?: Unread): Promise<Unread[]> =>
  db
    .select({
      ...{ id: papers.id, source: papers.source, title: papers.title, abstract: papers.abstract },
      ...{ publicationTypes: papers.publicationTypes, changedAt: sql<string>`${papers.changedAt}::text` },
    })
    .from(papers)
    .leftJoin(paperReadings, eq(paperReadings.paperId, papers.id))
    .where(
      and(
        inWindow(now()),
        since ? gte(papers.changedAt, since) : undefined,
        last && behind(last),
        sql`(${paperReadings.rules}, ${paperReadings.changedAt}) is distinct from (${readingRules}, ${papers.changedAt})`,
      ),
    )
    .orderBy(desc(papers.changedAt), desc(papers.id))
    .limit(batchSize);

const behind = ({ changedAt, id }: Unread): SQL =>
  sql`(${papers.changedAt}, ${papers.id}) < (${changedAt}::timestamptz, ${id}::bigint)`;

async function readAll(works: readonly Unread[]): Promise<object[]> {
  const rows: object[] = [];
  for (const work of works) {
    await nextTurn();
    await yieldToSends();
    const { id, changedAt } = work;
    rows.push({ id, changedAt, key: readingKey(work), reading: packed(readPaper(work), work) });
  }
  return rows;
}

/** A paper that changed or left meanwhile is left for the next run. */
async function store({ db }: Reading, rows: object[]): Promise<void> {
  if (!rows.length) return;
  await db.execute(sql`
    insert into paper_readings (paper_id, rules, key, changed_at, reading)
    select p.id, ${readingRules}, r.key, p.changed_at, r.reading
    from ${jsonRows(rows)} as r(id bigint, "changedAt" timestamptz, key text, reading jsonb)
    join papers p on p.id = r.id and p.changed_at = r."changedAt"
    order by p.id
    on conflict (paper_id) do update set
      rules = excluded.rules, key = excluded.key, changed_at = excluded.changed_at, reading = excluded.reading`);
}
