import { sql } from 'drizzle-orm';
import { executeInTurn } from '#platform/db/batch.ts';
import { rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';
import { papers } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { cleanAbstract, cleaningVersion, cleanTitle } from '#sources/record/cleanText.ts';
import { holdsTex } from '#sources/record/tex.ts';
import type { CorpusApp } from '../app.ts';
import { signatureOf } from '../works/identity/sameWork.ts';
import { lockCorpus } from '../works/rows.ts';
import { signaturesStatement } from '../works/stored.ts';
import { changedAt } from '../works/works.ts';

/** Few enough to delay harvests, which wait for the same lock, and requests in this process only briefly. */
const batchSize = 100;

type Cleaning = Pick<CorpusApp, 'db' | 'now' | 'log'>;

/**
 * Cleans the titles and abstracts of works stored under older cleaning rules, in short transactions. Continues after a kill,
 * and returns at once if all are clean. Cleaning a text is not a revision and makes no event, but the index reads the work
 * again, and it is found by its new title too. Returns how many texts changed.
 * @throws the signal's reason if it aborts, between two transactions
 */
export async function cleanStoredTexts(app: Cleaning, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  for (let more = true; more; ) {
    signal?.throwIfAborted();
    const batch = await cleanBatch(app);
    changed += batch.changed;
    more = batch.read === batchSize;
  }
  if (changed) app.log.info({ changed, version: cleaningVersion }, 'stored texts were cleaned');
  return changed;
}

const cleanBatch = (app: Cleaning): Promise<{ read: number; changed: number }> =>
  transaction(app, async ({ db, now }) => {
    // A harvest that has read a work may write the old text back.
    await lockCorpus(db);
    const rows = await db
      .select({
        id: papers.id,
        source: papers.source,
        doi: papers.doi,
        authors: papers.authors,
        title: papers.title,
        abstract: papers.abstract,
        publicationTypes: papers.publicationTypes,
      })
      .from(papers)
      .where(sql`${papers.cleaning} < ${cleaningVersion}::int`)
      .orderBy(papers.cleaning, papers.id)
      .limit(batchSize);
    const cleaned = rows.map((row) => {
      const title = cleanTitle(row.title);
      const abstract = row.abstract && cleanAbstract(row.abstract);
      return {
        id: row.id,
        title,
        abstract,
        changed: title !== row.title || abstract !== row.abstract,
        // BibTeX prints a title as its authors wrote it.
        titleTex: title !== row.title && holdsTex(row.title) ? row.title : null,
      };
    });
    await db.execute(sql`
      update papers p
      set title = r.title,
        abstract = r.abstract,
        bibliography = case when r."titleTex" is null or p.bibliography ? 'titleTex' then p.bibliography
          else coalesce(p.bibliography, '{"names": []}') || jsonb_build_object('titleTex', r."titleTex") end,
        cleaning = ${cleaningVersion}::int,
        changed_at = case when r.changed then ${changedAt(now(), 'p')} else p.changed_at end,
        vector = case when r.changed then null else p.vector end,
        vector_model = case when r.changed then null else p.vector_model end
      from ${rowsAsTable({ id: 'bigint', title: 'text', abstract: 'text', changed: 'boolean', titleTex: 'text' }, cleaned)} as r
      where p.id = r.id`);
    // Keep the old title's signatures, because other sources may still use it.
    const signatures = rows.flatMap((row, at) => {
      const { id, title } = cleaned[at]!;
      const signature = title === row.title ? null : signatureOf({ ...row, title });
      return signature ? [{ paperId: id, signature }] : [];
    });
    await executeInTurn(db, [() => signaturesStatement(signatures)]);
    return { read: rows.length, changed: cleaned.filter(({ changed }) => changed).length };
  });
