import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { findWorks } from '#corpus/works/findWorks.ts';
import { ingest } from '#corpus/works/ingest.ts';
import { worksById } from '#corpus/works/works.ts';
import { shareWait } from '#digests/run/find.ts';
import type { App } from '#kit/feature.ts';
import { claimed, LeaseLost, released } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { type SourceName, sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { hourMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import { andList } from '#shared/values/words.ts';
import { putThere, settleShelf } from '#shelf/papers.ts';
import { type Identifier, type LookUp, SourceFailure } from '#sources/record/source.ts';
import { referencesAtMost } from '../contract.ts';
import { shelfImportItems, shelfImports } from '../tables.ts';
import { type ImportRow, importLeases, isDue } from './imports.ts';
import { nothing } from './references/reference.ts';

/** References searched in the corpus at a time. */
const sliceSize = 50;
/** The pause after a source did not answer, and the maximum number of rounds. */
const retryMs = 15 * minuteMs;
const roundsAtMost = 8;

/**
 * Continues an import: searches the corpus for each reference, then the sources that may have it, and puts the works found
 * on the reader's shelf. Safe to run at any time, any number of times: finished work stays, and a lease admits one run at a
 * time.
 */
export async function runImport(app: App, importId: string, stop: AbortSignal): Promise<void> {
  const at = app.now();
  const claim = claimed(at, randomUUID());
  const isFree = and(eq(shelfImports.id, importId), isDue(at));
  const [row] = await app.db.update(shelfImports).set(claim).where(isFree).returning();
  if (!row) return;
  try {
    await importLeases.withHeartbeat(app, heldBy(row), async (lost) => {
      const signal = AbortSignal.any([stop, lost]);
      await searchLibrary(app, row, signal);
      const wait = await askSources(app, row, signal);
      if (wait) return release(app, row, wait);
      await settleMissing(app, importId);
      await release(app, row, null);
      // The embedded database never does this on its own, and without it the search reads every row.
      await settleShelf(app.db);
    });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    await release(app, row, { detail: row.detail, until: null });
    if (!stop.aborted) throw error;
  }
}

const heldBy = ({ id, claimedBy }: ImportRow) => ({ id, token: claimedBy! });

type Wait = { detail: string | null; until: Date | null };

/** Releases the import, finished or to continue later. */
async function release({ db, now }: App, row: ImportRow, wait: Wait | null) {
  const end = wait
    ? { detail: wait.detail, waitsUntil: wait.until, failures: row.failures + (wait.until ? 1 : 0) }
    : { detail: null, waitsUntil: null, finishedAt: now() };
  const own = importLeases.isHeldBy(heldBy(row));
  const done = { ...end, ...released };
  const held = await db.update(shelfImports).set(done).where(own).returning({ id: shelfImports.id });
  // A settled import forgets what the reader gave, but for the label, and the note by which its removal knows its own.
  if (!wait && held.length)
    await db.execute(sql`
      update shelf_import_items set reference = ${JSON.stringify(nothing)}::jsonb ||
        jsonb_build_object('note', case when outcome = 'added' then coalesce(reference->>'note', '') else '' end)
      where import_id = ${row.id}`);
}

async function searchLibrary(app: App, row: ImportRow, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const items = await openItems(app, row.id, eq(shelfImportItems.isMatched, false), sliceSize);
    if (!items.length) return;
    await settleKnown(app, row, items);
    await mark(app, row.id, items, { isMatched: true });
    await nextTurn();
  }
}

/** Puts works of the corpus on the shelf. */
async function settleKnown(app: App, row: ImportRow, items: Item[]): Promise<void> {
  const works = await findWorks(app, pluck(items, 'reference'));
  const found = items.flatMap((item, at) => {
    const work = works[at];
    return typeof work === 'number' ? [{ item, paperId: work }] : [];
  });
  if (found.length) await putOnShelf(app, row, found);
  const unclear = items.filter(
    ({ reference }, at) => works[at] === 'several' && !reference.identifiers.length,
  );
  await mark(app, row.id, unclear, { outcome: 'not-found', reason: 'Several papers have this title.' });
}

/** Asks each source for the open references. Returns a wait if one does not answer or its daily limit is reached. */
async function askSources(app: App, row: ImportRow, signal: AbortSignal): Promise<Wait | null> {
  let wait: Wait | null = null;
  for (const source of sourceNames) {
    const { lookUp } = app.sources[source];
    while (lookUp) {
      signal.throwIfAborted();
      const { items, identifiers } = await itemsFor(app, row.id, source, lookUp);
      if (!items.length) break;
      const limited = await overLimit(app, row.userId);
      wait ??= limited;
      if (limited) break;
      try {
        const records = await lookUp.find(identifiers, { signal });
        if (records.length) await ingest(app, records);
        await settleKnown(app, row, items);
      } catch (error) {
        if (!(error instanceof SourceFailure)) throw error;
        if (row.failures + 1 < roundsAtMost) {
          wait ??= { detail: error.message, until: timeAfter(app.now(), retryMs) };
          break;
        }
      }
      await mark(app, row.id, items, { asked: sql`array_append(${shelfImportItems.asked}, ${source})` });
    }
  }
  return wait;
}

/** How long imports may not call the sources; null if they may now. */
async function overLimit(app: App, userId: string): Promise<Wait | null> {
  const seconds = await shareWait(app, userId, 'import-look-up');
  if (!seconds) return null;
  return {
    detail: 'The sources have been asked enough for today. The rest is looked up later.',
    until: timeAfter(app.now(), Math.min(Math.ceil(seconds / 3600), 24) * hourMs),
  };
}

/** Open references that the source may have and was not asked for, and their identifiers: as many as one call accepts. */
async function itemsFor(app: App, importId: string, source: SourceName, lookUp: LookUp) {
  const items: Item[] = [];
  const identifiers: Identifier[] = [];
  for (const item of await openItems(app, importId, sql`not ${shelfImportItems.asked} @> array[${source}]`)) {
    const known = item.reference.identifiers.filter((one) => lookUp.mayKnow(one));
    if (!known.length || identifiers.length + known.length > lookUp.atMost) continue;
    items.push(item);
    identifiers.push(...known);
  }
  return { items, identifiers };
}

/** References without an outcome, in their order. */
const openItems = ({ db }: App, importId: string, condition?: SQL, most = referencesAtMost) =>
  db
    .select(pick(shelfImportItems, 'place reference asked'))
    .from(shelfImportItems)
    .where(and(eq(shelfImportItems.importId, importId), isNull(shelfImportItems.outcome), condition))
    .orderBy(asc(shelfImportItems.place))
    .limit(most);

/** `asked`: the sources that did not have it. */
type Item = Awaited<ReturnType<typeof openItems>>[number];

/** Writes the same to several references. */
async function mark(
  { db }: App,
  importId: string,
  items: readonly { place: number }[],
  change: PgUpdateSetSource<typeof shelfImportItems>,
): Promise<void> {
  if (!items.length) return;
  const these = inArray(shelfImportItems.place, pluck(items, 'place'));
  const its = and(eq(shelfImportItems.importId, importId), these);
  await db.update(shelfImportItems).set(change).where(its);
}

/** Puts works on the shelf and stores the outcome of their references. Works already there get the tags and the note. */
const putOnShelf = (app: App, row: ImportRow, found: { item: Item; paperId: number }[]) =>
  transaction(app, async (app) => {
    const ids = pluck(found, 'paperId');
    const before = await app.db
      .select({ paperId: shelfImportItems.paperId })
      .from(shelfImportItems)
      .where(and(eq(shelfImportItems.importId, row.id), inArray(shelfImportItems.paperId, ids)));
    const seen = new Set(pluck(before, 'paperId'));
    const byId = new Map((await worksById(app, ids)).map((work) => [work.id, work]));
    for (const { item, paperId } of found) {
      const work = byId.get(paperId);
      if (!work) continue;
      const { tags, note } = item.reference;
      const all = row.tag ? [...tags, row.tag] : tags;
      const isNew = await putThere(app, row.userId, work, { tags: all, note });
      const outcome = seen.has(paperId) ? 'duplicate' : isNew ? 'added' : 'known';
      seen.add(paperId);
      await mark(app, row.id, [item], { outcome, paperId, reason: null });
    }
  });

/** Stores why each open reference was not found. */
async function settleMissing(app: App, importId: string): Promise<void> {
  const open = await openItems(app, importId);
  const works = await findWorks(app, pluck(open, 'reference'));
  const byReason = Map.groupBy(
    open.map((item, at) => ({ ...item, work: works[at]! })),
    ({ work, ...item }) => (typeof work === 'object' ? otherPaper(work) : reasonOf(item)),
  );
  for (const [reason, items] of byReason) await mark(app, importId, items, { outcome: 'not-found', reason });
}

const otherPaper = ({ identifier: { kind, value }, title }: { identifier: Identifier; title: string }) =>
  `Different paper? ${kind === 'arxiv' ? 'arXiv' : kind.toUpperCase()} ${value} is “${title.slice(0, 300)}”, which shares neither words nor authors with this reference.`;

function reasonOf({ reference: { identifiers }, asked }: Item): string {
  if (!identifiers.length)
    return 'Not in the library, and without a DOI, a PMID, or another identifier, so it cannot be looked up.';
  if (!asked.length) return 'No source that we read lists works by this identifier.';
  const labels = asked.map((source) => sourceLabels[source as SourceName]);
  return `${andList(labels)} ${labels.length === 1 ? 'has' : 'have'} no paper with this identifier.`;
}
