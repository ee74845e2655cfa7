import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { hasId } from '#platform/http/uuid.ts';
import { claimed, leasesOn } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, minuteMs, timeBefore } from '#shared/values/time.ts';
import { requireShelfRoom, takeAway } from '#shelf/papers.ts';
import type { Reference, ShelfImport } from '../contract.ts';
import { shelfImportItems, shelfImports } from '../tables.ts';
import { parseApart } from './references/parseApart.ts';
import { labelOf } from './references/reference.ts';

const notFoundShown = 200;
/** Imports that one call lists. */
const listed = 10;
const keptDays = 30;
/** References in a reader's imports of those days. */
const keptAtMost = 20_000;

type ReadApp = Pick<App, 'db' | 'now'>;

/**
 * The progress of an import.
 * @throws AppError `not_found`, also for an import of another reader
 */
export async function readImport(app: ReadApp, userId: string, id: string): Promise<ShelfImport> {
  const [row] = await app.db
    .select()
    .from(shelfImports)
    .where(and(hasId(shelfImports.id, id), eq(shelfImports.userId, userId)));
  if (!row) throw missing();
  return present(app, row);
}

/** The reader's latest imports, newest first. */
export async function listImports(app: ReadApp, userId: string): Promise<ShelfImport[]> {
  const rows = await app.db
    .select()
    .from(shelfImports)
    .where(eq(shelfImports.userId, userId))
    .orderBy(desc(shelfImports.createdAt))
    .limit(listed);
  return Promise.all(rows.map((row) => present(app, row)));
}

/**
 * Deletes an import, which stops it; with `papers`, also the papers that it added, except those with a note.
 * @throws AppError `not_found`
 */
export const deleteImport = (
  app: ReadApp,
  userId: string,
  { id, papers }: { id: string; papers: boolean },
): Promise<void> =>
  transaction(app, async (app) => {
    const found = await readImport(app, userId, id);
    if (papers)
      await takeAway(
        app.db,
        userId,
        sql`select paper_id, coalesce(reference->>'note', '') as note from ${shelfImportItems}
          where import_id = ${found.id} and outcome = 'added'`,
      );
    await app.db.delete(shelfImports).where(eq(shelfImports.id, found.id));
  });

/** Removes finished imports that are older than 30 days; the papers stay. Safe at any time. */
export async function dropOldImports({ db, now }: ReadApp): Promise<void> {
  const before = timeBefore(now(), keptDays * dayMs).toISOString();
  await db.delete(shelfImports).where(sql`${shelfImports.finishedAt} < ${before}::timestamptz`);
}

/** Every stored import of the reader with its references, for the data export. */
export async function exportedImports({ db }: Pick<App, 'db'>, userId: string) {
  const rows = await db
    .select({
      ...pick(shelfImports, 'id createdAt format tag'),
      label: shelfImportItems.label,
      outcome: shelfImportItems.outcome,
    })
    .from(shelfImports)
    .innerJoin(shelfImportItems, eq(shelfImportItems.importId, shelfImports.id))
    .where(eq(shelfImports.userId, userId))
    .orderBy(desc(shelfImports.createdAt), asc(shelfImportItems.place));
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((items) => ({
    ...items[0]!,
    references: items,
  }));
}

const missing = (): AppError => new AppError('not_found', 'This import does not exist.');

async function present({ db, now }: ReadApp, row: typeof shelfImports.$inferSelect): Promise<ShelfImport> {
  const counts = await db
    .select({ outcome: shelfImportItems.outcome, references: sql<number>`count(*)::int` })
    .from(shelfImportItems)
    .where(eq(shelfImportItems.importId, row.id))
    .groupBy(shelfImportItems.outcome);
  const notFound = await db
    .select({
      place: shelfImportItems.place,
      label: shelfImportItems.label,
      reason: sql<string>`coalesce(${shelfImportItems.reason}, '')`,
    })
    .from(shelfImportItems)
    .where(and(eq(shelfImportItems.importId, row.id), eq(shelfImportItems.outcome, 'not-found')))
    .orderBy(asc(shelfImportItems.place))
    .limit(notFoundShown);
  const countOf = (wanted: string | null) =>
    counts.find(({ outcome }) => outcome === wanted)?.references ?? 0;
  const total = counts.reduce((sum, { references }) => sum + references, 0);
  const isWaiting = row.waitsUntil !== null && row.waitsUntil > now();
  const unfinished = isWaiting ? 'waiting' : 'running';
  return {
    id: row.id,
    status: row.finishedAt ? 'done' : unfinished,
    format: row.format,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    total,
    resolved: total - countOf(null),
    added: countOf('added'),
    known: countOf('known'),
    duplicates: countOf('duplicate'),
    notFound,
    notFoundInAll: countOf('not-found'),
    detail: row.finishedAt ? null : row.detail,
  };
}

