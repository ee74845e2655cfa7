import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { emailDigests, readerPapers, searchTerms } from '#platform/db/schema.ts';
import type { SignedInCall } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { DigestHead, DigestStatus, digestApi } from '#shared/digests/digest.ts';
import { digestTeaser } from '#shared/digests/teaser.ts';
import { pick, pluck } from '#shared/values/pick.ts';

/**
 * A page of the reader's digests, newest first, without their papers: about 400 bytes per digest.
 * @throws AppError `invalid` for a cursor that is not one of the reader's digests
 */
export async function readPage(
  { db }: App,
  {
    reader,
    query: { limit, after, q, topic },
  }: Pick<SignedInCall<typeof digestApi.page>, 'reader' | 'query'>,
): Promise<{ digests: DigestHead[]; next: string | null; total: number }> {
  const matches = and(
    eq(emailDigests.userId, reader.id),
    topic === undefined ? undefined : hasId(emailDigests.searchTermId, topic),
    ...wordsOf(q).map(contains),
  );
  const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(emailDigests).where(matches);
  const rows = await db
    .select(headColumns)
    .from(emailDigests)
    .leftJoin(
      searchTerms,
      and(eq(searchTerms.id, emailDigests.searchTermId), sql`${searchTerms.deletedAt} is null`),
    )
    .where(and(matches, after === undefined ? undefined : await olderThan(db, reader.id, after)))
    .orderBy(desc(emailDigests.createdAt), desc(emailDigests.id))
    // Reads one more than requested, to know whether there is another page.
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const kept = topic === undefined ? null : await keptOf(db, reader.id, page);
  return {
    digests: page.map((row) => ({ ...presentHead(row), ...(kept && { kept: kept.get(row.id) ?? 0 }) })),
    next: rows.length > limit ? page.at(-1)!.id : null,
    total: count!.total,
  };
}

/** The number of papers that the reader keeps from each digest. */
async function keptOf(
  db: App['db'],
  userId: string,
  digests: readonly { id: string }[],
): Promise<ReadonlyMap<string | null, number>> {
  const rows = await db
    .select({ id: readerPapers.digestId, kept: sql<number>`count(*)::int` })
    .from(readerPapers)
    .where(
      and(
        eq(readerPapers.userId, userId),
        eq(readerPapers.state, 'kept'),
        inArray(readerPapers.digestId, pluck(digests, 'id')),
      ),
    )
    .groupBy(readerPapers.digestId);
  return new Map(rows.map(({ id, kept }) => [id, kept]));
}

async function olderThan(db: App['db'], userId: string, id: string) {
  const [last] = await db
    .select({ at: sql<string>`${emailDigests.createdAt}::text` })
    .from(emailDigests)
    .where(and(hasId(emailDigests.id, id), eq(emailDigests.userId, userId)));
  if (!last) throw new AppError('invalid', 'This list has changed. Please reload the page.');
  // As text: a JavaScript date would lose the microseconds.
  return sql`(${emailDigests.createdAt}, ${emailDigests.id}) < (${last.at}::timestamptz, ${id}::uuid)`;
}

/** At most eight words, because more do not narrow a search further. */
const wordsOf = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean).slice(0, 8);

/** Ignores case and accents: `perez` finds `Pérez`. */
const contains = (word: string) =>
  sql`strpos(${emailDigests.searched}, lower(regexp_replace(normalize(${word}::text, NFKD), '[\u0300-\u036f]', '', 'g'))) > 0`;

const headColumns = {
  ...pick(emailDigests, 'id digestType searchTerm'),
  searchTermId: searchTerms.id,
  ...pick(emailDigests, 'status sentAt createdAt closeMatches'),
  papers: sql<number>`jsonb_array_length(${emailDigests.papersData})`,
  summary: sql<string | null>`left(${emailDigests.aiSummary}, 400)`,
  titles: sql<string[]>`array(select left(coalesce(paper->>'title', ''), 200)
    from jsonb_array_elements(${emailDigests.papersData}) paper limit 3)`,
  sources: sql<DigestHead['sources']>`array(select distinct paper->>'source'
    from jsonb_array_elements(${emailDigests.papersData}) paper)`,
  failed: sql<DigestHead['failed']>`array(select receipt->>'source'
    from jsonb_array_elements(${emailDigests.coverage}) receipt where receipt->>'outcome' = 'failed')`,
};

type HeadRow = Omit<DigestHead, 'teaser' | 'status' | 'sentAt' | 'createdAt'> & {
  status: string;
  summary: string | null;
  titles: string[];
  sentAt: Date | null;
  createdAt: Date;
};

const presentHead = ({ summary, titles, ...row }: HeadRow): DigestHead => ({
  ...row,
  status: row.status as DigestStatus,
  teaser: digestTeaser(summary, titles),
  sentAt: row.sentAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
