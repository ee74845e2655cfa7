import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { paperIdentifiers, readerPapers } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';

/** @throws AppError `not_found` for text that is not an id */
export async function currentId(db: Db, paperId: string): Promise<number> {
  if (!isPaperId(paperId)) throw notFound();
  return Number((await currentIds(db, [paperId])).get(paperId) ?? paperId);
}

/** Whether text can be the id of a paper. */
export const isPaperId = (text: string): boolean => /^\d{1,14}$/.test(text);

/** The reader's row of a paper, locked until the transaction ends. */
export async function rowOf(db: Db, userId: string, paperId: number) {
  const [row] = await db.select().from(readerPapers).where(isRow(userId, paperId)).for('update');
  return row;
}

/** The condition that names a reader's row of a paper. */
export const isRow = (userId: string, paperId: number) =>
  and(eq(readerPapers.userId, userId), eq(readerPapers.paperId, paperId));

/** The same error for somebody else's paper and for one that does not exist. */
export const notFound = (): AppError =>
  new AppError('not_found', 'This paper was not in a digest of this search term.');

/** Current ids of merged works, by their former ids. */
export async function currentIds(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({ former: paperIdentifiers.value, id: paperIdentifiers.paperId })
    .from(paperIdentifiers)
    .where(and(sql`${paperIdentifiers.kind} = 'joined'`, inArray(paperIdentifiers.value, ids)));
  return new Map(rows.map(({ former, id }) => [former, String(id)]));
}
