import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { prepared } from '#platform/db/prepared.ts';
import { emailDigests, paperIdentifiers, papers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Digest, DigestStatus } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { withFeedback } from '#topics/feedback/onDigests.ts';
import type { DigestsApp } from '../app.ts';

/** All columns but the mail itself: in an archive of 200 digests it would be 15 MB that nobody is shown. */
const { content: _html, contentText: _text, ...columns } = getTableColumns(emailDigests);

export { columns as digestColumns };

/** A digest's row without its mail. */
export type DigestRow = Omit<typeof emailDigests.$inferSelect, 'content' | 'contentText'>;

/** A digest as the API gives it. */
export type PresentedDigest = Omit<Digest, 'papersData'> & { papersData: PaperInput[] };

/** Digests as they were sent, with later retractions of their papers and the reader's judgements. */
export const presentDigests = async (
  app: Pick<DigestsApp, 'db'>,
  rows: DigestRow[],
): Promise<PresentedDigest[]> =>
  (await withFeedback(app, await withRetractions(app, rows))).map(presentDigest);

/**
 * The reader's own digest.
 * @throws AppError `not_found` for somebody else's, as for one that never existed
 */
export async function readDigest(
  app: Pick<DigestsApp, 'db'>,
  reader: Pick<Reader, 'id'>,
  id: string,
): Promise<PresentedDigest> {
  const [row] = isUuid(id)
    ? await app.db
        .select(columns)
        .from(emailDigests)
        .where(and(eq(emailDigests.id, id), eq(emailDigests.userId, reader.id)))
    : [];
  if (!row) throw new AppError('not_found', 'This digest does not exist.');
  const [digest] = await presentDigests(app, [row]);
  return digest!;
}

const presentDigest = (row: DigestRow & Pick<Digest, 'feedback'>): PresentedDigest => ({
  id: row.id,
  digestType: row.digestType,
  subject: row.subject,
  searchTerm: row.searchTerm,
  aiSummary: row.aiSummary,
  writtenBy: row.writtenBy,
  status: row.status as DigestStatus,
  sentAt: row.sentAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  papersData: row.papersData,
  summary: row.summary,
  coverage: row.coverage,
  windowDays: row.windowDays,
  filtered: row.filtered,
  searchTermId: row.searchTermId,
  feedback: row.feedback,
});

/** Digests with those papers marked that were retracted or withdrawn since. */
const withRetractions = async <D extends { papersData: PaperInput[] }>(
  app: Pick<DigestsApp, 'db'>,
  digests: D[],
): Promise<D[]> => markRetracted(digests, await retractedIds(app, paperIdsOf(digests)));

/** The ids of all papers in the digests, without duplicates. */
export const paperIdsOf = (digests: { papersData: PaperInput[] }[]): string[] => [
  ...new Set(digests.flatMap(({ papersData }) => papersData.flatMap(({ id }) => id ?? []))),
];

/** Those of the ids whose work, or the work that absorbed it since, is retracted or withdrawn. */
export async function retractedIds({ db }: Pick<DigestsApp, 'db'>, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await statements(db).retractedIds.execute({ ids });
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
  return { retractedIds: own.union(joined).prepare('papers_taken_back') };
});

const markRetracted = <D extends { papersData: PaperInput[] }>(digests: D[], retracted: Set<string>): D[] =>
  retracted.size
    ? digests.map((digest) => ({
        ...digest,
        papersData: digest.papersData.map((paper) =>
          paper.id && retracted.has(paper.id) ? { ...paper, retracted: true } : paper,
        ),
      }))
    : digests;
