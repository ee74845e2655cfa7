import { and, eq, inArray, isNull } from 'drizzle-orm';
import { worksById } from '#corpus/works/works.ts';
import { readerPapers, shelfImportItems } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import type { ImportOutcome, Reference } from '#shared/shelf/imports.ts';
import { noteAtMost, tagsAtMost } from '#shared/shelf/shelf.ts';
import type { ShelfApp } from '../app.ts';
import { documentOf } from '../papers/document.ts';
import { isRow, rowOf } from '../papers/row.ts';
import { shownOf } from '../papers/shown.ts';
import type { ImportRow } from './lease.ts';

/** A reference without an outcome. */
export interface Item {
  place: number;
  reference: Reference;
  /** The sources that did not have it. */
  asked: string[];
}

/** Puts works on the shelf and stores the outcome of their references. Works already there get the tags and the note. */
export const putOnShelf = (
  app: Pick<ShelfApp, 'db' | 'now'>,
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
          inArray(
            shelfImportItems.paperId,
            found.map(({ paperId }) => paperId),
          ),
        ),
      );
    const seen = new Set(before.map(({ paperId }) => paperId));
    const works = await worksById(
      app,
      found.map(({ paperId }) => paperId),
    );
    const byId = new Map(works.map((work) => [work.id, work]));
    for (const { item, paperId } of found) {
      const work = byId.get(paperId);
      if (!work) continue;
      const isNew = await addOne(app, row, { item, work });
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

/** Whether the paper is new on the shelf. */
async function addOne(
  { db, now }: Pick<ShelfApp, 'db' | 'now'>,
  { userId, tag }: ImportRow,
  { item: { reference }, work }: { item: Item; work: Awaited<ReturnType<typeof worksById>>[number] },
): Promise<boolean> {
  const wanted = [...reference.tags, ...(tag ? [tag] : [])];
  const there = await rowOf(db, userId, work.id);
  const tags = [...new Set([...(there?.tags ?? []), ...wanted])].slice(0, tagsAtMost);
  const note = withNote(there?.note ?? '', reference.note);
  if (there) {
    const isBack = there.state === 'new';
    const document = documentOf({ shown: there.shown, note, tags });
    await db
      .update(readerPapers)
      .set({ tags, note, document, ...(isBack ? { state: 'kept' as const, changedAt: now() } : {}) })
      .where(isRow(userId, work.id));
    return isBack;
  }
  const shown = shownOf(work);
  await db.insert(readerPapers).values({
    userId,
    paperId: work.id,
    state: 'kept',
    shown,
    note,
    tags,
    imported: true,
    document: documentOf({ shown, note, tags }),
    changedAt: now(),
    addedAt: now(),
  });
  return true;
}

const withNote = (note: string, more: string): string =>
  !more || note.includes(more) ? note : [note, more].filter(Boolean).join('\n\n').slice(0, noteAtMost);

/** Stores why each open reference was not found. */
export async function settleMissing({ db }: Pick<ShelfApp, 'db'>, importId: string): Promise<void> {
  const open = await db
    .select({
      place: shelfImportItems.place,
      reference: shelfImportItems.reference,
      asked: shelfImportItems.asked,
    })
    .from(shelfImportItems)
    .where(and(eq(shelfImportItems.importId, importId), isNull(shelfImportItems.outcome)));
  const byReason = Map.groupBy(open, reasonOf);
  for (const [reason, items] of byReason)
    await db
      .update(shelfImportItems)
      .set({ outcome: 'not-found', reason })
      .where(
        and(
          eq(shelfImportItems.importId, importId),
          inArray(
            shelfImportItems.place,
            items.map(({ place }) => place),
          ),
        ),
      );
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

function reasonOf({ reference: { identifiers }, asked }: Item): string {
  if (!identifiers.length)
    return 'Not in the library, and without a DOI, a PMID, or another identifier no source can be asked for it.';
  if (!asked.length) return 'No source that we read lists works by this identifier.';
  const labels = asked.map((source) => sourceLabels[source as SourceName]);
  return `${listed.format(labels)} ${labels.length === 1 ? 'has' : 'have'} no paper of this identifier.`;
}
