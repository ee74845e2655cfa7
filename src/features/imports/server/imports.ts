import { and, asc, count, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { roughNetwork } from '#platform/http/clientNetwork.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { leasesOn } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, minuteMs, timeBefore } from '#shared/values/time.ts';
import { requireShelfRoom, takeAway } from '#shelf/papers.ts';
import { importApi, importTextAtMost } from '../contract.ts';
import { shelfImportItems, shelfImports } from '../tables.ts';
import { type Asker, parseApart } from './references/parse.ts';
import { labelOf, nothing } from './references/reference.ts';

const notFoundShown = 200;
/** Imports that one call lists. */
const listed = 10;
const keptDays = 30;
/** References in a reader's imports of those days. */
const keptAtMost = 20_000;

export type ImportRow = typeof shelfImports.$inferSelect;

export const routes: Route<App>[] = [
  serveReader(importApi.start, async (app, { reader, body, network }) => {
    if (body.text.length > importTextAtMost)
      throw new AppError('too_large', 'An import can have at most 5 MB. Please import it in parts.');
    await limit(app, 'import', { account: reader.id });
    const asker = { userId: reader.id, network: roughNetwork(network) };
    return present(app, await startImport(app, asker, body));
  }),
  serveReader(importApi.newest, async (app, { reader }) => {
    const own = app.db.select().from(shelfImports).where(eq(shelfImports.userId, reader.id));
    const rows = await own.orderBy(desc(shelfImports.createdAt)).limit(listed);
    return Promise.all(rows.map((row) => present(app, row)));
  }),
  serveReader(importApi.read, async (app, { reader, params }) =>
    present(app, await importOf(app, reader.id, params.id)),
  ),
  serveReader(importApi.remove, async (app, { reader, params, body }) => {
    await transaction(app, async (app) => {
      const { id } = await importOf(app, reader.id, params.id);
      if (body.papers)
        await takeAway(
          app.db,
          reader.id,
          sql`select paper_id, coalesce(reference->>'note', '') as note from ${shelfImportItems}
            where import_id = ${id} and outcome = 'added'`,
        );
      await app.db.delete(shelfImports).where(eq(shelfImports.id, id));
    });
    return { message: body.papers ? 'The import and its papers were removed.' : 'The import was removed.' };
  }),
];

/** @throws AppError `not_found`, also for an import of another reader */
async function importOf({ db }: App, userId: string, id: string): Promise<ImportRow> {
  const mine = and(hasId(shelfImports.id, id), eq(shelfImports.userId, userId));
  const [row] = await db.select().from(shelfImports).where(mine);
  if (!row) throw new AppError('not_found', 'This import does not exist.');
  return row;
}

/** An import as the API returns it, with its progress. */
async function present({ db, now }: App, row: ImportRow) {
  const { place, label, outcome } = shelfImportItems;
  const mine = eq(shelfImportItems.importId, row.id);
  const mineByOutcome = db.select({ outcome, references: count() }).from(shelfImportItems).where(mine);
  const counts = await mineByOutcome.groupBy(outcome);
  const notFound = await db
    .select({ place, label, reason: sql<string>`coalesce(${shelfImportItems.reason}, '')` })
    .from(shelfImportItems)
    .where(and(mine, eq(outcome, 'not-found')))
    .orderBy(asc(place))
    .limit(notFoundShown);
  const byOutcome = new Map(counts.map(({ outcome, references }) => [outcome, references]));
  const [open = 0, added = 0, known = 0, duplicates = 0, notFoundInAll = 0] = (
    [null, 'added', 'known', 'duplicate', 'not-found'] as const
  ).map((outcome) => byOutcome.get(outcome));
  const resolved = added + known + duplicates + notFoundInAll;
  const unfinished = row.waitsUntil && row.waitsUntil > now() ? ('waiting' as const) : ('running' as const);
  return {
    ...row,
    status: row.finishedAt ? ('done' as const) : unfinished,
    detail: row.finishedAt ? null : row.detail,
    ...{ total: open + resolved, resolved, added, known, duplicates, notFound, notFoundInAll },
  };
}

/**
 * Parses references and enqueues their look-up. Papers appear on the shelf as they are found.
 * @throws AppError `invalid` for a text without references or with too many, `conflict` while another import of the
 * reader runs, and for more than the reader's imports or shelf can have
 */
async function startImport(
  app: App,
  { userId, network }: Asker,
  { text, tag }: { text: string; tag?: string | undefined },
): Promise<ImportRow> {
  const { format, entries } = await parseApart(text, { userId, network });
  return transaction(app, async (app) => {
    const row = { userId, format, tag: tag || null, createdAt: app.now() };
    const [added] = await app.db.insert(shelfImports).values(row).onConflictDoNothing().returning();
    const another = 'An import is still running. Please wait until it is done, or delete it.';
    if (!added) throw new AppError('conflict', another);
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
    await requireShelfRoom(app.db, userId, { papers: entries.length, noteBytes: Buffer.byteLength(notes) });
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
    return added;
  });
}

/** A worker without a heartbeat for two minutes counts as dead, and another continues its work. */
export const importLeases = leasesOn(shelfImports, 2 * minuteMs);

/** Whether an import may be leased: it is not finished, does not wait, and no worker has it. */
export const isDue = (at: Date) =>
  and(
    isNull(shelfImports.finishedAt),
    or(isNull(shelfImports.waitsUntil), lte(shelfImports.waitsUntil, at)),
    importLeases.isExpired(at),
  );

/** Enqueues every import that is due and not leased: its job was lost, its worker died, or it has waited long enough. */
export async function planImports(app: App): Promise<void> {
  const due = app.db.select({ id: shelfImports.id }).from(shelfImports).where(isDue(app.now()));
  const rows = await due.limit(50);
  for (const { id } of rows) await enqueue(app, 'import-papers', { importId: id }, { key: id });
}

/** Removes finished imports that are older than 30 days; the papers stay. Safe at any time. */
export async function dropOldImports({ db, now }: App): Promise<void> {
  const before = timeBefore(now(), keptDays * dayMs).toISOString();
  await db.delete(shelfImports).where(sql`${shelfImports.finishedAt} < ${before}::timestamptz`);
}

/** Every stored import of the reader with its references, for the data export. */
export async function exportedImports({ db }: App, userId: string) {
  const rows = await db
    .select({ ...pick(shelfImports, 'id createdAt format tag'), ...pick(shelfImportItems, 'label outcome') })
    .from(shelfImports)
    .innerJoin(shelfImportItems, eq(shelfImportItems.importId, shelfImports.id))
    .where(eq(shelfImports.userId, userId))
    .orderBy(desc(shelfImports.createdAt), asc(shelfImportItems.place));
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((references) => ({
    ...references[0]!,
    references,
  }));
}

/** Moves imported references from absorbed works to those that stay. */
export async function moveImported(db: App['db'], pairs: SQL): Promise<void> {
  await db.execute(
    sql`update shelf_import_items t set paper_id = j.kept from ${pairs} where t.paper_id = j.absorbed`,
  );
}
