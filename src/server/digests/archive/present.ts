import { and, eq, getTableColumns, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { emailDigests, paperIdentifiers, papers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Digest, DigestStatus } from '#shared/digests/digest.ts';
import { withLibrary } from '#shared/papers/libraryLink.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { withFeedback } from '#topics/feedback/judgements.ts';

/** All columns but the long list of further matches, which nobody sees in an archive of 200 digests. */
const { content: _empty, furtherMatches: _further, ...columns } = getTableColumns(emailDigests);

export { columns as digestColumns };

/** A digest's row without the matches behind its papers. */
export type DigestRow = Omit<typeof emailDigests.$inferSelect, 'content' | 'furtherMatches'>;

/** A digest as the API returns it. */
export type PresentedDigest = Omit<Digest, 'papersData'> & { papersData: PaperInput[] };

/** Digests as they were sent, with the reader's judgments and with later retractions and notices of their papers. */
export const presentDigests = async (app: Pick<App, 'db'>, rows: DigestRow[]): Promise<PresentedDigest[]> =>
  (await withFeedback(app, await withLaterNotices(app, rows))).map(presentDigest);

/**
 * The reader's own digest.
 * @throws AppError `not_found` for another reader's digest, as for one that never existed
 */
export async function readDigest(
  app: Pick<App, 'db'>,
  reader: Pick<Reader, 'id'>,
  id: string,
): Promise<PresentedDigest> {
  const [row] = await app.db
    .select(columns)
    .from(emailDigests)
    .where(and(hasId(emailDigests.id, id), eq(emailDigests.userId, reader.id)));
  if (!row) throw new AppError('not_found', 'This digest does not exist.');
  const [digest] = await presentDigests(app, [row]);
  return digest!;
}

/** A digest whose papers also have their addresses at the reader's library. Never show it to others. */
export const forReader = <D extends PresentedDigest>(
  { libraryLink }: Pick<Reader, 'libraryLink'>,
  digest: D,
) => ({
  ...digest,
  papersData: digest.papersData.map((paper) => withLibrary(libraryLink, paper)),
});

const presentDigest = (row: DigestRow & Pick<Digest, 'feedback'>): PresentedDigest => ({
  id: row.id,
  digestType: row.digestType,
  subject: row.subject,
  searchTerm: row.searchTerm,
  aiSummary: row.aiSummary,
  writtenBy: row.writtenBy,
  byModel: row.byModel,
  status: row.status as DigestStatus,
  sentAt: row.sentAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  papersData: row.papersData,
  summary: row.summary,
  coverage: row.coverage,
  windowDays: row.windowDays,
  filtered: row.filtered,
  closeMatches: row.closeMatches,
  nearestMiss: row.nearestMiss,
  searchTermId: row.searchTermId,
  feedback: row.feedback,
});

/** Marks the papers that were retracted, withdrawn, corrected or questioned since their digest. */
const withLaterNotices = async <D extends { papersData: PaperInput[] }>(
  app: Pick<App, 'db'>,
  digests: D[],
): Promise<D[]> => markPapers(digests, await marksOf(app, paperIdsOf(digests)));

/** The ids of all papers in the digests, without duplicates. */
export const paperIdsOf = (digests: { papersData: PaperInput[] }[]): string[] => [
  ...new Set(digests.flatMap(({ papersData }) => papersData.flatMap(({ id }) => id ?? []))),
];

type Mark = Pick<PaperInput, 'retracted' | 'notice'>;

/**
 * The marks of papers by id: the work, or the work that absorbed it, is retracted or withdrawn, or a notice about it was
 * published.
 */
export async function marksOf({ db }: Pick<App, 'db'>, ids: string[]): Promise<Map<string, Mark>> {
  if (!ids.length) return new Map();
  const mark = { state: papers.state, notice: papers.notice };
  const isMarked = or(ne(papers.state, 'current'), isNotNull(papers.notice));
  const own = db
    .select({ id: sql<string>`${papers.id}::text`, ...mark })
    .from(papers)
    .where(and(sql`${papers.id} = any(${sql.param(ids)}::bigint[])`, isMarked));
  const joined = db
    .select({ id: sql<string>`${paperIdentifiers.value}`, ...mark })
    .from(paperIdentifiers)
    .innerJoin(papers, eq(papers.id, paperIdentifiers.paperId))
    .where(and(eq(paperIdentifiers.kind, 'joined'), anyOf(paperIdentifiers.value, ids), isMarked));
  const rows = await own.union(joined);
  return new Map(
    rows.map(({ id, state, notice }) => [
      id,
      state === 'current' ? { notice: notice! } : { retracted: true },
    ]),
  );
}

const markPapers = <D extends { papersData: PaperInput[] }>(digests: D[], marks: Map<string, Mark>): D[] =>
  marks.size
    ? digests.map((digest) => ({
        ...digest,
        papersData: digest.papersData.map((paper) => ({ ...paper, ...marks.get(paper.id ?? '') })),
      }))
    : digests;
