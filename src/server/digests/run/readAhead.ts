import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { inWindow } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import { rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';
import { paperReadings, papers } from '#platform/db/schema.ts';
import { readPaper } from '#reading/reading.ts';
import type { ReadableWork } from '#reading/text/summary.ts';
import { readingVersion } from '#reading/version.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { packed, readingKey } from './readings.ts';

/** Papers in one statement. */
const batchSize = 50;
/** Batches in one run. The job enqueues itself again if there are more papers. */
const batchesAtMost = 20;
/** Earlier changes have been read already, unless a run was lost; the nightly run finds those. */
const recentDays = 3;
/** Pause after a batch, as a multiple of the time it took, so that other work gets the processor. */
const rest = 3;

type Reading = Pick<App, 'db' | 'now' | 'log'>;

interface Extent {
  /** Whether to read only what changed in the last days; otherwise everything that the index has, as after an upgrade. */
  isRecent?: boolean;
  /** Whether to skip the pauses, because nobody else is waiting. */
  isAlone?: boolean;
}

/**
 * Reads papers for future digests, newest first: those that were never read, changed since, or were read by older rules.
 * At most 1,000 per run; returns whether there may be more. Reads one paper at a time so that it blocks nobody. Safe to
 * repeat, and to run twice at once. A digest that comes first reads its papers itself.
 * @throws the reason of `signal` if it is aborted, between two batches
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
  if (count) app.log.info({ papers: count, rules: readingVersion }, 'papers read ahead of digests');
  return count === batchSize * batchesAtMost;
}

interface Unread extends ReadableWork {
  id: number;
  /** Time of its last change, to the microsecond. */
  changedAt: string;
}

const isStale = sql`(${paperReadings.rules}, ${paperReadings.changedAt}) is distinct from (${readingVersion}, ${papers.changedAt})`;

const unreadPapers = ({ db, now }: Reading, since: Date | null, last?: Unread): Promise<Unread[]> =>
  db
    .select({
      ...{ id: papers.id, source: papers.source, title: papers.title, abstract: papers.abstract },
      ...{ publicationTypes: papers.publicationTypes, changedAt: sql<string>`${papers.changedAt}::text` },
    })
    .from(papers)
    .leftJoin(paperReadings, eq(paperReadings.paperId, papers.id))
    .where(
      and(inWindow(now()), since ? gte(papers.changedAt, since) : undefined, last && behind(last), isStale),
    )
    .orderBy(desc(papers.changedAt), desc(papers.id))
    .limit(batchSize);

const behind = ({ changedAt, id }: Unread): SQL =>
  sql`(${papers.changedAt}, ${papers.id}) < (${changedAt}::timestamptz, ${id}::bigint)`;

type ReadRow = { id: number; changedAt: string; key: string; reading: object };

async function readAll(works: readonly Unread[]): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for (const work of works) {
    await nextTurn();
    const { id, changedAt } = work;
    rows.push({ id, changedAt, key: readingKey(work), reading: packed(readPaper(work), work) });
  }
  return rows;
}

/** Skips papers that changed or were deleted meanwhile; the next run reads them. */
async function store({ db }: Reading, rows: ReadRow[]): Promise<void> {
  if (!rows.length) return;
  await db.execute(sql`
    insert into paper_readings (paper_id, rules, key, changed_at, reading)
    select p.id, ${readingVersion}, r.key, p.changed_at, r.reading
    from ${rowsAsTable({ id: 'bigint', changedAt: 'timestamptz', key: 'text', reading: 'jsonb' }, rows)} as r
    join papers p on p.id = r.id and p.changed_at = r."changedAt"
    order by p.id
    on conflict (paper_id) do update set
      rules = excluded.rules, key = excluded.key, changed_at = excluded.changed_at, reading = excluded.reading`);
}
