import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf, executeInTurn } from '#platform/db/batch.ts';
import type { Db } from '#platform/db/open.ts';
import {
  deliveredPapers,
  paperIdentifiers,
  paperNotices,
  paperRecords,
  papers,
  readerPapers,
} from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { Identifier } from '#sources/record/source.ts';
import { descriptors } from '#sources/registry.ts';
import { eventsStatement, lockCorpus } from './rows.ts';
import { changedAt } from './works.ts';

/**
 * Handles records that a source has deleted. A work with other records keeps those. A work that was mailed to a reader or is
 * on a shelf is marked withdrawn. Any other work is deleted. Safe to repeat. Returns how many works were marked or deleted.
 */
export async function withdraw(
  app: Pick<App, 'db' | 'now'>,
  source: SourceName,
  deleted: Identifier[],
): Promise<number> {
  const own = deleted.filter(({ kind }) => kind === descriptors[source].idKind);
  const sourceIds = own.map(({ value }) => value);
  if (!sourceIds.length) return 0;
  return transaction(app, async ({ db, now }) => {
    await lockCorpus(db);
    const at = now();
    const records = await db
      .select({ paperId: paperRecords.paperId, sourceId: paperRecords.sourceId })
      .from(paperRecords)
      .where(and(eq(paperRecords.source, source), inArray(paperRecords.sourceId, sourceIds)));
    await db
      .delete(paperNotices)
      .where(and(eq(paperNotices.source, source), inArray(paperNotices.sourceId, sourceIds)));
    if (!records.length) return 0;
    const ids = [...new Set(records.map(({ paperId }) => paperId))];
    // A digest that is writing its ledger holds a share lock on these rows. Wait for it before reading.
    const works = db.select({ id: papers.id }).from(papers).where(inArray(papers.id, ids));
    await works.orderBy(papers.id).for('update');
    const alone = await withoutOthers(db, source, sourceIds, ids);
    const kept = await heldByReaders(db, [...alone]);
    const unwanted = [...alone].filter((id) => !kept.has(id));
    await db.delete(papers).where(anyOf(papers.id, unwanted));
    const marked = await markWithdrawn(db, [...kept], at);
    const shared = records.filter(({ paperId }) => !alone.has(paperId));
    await dropRecords(db, source, shared, at);
    return unwanted.length + marked;
  });
}

/** Those of the works that a reader received or has on a shelf. */
async function heldByReaders(db: Db, ids: number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select paper_id as id from delivered_papers where ${anyOf(deliveredPapers.paperId, ids)}
    union select paper_id from reader_papers where ${anyOf(readerPapers.paperId, ids)}`);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The works that have no record besides the deleted ones. */
async function withoutOthers(db: Db, source: SourceName, sourceIds: string[], ids: number[]) {
  const isDeleted = and(eq(paperRecords.source, source), inArray(paperRecords.sourceId, sourceIds));
  const left = and(inArray(paperRecords.paperId, ids), not(isDeleted!));
  const others = await db.selectDistinct({ paperId: paperRecords.paperId }).from(paperRecords).where(left);
  const kept = new Set(others.map(({ paperId }) => paperId));
  return new Set(ids.filter((id) => !kept.has(id)));
}

async function markWithdrawn(db: Db, ids: number[], at: Date): Promise<number> {
  if (!ids.length) return 0;
  const marked = await db
    .update(papers)
    .set({ state: 'withdrawn', changedAt: changedAt(at) })
    .where(and(inArray(papers.id, ids), eq(papers.state, 'current')))
    .returning({ paperId: papers.id, source: papers.source, url: papers.url });
  const events = marked.map(({ paperId, ...detail }) => ({ paperId, kind: 'withdrawn' as const, detail }));
  await executeInTurn(db, [() => eventsStatement(events, at)]);
  // If the source restores the same record, it must not count as unchanged.
  await db.update(paperRecords).set({ contentHash: '' }).where(inArray(paperRecords.paperId, ids));
  return marked.length;
}

/** The work keeps its text and is displayed under the address of a remaining record. */
async function dropRecords(
  db: Db,
  source: SourceName,
  records: { paperId: number; sourceId: string }[],
  at: Date,
): Promise<void> {
  if (!records.length) return;
  const sourceIds = records.map(({ sourceId }) => sourceId);
  await db
    .delete(paperRecords)
    .where(and(eq(paperRecords.source, source), inArray(paperRecords.sourceId, sourceIds)));
  const { idKind } = descriptors[source];
  if (idKind !== 'doi')
    await db
      .delete(paperIdentifiers)
      .where(and(eq(paperIdentifiers.kind, idKind), anyOf(paperIdentifiers.value, sourceIds)));
  const shown = and(eq(papers.source, source), inArray(papers.sourceId, sourceIds));
  const next = sql`(select distinct on (k.paper_id) k.* from paper_records k order by k.paper_id, k.source, k.source_id)`;
  const moved = await db.execute<{ id: string }>(sql`
    update papers set source = k.source, source_id = k.source_id, version = k.version, doi = k.doi, url = k.url,
      changed_at = ${changedAt(at)}
    from ${next} k where k.paper_id = papers.id and ${shown} returning papers.id`);
  const ids = moved.rows.map(({ id }) => Number(id));
  // The next harvest of that record adds its own text.
  await db.update(paperRecords).set({ contentHash: '' }).where(anyOf(paperRecords.paperId, ids));
}
