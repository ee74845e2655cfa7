import { and, eq, inArray, ne } from 'drizzle-orm';
import type { PaperInput } from '../../shared/paper.ts';
import type { App } from '../app.ts';
import { paperIdentifiers, papers } from '../db/schema.ts';

/** Digests as they were sent, with those papers marked that were retracted or withdrawn since. */
export async function withTakenBack<D extends { papersData: PaperInput[] }>(
  { db }: Pick<App, 'db'>,
  digests: D[],
): Promise<D[]> {
  const ids = new Set(digests.flatMap(({ papersData }) => papersData.flatMap(({ id }) => id ?? [])));
  if (!ids.size) return digests;
  const gone = await takenBack(db, [...ids]);
  if (!gone.size) return digests;
  return digests.map((digest) => ({
    ...digest,
    papersData: digest.papersData.map((paper) =>
      paper.id && gone.has(paper.id) ? { ...paper, retracted: true } : paper,
    ),
  }));
}

/** Those of the ids whose work, or the work that it was joined with since, is no longer current. */
async function takenBack(db: App['db'], ids: string[]): Promise<Set<string>> {
  const own = await db
    .select({ id: papers.id })
    .from(papers)
    .where(and(inArray(papers.id, ids.map(Number)), ne(papers.state, 'current')));
  const joined = await db
    .select({ id: paperIdentifiers.value })
    .from(paperIdentifiers)
    .innerJoin(papers, eq(papers.id, paperIdentifiers.paperId))
    .where(
      and(
        eq(paperIdentifiers.kind, 'joined'),
        inArray(paperIdentifiers.value, ids),
        ne(papers.state, 'current'),
      ),
    );
  return new Set([...own, ...joined].map(({ id }) => String(id)));
}
