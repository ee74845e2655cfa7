import { sql } from 'drizzle-orm';
import { prepared } from '#platform/db/prepared.ts';
import { paperIdentifiers, papers } from '#platform/db/schema.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { DigestsApp } from '../app.ts';

/** Digests as they were sent, with those papers marked that were retracted or withdrawn since. */
export const withTakenBack = async <D extends { papersData: PaperInput[] }>(
  app: Pick<DigestsApp, 'db'>,
  digests: D[],
): Promise<D[]> => markTakenBack(digests, await takenBack(app, paperIdsOf(digests)));

/** The ids of all papers in the digests, each once. */
export const paperIdsOf = (digests: { papersData: PaperInput[] }[]): string[] => [
  ...new Set(digests.flatMap(({ papersData }) => papersData.flatMap(({ id }) => id ?? []))),
];

/** Those of the ids whose work, or the work that it was joined with since, is no longer current. */
export async function takenBack({ db }: Pick<DigestsApp, 'db'>, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await statements(db).takenBack.execute({ ids });
  return new Set(rows.map(({ id }) => id));
}

const statements = prepared((db) => {
  const ids = sql.placeholder('ids');
  const own = db
    .select({ id: sql<string>`${papers.id}::text` })
    .from(papers)
    .where(sql`${papers.id} = any(${ids}::bigint[]) and ${papers.state} <> 'current'`);
  const joined = db
    .select({ id: sql<string>`${paperIdentifiers.value}` })
    .from(paperIdentifiers)
    .innerJoin(papers, sql`${papers.id} = ${paperIdentifiers.paperId}`)
    .where(
      sql`${paperIdentifiers.kind} = 'joined' and ${paperIdentifiers.value} = any(${ids}::text[])
        and ${papers.state} <> 'current'`,
    );
  return { takenBack: own.union(joined).prepare('papers_taken_back') };
});

export const markTakenBack = <D extends { papersData: PaperInput[] }>(
  digests: D[],
  gone: Set<string>,
): D[] =>
  gone.size
    ? digests.map((digest) => ({
        ...digest,
        papersData: digest.papersData.map((paper) =>
          paper.id && gone.has(paper.id) ? { ...paper, retracted: true } : paper,
        ),
      }))
    : digests;
