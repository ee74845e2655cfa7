import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { findWorks } from '#corpus/works/findWorks.ts';
import { ingest } from '#corpus/works/ingest.ts';
import { worksById } from '#corpus/works/works.ts';
import { networkOf } from '#digests/run/find.ts';
import type { App } from '#kit/feature.ts';
import { LeaseLost, released } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { type LimitName, waitFor } from '#platform/rateLimits.ts';
import { type SourceName, sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { hourMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import { putThere, settleShelf } from '#shelf/papers.ts';
import { type Identifier, type LookUp, SourceFailure } from '#sources/record/source.ts';
import type { ImportOutcome, Reference } from '../contract.ts';
import { shelfImportItems, shelfImports } from '../tables.ts';
import { type ImportRow, importLeases, leaseImport } from './imports.ts';

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
  const lease = await leaseImport(app, importId);
  if (!lease) return;
  const { row, token } = lease;
  try {
    await importLeases.withHeartbeat(app, { id: importId, token }, async (lost) => {
      const signal = AbortSignal.any([stop, lost]);
      await searchLibrary(app, row, signal);
      const wait = await askSources(app, row, signal);
      if (wait) return release(app, lease, wait);
      await settleMissing(app, importId);
      await release(app, lease, null);
      // The embedded database never does this on its own, and without it the search reads every row.
      await settleShelf(app.db);
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) await release(app, lease, { detail: row.detail, until: null });
    if (!stop.aborted && !(error instanceof LeaseLost)) throw error;
  }
}

interface Wait {
  detail: string | null;
  until: Date | null;
}

/** Releases the import, finished or to continue later. */
async function release(
  { db, now }: Pick<App, 'db' | 'now'>,
  { row, token }: { row: ImportRow; token: string },
  wait: Wait | null,
): Promise<void> {
  const end = wait
    ? { detail: wait.detail, waitsUntil: wait.until, failures: row.failures + (wait.until ? 1 : 0) }
    : { detail: null, waitsUntil: null, finishedAt: now() };
  const held = await db
    .update(shelfImports)
    .set({ ...end, ...released })
    .where(importLeases.isHeldBy({ id: row.id, token }))
    .returning({ id: shelfImports.id });
  // A settled import forgets what the reader gave, but for the label, and the note by which `deleteImport` knows its own.
  if (!wait && held.length)
    await db.execute(sql`
      update shelf_import_items set reference = ${JSON.stringify(forgotten)}::jsonb ||
        jsonb_build_object('note', case when outcome = 'added' then coalesce(reference->>'note', '') else '' end)
      where import_id = ${row.id}`);
}

const forgotten: Reference = { identifiers: [], title: null, authors: [], year: null, tags: [], note: '' };

async function searchLibrary(app: App, row: ImportRow, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const items = await openItems(app, row.id, eq(shelfImportItems.isMatched, false), sliceSize);
    if (!items.length) return;
    await settleKnown(app, row, items);
    await app.db
      .update(shelfImportItems)
      .set({ isMatched: true })
      .where(and(eq(shelfImportItems.importId, row.id), inArray(shelfImportItems.place, placesOf(items))));
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
  await putOnShelf(app, row, found);
  const unclear = items.filter(
    ({ reference }, at) => works[at] === 'several' && !reference.identifiers.length,
  );
  if (unclear.length)
    await app.db
      .update(shelfImportItems)
      .set({ outcome: 'not-found', reason: 'Several papers have this title.' })
      .where(and(eq(shelfImportItems.importId, row.id), inArray(shelfImportItems.place, placesOf(unclear))));
}

/** Asks each source for the open references. Returns a wait if one does not answer or its daily limit is reached. */
async function askSources(app: App, row: ImportRow, signal: AbortSignal): Promise<Wait | null> {
  let wait: Wait | null = null;
  for (const source of sourceNames) {
    const { lookUp } = app.sources[source];
    if (!lookUp) continue;
    for (;;) {
      signal.throwIfAborted();
      const items = await itemsFor(app, row.id, source, lookUp);
      if (!items.length) break;
      const refused = await ask(app, row, { source, lookUp, items, signal });
      if (!refused) continue;
      if (row.failures + 1 >= roundsAtMost && !refused.isLimit) {
        await markAsked(app, row.id, source, items);
        continue;
      }
      wait ??= refused;
      break;
    }
  }
  return wait;
}

interface Question {
  source: SourceName;
  lookUp: LookUp;
  items: Item[];
  signal: AbortSignal;
}

/** One call of a source. Null when it answered. */
async function ask(
  app: App,
  row: ImportRow,
  { source, lookUp, items, signal }: Question,
): Promise<(Wait & { isLimit: boolean }) | null> {
  const limited = await overLimit(app, row.userId);
  if (limited)
    return {
      isLimit: true,
      detail: `The sources have been asked enough for today. The rest is looked up later.`,
      until: timeAfter(app.now(), Math.min(limited, 24) * hourMs),
    };
  const identifiers = items.flatMap(({ reference }) =>
    reference.identifiers.filter((one) => lookUp.mayKnow(one)),
  );
  try {
    const records = await lookUp.find(identifiers.slice(0, lookUp.atMost), { signal });
    if (records.length) await ingest(app, records);
    await settleKnown(app, row, items);
    await markAsked(app, row.id, source, items);
    return null;
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    return { isLimit: false, detail: error.message, until: timeAfter(app.now(), retryMs) };
  }
}

/** Hours until imports may call the sources again; null if they may now. */
async function overLimit(app: App, userId: string): Promise<number | null> {
  const counts: [LimitName, string][] = [
    ['import-look-up-reader', userId],
    ['import-look-up-network', await networkOf(app, userId)],
    ['import-look-up', 'all'],
  ];
  for (const [name, account] of counts) {
    const seconds = await waitFor(app, name, { account });
    if (seconds > 0) return Math.ceil(seconds / 3600);
  }
  return null;
}

/** Open references that the source may have and was not asked for, at most as many as one call accepts. */
async function itemsFor(app: App, importId: string, source: SourceName, lookUp: LookUp): Promise<Item[]> {
  const open = await openItems(app, importId, sql`not ${shelfImportItems.asked} @> array[${source}]`, 1000);
  const asked: Item[] = [];
  let room = lookUp.atMost;
  for (const item of open) {
    const known = item.reference.identifiers.filter((one) => lookUp.mayKnow(one)).length;
    if (!known || known > room) continue;
    room -= known;
    asked.push(item);
  }
  return asked;
}

const openItems = (
  { db }: Pick<App, 'db'>,
  importId: string,
  condition: ReturnType<typeof eq>,
  most: number,
): Promise<Item[]> =>
  db
    .select(pick(shelfImportItems, 'place reference asked'))
    .from(shelfImportItems)
    .where(and(eq(shelfImportItems.importId, importId), isNull(shelfImportItems.outcome), condition))
    .orderBy(asc(shelfImportItems.place))
    .limit(most);

const placesOf = (items: Item[]): number[] => items.map(({ place }) => place);

async function markAsked({ db }: Pick<App, 'db'>, importId: string, source: SourceName, items: Item[]) {
  await db
    .update(shelfImportItems)
    .set({ asked: sql`array_append(${shelfImportItems.asked}, ${source})` })
    .where(and(eq(shelfImportItems.importId, importId), inArray(shelfImportItems.place, placesOf(items))));
}

/** A reference without an outcome. */
interface Item {
  place: number;
  reference: Reference;
  /** The sources that did not have it. */
  asked: string[];
}

/** Puts works on the shelf and stores the outcome of their references. Works already there get the tags and the note. */
const putOnShelf = (
  app: Pick<App, 'db' | 'now'>,
  row: ImportRow,
  found: { item: Item; paperId: number }[],
): Promise<void> =>
  transaction(app, async (app) => {
    if (!found.length) return;
    const before = await app.db
      .select({ paperId: shelfImportItems.paperId })
      .from(shelfImportItems)
      .where(
        and(
          eq(shelfImportItems.importId, row.id),
          inArray(shelfImportItems.paperId, pluck(found, 'paperId')),
        ),
      );
    const seen = new Set(before.map(({ paperId }) => paperId));
    const works = await worksById(app, pluck(found, 'paperId'));
    const byId = new Map(works.map((work) => [work.id, work]));
    for (const { item, paperId } of found) {
      const work = byId.get(paperId);
      if (!work) continue;
      const { tags, note } = item.reference;
      const isNew = await putThere(app, row.userId, work, {
        tags: row.tag ? [...tags, row.tag] : tags,
        note,
      });
      const first: ImportOutcome = isNew ? 'added' : 'known';
      const outcome = seen.has(paperId) ? 'duplicate' : first;
      seen.add(paperId);
      await app.db
        .update(shelfImportItems)
        .set({ outcome, paperId, reason: null })
        .where(isItem(row.id, item.place));
    }
  });

const isItem = (importId: string, place: number) =>
  and(eq(shelfImportItems.importId, importId), eq(shelfImportItems.place, place));

/** Stores why each open reference was not found. */
async function settleMissing(app: Pick<App, 'db'>, importId: string): Promise<void> {
  const { db } = app;
  const open = await db
    .select(pick(shelfImportItems, 'place reference asked'))
    .from(shelfImportItems)
    .where(and(eq(shelfImportItems.importId, importId), isNull(shelfImportItems.outcome)));
  const works = await findWorks(app, pluck(open, 'reference'));
  const byReason = Map.groupBy(
    open.map((item, at) => ({ ...item, work: works[at]! })),
    ({ work, ...item }) => (typeof work === 'object' ? otherPaper(work) : reasonOf(item)),
  );
  for (const [reason, items] of byReason)
    await db
      .update(shelfImportItems)
      .set({ outcome: 'not-found', reason })
      .where(
        and(eq(shelfImportItems.importId, importId), inArray(shelfImportItems.place, pluck(items, 'place'))),
      );
}

const otherPaper = ({
  identifier: { kind, value },
  title,
}: {
  identifier: Identifier;
  title: string;
}): string =>
  `Different paper? ${kind === 'arxiv' ? 'arXiv' : kind.toUpperCase()} ${value} is “${title.slice(0, 300)}”, which shares neither words nor authors with this reference.`;

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

function reasonOf({ reference: { identifiers }, asked }: Item): string {
  if (!identifiers.length)
    return 'Not in the library, and without a DOI, a PMID, or another identifier, so it cannot be looked up.';
  if (!asked.length) return 'No source that we read lists works by this identifier.';
  const labels = asked.map((source) => sourceLabels[source as SourceName]);
  return `${listed.format(labels)} ${labels.length === 1 ? 'has' : 'have'} no paper with this identifier.`;
}