/**
 * Parses references and enqueues their look-up. Papers appear on the shelf as they are found.
 * @throws AppError `invalid` for a text without references or with too many, `conflict` while another import of the
 * reader runs, and for more than the reader's imports or shelf can have
 */
export async function startImport(
  app: App,
  userId: string,
  { text, tag }: { text: string; tag?: string | undefined },
): Promise<ShelfImport> {
  const { format, entries } = await parseApart(text, userId);
  const importId = await transaction(app, async (app) => {
    const [running] = await app.db
      .select({ id: shelfImports.id })
      .from(shelfImports)
      .where(and(eq(shelfImports.userId, userId), isNull(shelfImports.finishedAt)));
    if (running) throw oneAtATime();
    const kept = await app.db.$count(
      shelfImportItems,
      sql`${shelfImportItems.importId} in (select id from shelf_imports where user_id = ${userId})`,
    );
    if (kept + entries.length > keptAtMost)
      throw new AppError(
        'conflict',
        `Your imports of the last ${keptDays} days would list more than ${keptAtMost.toLocaleString('en-US')} references. Please delete one of them first; its papers stay.`,
      );
    const notes = entries.map((entry) => ('reference' in entry ? entry.reference.note : '')).join('');
    const more = { papers: entries.length, noteBytes: Buffer.byteLength(notes) };
    await requireShelfRoom(app.db, userId, more);
    const [added] = await app.db
      .insert(shelfImports)
      .values({ userId, format, tag: tag || null, createdAt: app.now() })
      .onConflictDoNothing()
      .returning({ id: shelfImports.id });
    if (!added) throw oneAtATime();
    for (let from = 0; from < entries.length; from += 200)
      await app.db.insert(shelfImportItems).values(
        entries.slice(from, from + 200).map((entry, at) => ({
          importId: added.id,
          place: from + at + 1,
          ...('reference' in entry
            ? { label: labelOf(entry.reference), reference: entry.reference }
            : { ...entry, reference: nothing, outcome: 'not-found' as const }),
        })),
      );
    await enqueue(app, 'import-papers', { importId: added.id }, { key: added.id });
    return added.id;
  });
  return readImport(app, userId, importId);
}

/** What is stored of an entry that could not be read. */
const nothing: Reference = { identifiers: [], title: null, authors: [], year: null, tags: [], note: '' };

const oneAtATime = (): AppError =>
  new AppError('conflict', 'An import is still running. Please wait until it is done, or delete it.');

/** A worker without a heartbeat for two minutes counts as dead, and another continues its work. */
export const importLeases = leasesOn(shelfImports, 2 * minuteMs);

export type ImportRow = typeof shelfImports.$inferSelect;

/** Leases an import that is due; null if it is finished, waiting, or leased by another worker. */
export async function leaseImport(
  { db, now }: Pick<App, 'db' | 'now'>,
  importId: string,
): Promise<{ row: ImportRow; token: string } | null> {
  const token = randomUUID();
  const [row] = await db
    .update(shelfImports)
    .set(claimed(now(), token))
    .where(and(eq(shelfImports.id, importId), isDue(now())))
    .returning();
  return row ? { row, token } : null;
}

const isDue = (at: Date) =>
  and(
    isNull(shelfImports.finishedAt),
    or(isNull(shelfImports.waitsUntil), lte(shelfImports.waitsUntil, at)),
    importLeases.isExpired(at),
  );

/** Enqueues every import that is due and not leased: its job was lost, its worker died, or it has waited long enough. */
export async function planImports(app: Pick<App, 'db' | 'now' | 'send'>): Promise<void> {
  const rows = await app.db
    .select({ id: shelfImports.id })
    .from(shelfImports)
    .where(isDue(app.now()))
    .limit(50);
  for (const { id } of rows) await enqueue(app, 'import-papers', { importId: id }, { key: id });
}

/** Moves imported references from absorbed works to those that stay. */
export async function moveImported(db: App['db'], pairs: SQL): Promise<void> {
  await db.execute(
    sql`update shelf_import_items t set paper_id = j.kept from ${pairs} where t.paper_id = j.absorbed`,
  );
}
