import { and, asc, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { emailDigests, paperIdentifiers, papers, readerPapers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Digest, DigestStatus, OpenedDigest } from '#shared/digests/digest.ts';
import { withLibrary } from '#shared/papers/libraryLink.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { pick } from '#shared/values/pick.ts';
import { withFeedback } from '#topics/feedback/judgements.ts';
import { type DigestRow, digestColumns } from '../run/finish.ts';

/** A digest as the API returns it. */
export type PresentedDigest = Omit<Digest, 'papersData'> & { papersData: PaperInput[] };

/** Digests as they were sent, with the reader's judgments and with later retractions and notices of their papers. */
export async function presentDigests(app: App, rows: DigestRow[]): Promise<PresentedDigest[]> {
  const marks = await marksOf(app, paperIdsOf(rows));
  const marked = rows.map((row) => ({
    ...row,
    papersData: row.papersData.map((paper) => ({ ...paper, ...marks.get(paper.id ?? '') })),
  }));
  return (await withFeedback(app, marked)).map((row) => ({
    ...pick(
      row,
      'id digestType subject searchTerm searchTermId aiSummary writtenBy byModel papersData summary',
    ),
    ...pick(row, 'coverage windowDays filtered closeMatches nearestMiss feedback'),
    status: row.status as DigestStatus,
    sentAt: row.sentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/**
 * The reader's own digest.
 * @throws AppError `not_found` for another reader's digest, as for one that never existed
 */
export async function readDigest(app: App, reader: Pick<Reader, 'id'>, id: string): Promise<PresentedDigest> {
  const own = and(hasId(emailDigests.id, id), eq(emailDigests.userId, reader.id));
  const [row] = await app.db.select(digestColumns).from(emailDigests).where(own);
  if (!row) throw new AppError('not_found', 'This digest does not exist.');
  const [digest] = await presentDigests(app, [row]);
  return digest!;
}

/** A digest whose papers also have their addresses at the reader's library. Never show it to others. */
export const forReader = <D extends PresentedDigest>(
  { libraryLink }: Pick<Reader, 'libraryLink'>,
  digest: D,
) => ({ ...digest, papersData: digest.papersData.map((paper) => withLibrary(libraryLink, paper)) });

/** The ids of all papers in the digests, without duplicates. */
export const paperIdsOf = (digests: { papersData: PaperInput[] }[]): string[] => [
  ...new Set(digests.flatMap(({ papersData }) => papersData.flatMap(({ id }) => id ?? []))),
];

type Mark = Pick<PaperInput, 'retracted' | 'notice'>;

/**
 * The marks of papers by id: the work, or the work that absorbed it, is retracted or withdrawn, or a notice about it was
 * published.
 */
export async function marksOf({ db }: App, ids: string[]): Promise<Map<string, Mark>> {
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
  const markOf = ({ state, notice }: (typeof rows)[number]): Mark =>
    state === 'current' ? { notice: notice! } : { retracted: true };
  const marks = rows.map((row): [string, Mark] => [row.id, markOf(row)]);
  return new Map(marks);
}

/**
 * The reader's own digest, with the previous and next digest of the topic, and with what the reader did with its papers.
 * @throws AppError `not_found` for another reader's digest, as for one that never existed
 */
export async function openDigest(
  app: App,
  reader: Pick<Reader, 'id'>,
  id: string,
): Promise<PresentedDigest & Pick<OpenedDigest, 'older' | 'newer' | 'states'>> {
  const digest = await readDigest(app, reader, id);
  const [older, newer, states] = await Promise.all([
    neighborOf(app, reader, digest, 'older'),
    neighborOf(app, reader, digest, 'newer'),
    statesOf(app, reader, digest.papersData),
  ]);
  return { ...digest, older, newer, states };
}

async function neighborOf(
  { db }: App,
  reader: Pick<Reader, 'id'>,
  { id, searchTermId }: PresentedDigest,
  which: 'older' | 'newer',
): Promise<OpenedDigest['older']> {
  if (!searchTermId) return null;
  const place = sql`(${emailDigests.createdAt}, ${emailDigests.id})`;
  const own = sql`(select d.created_at, d.id from email_digests d where d.id = ${id}::uuid)`;
  const order = which === 'older' ? desc : asc;
  const beyond = which === 'older' ? sql`${place} < ${own}` : sql`${place} > ${own}`;
  const [row] = await db
    .select({ id: emailDigests.id, sentAt: emailDigests.sentAt, createdAt: emailDigests.createdAt })
    .from(emailDigests)
    .where(and(eq(emailDigests.userId, reader.id), eq(emailDigests.searchTermId, searchTermId), beyond))
    .orderBy(order(emailDigests.createdAt), order(emailDigests.id))
    .limit(1);
  return row ? { id: row.id, at: (row.sentAt ?? row.createdAt).toISOString() } : null;
}

/** The reader's states for those of these papers that have one, by paper id. */
export async function statesOf(
  { db }: App,
  reader: Pick<Reader, 'id'>,
  papers: PaperInput[],
): Promise<OpenedDigest['states']> {
  const ids = papers.flatMap(({ id }) => (id ? [Number(id)] : []));
  if (!ids.length) return {};
  const rows = await db
    .select(pick(readerPapers, 'paperId state'))
    .from(readerPapers)
    .where(and(eq(readerPapers.userId, reader.id), inArray(readerPapers.paperId, ids)));
  return Object.fromEntries(rows.map(({ paperId, state }) => [paperId, state]));
}
