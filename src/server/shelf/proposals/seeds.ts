import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { papers, readerPapers, shelfImportItems, shelfImports } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import type { SeedPaper } from '#search/core/types.ts';
import { AppError } from '#shared/contract/errors.ts';
import { seedsAtMost } from '#shared/topics/proposals.ts';
import type { ShelfApp } from '../app.ts';
import { currentIds, isPaperId } from '../papers/row.ts';

/** The papers to propose topics from: an import, or papers of the shelf by id. */
export interface Named {
  importId?: string | undefined;
  paperIds?: string[] | undefined;
}

/**
 * The papers that the reader named, by id. Skips papers that are not on the shelf.
 * @throws AppError `not_found` for somebody else's import or if none of the papers is on the shelf, `invalid` for an import
 * that found nothing
 */
export async function seedsOf(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
  { importId, paperIds = [] }: Named,
): Promise<SeedPaper[]> {
  const found = importId ? await ofImport(db, userId, importId) : await ofShelf(db, userId, paperIds);
  if (found.length) return found;
  throw importId
    ? new AppError(
        'invalid',
        'None of these references was found, so there is nothing to propose topics from.',
      )
    : new AppError('not_found', 'None of these papers is on your shelf.');
}

const columns = { id: papers.id, title: papers.title, abstract: papers.abstract };

async function ofImport(db: ShelfApp['db'], userId: string, importId: string): Promise<SeedPaper[]> {
  const own = and(eq(shelfImports.id, importId), eq(shelfImports.userId, userId));
  const known = isUuid(importId) ? await db.$count(shelfImports, own) : 0;
  if (!known) throw new AppError('not_found', 'This import does not exist.');
  return db
    .selectDistinctOn([papers.id], columns)
    .from(shelfImportItems)
    .innerJoin(papers, eq(papers.id, shelfImportItems.paperId))
    .where(and(eq(shelfImportItems.importId, importId), isNotNull(shelfImportItems.outcome)))
    .orderBy(papers.id)
    .limit(seedsAtMost);
}

async function ofShelf(db: ShelfApp['db'], userId: string, paperIds: string[]): Promise<SeedPaper[]> {
  const given = [...new Set(paperIds.filter(isPaperId))];
  const current = await currentIds(db, given);
  const wanted = given.map((id) => Number(current.get(id) ?? id));
  if (!wanted.length) return [];
  return db
    .select(columns)
    .from(readerPapers)
    .innerJoin(papers, eq(papers.id, readerPapers.paperId))
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, wanted)))
    .orderBy(papers.id);
}
