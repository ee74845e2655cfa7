import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { App } from '#kit/feature.ts';
import { shortenCharacters } from '#mail/layout/words.ts';
import { emailDigests, readerPapers, searchTerms } from '#platform/db/schema.ts';
import { contractJson, packed, packedAnswer } from '#platform/http/response.ts';
import { type Reader, type Route, type SignedInCall, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type DigestHead, type DigestStatus, digestApi } from '#shared/digests/digest.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { resendDigest } from '../run/deliver.ts';
import { digestColumns } from '../run/finish.ts';
import { forReader, marksOf, openDigest, paperIdsOf, presentDigests } from './present.ts';

/** The routes of the digest contract. */
export const digestRoutes: Route<App>[] = [
  serveReader(digestApi.list, async (app, { params, reader, http }) => {
    if (params.id !== reader.id) throw new AppError('not_found', 'These digests do not exist.');
    return packedAnswer(http, (await archiveOf(app, reader)).bytes);
  }),
  serveReader(digestApi.page, (app, call) => readPage(app, call)),
  serveReader(digestApi.read, async (app, { params, reader }) =>
    forReader(reader, await openDigest(app, reader, params.id)),
  ),
  serveReader(digestApi.resend, (app, call) => resendDigest(app, call)),
];

interface Archive {
  /** The state of the rows that the response was made from. */
  state: string;
  paperIds: string[];
  bytes: Buffer<ArrayBuffer>;
}

/** By reader; room for about a thousand. */
const cache = new LRUCache<string, Archive>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ state, paperIds, bytes }) => 500 + state.length + 30 * paperIds.length + bytes.length,
});

/**
 * The reader's digests, newest first. An archive is 200 kB and seldom changes, but its page is opened often. So the
 * compressed response is cached here; every call asks the database whether anything in it has changed. The browser keeps
 * nothing.
 */
async function archiveOf(app: App, reader: Pick<Reader, 'id' | 'libraryLink'>): Promise<Archive> {
  const before = cache.get(reader.id);
  // Read before the digests, so that the next call finds a change in between. Reads the marks of a cached archive's
  // papers at the same time.
  const marks = before && marksOf(app, before.paperIds);
  const [standing, marked] = await Promise.all([archiveVersion(app, reader.id), marks]);
  const version = `${standing}\n${reader.libraryLink ?? ''}`;
  if (before && marked && before.state === stateOf(version, marked)) return before;
  const rows = await app.db
    .select(digestColumns)
    .from(emailDigests)
    .where(eq(emailDigests.userId, reader.id))
    .orderBy(desc(emailDigests.createdAt), emailDigests.id)
    .limit(atMost);
  const paperIds = paperIdsOf(rows);
  const state = stateOf(version, await marksOf(app, paperIds));
  const digests = (await presentDigests(app, rows)).map((digest) => forReader(reader, digest));
  const bytes = await packed(contractJson(digestApi.list, digests));
  const archive = { state, paperIds, bytes };
  cache.set(reader.id, archive);
  return archive;
}

const stateOf = (version: string, marks: Awaited<ReturnType<typeof marksOf>>): string =>
  `${version}\n${JSON.stringify([...marks].sort())}`;

/**
 * Identifies the digests and the versions of their rows, the topics that still exist, and the reader's judgments. A row
 * that changes gets another `xmin`: https://www.postgresql.org/docs/current/ddl-system-columns.html
 */
async function archiveVersion({ db }: App, userId: string): Promise<string> {
  const [row] = await db
    .select({
      digests: sql<
        string | null
      >`string_agg(concat_ws(' ', digest.id, digest.xmin, term.id), ',' order by digest.created_at desc, digest.id)`,
      said: sql<string | null>`(
        select string_agg(concat_ws(' ', term.id, said.paper_id, said.verdict, former.value), ','
          order by term.id, said.paper_id, former.value)
        from search_terms term
        join paper_feedback said on said.search_term_id = term.id
        left join paper_identifiers former on former.paper_id = said.paper_id and former.kind = 'joined'
        where term.user_id = ${userId} and term.deleted_at is null)`,
    })
    .from(
      sql`(select id, xmin, created_at, search_term_id from email_digests where user_id = ${userId}
        order by created_at desc, id limit ${sql.raw(String(atMost))}) digest
        left join search_terms term on term.id = digest.search_term_id and term.deleted_at is null`,
    );
  return `${row?.digests}\n${row?.said}`;
}

/** Number of digests: enough for twenty weeks of a reader with ten topics. */
const atMost = 200;

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
  const ofTopic = topic === undefined ? undefined : hasId(emailDigests.searchTermId, topic);
  const matches = and(eq(emailDigests.userId, reader.id), ofTopic, ...wordsOf(q).map(contains));
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
    digests: page.map(({ summary, titles, ...row }) => ({
      ...row,
      status: row.status as DigestStatus,
      teaser: shortenCharacters(summary?.replace(/\s+/g, ' ').trim() || titles.join(' · '), 150),
      sentAt: row.sentAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      ...(kept && { kept: kept.get(row.id) ?? 0 }),
    })),
    next: rows.length > limit ? page.at(-1)!.id : null,
    total: count!.total,
  };
}

/** The number of papers that the reader keeps from each digest. */
async function keptOf(db: App['db'], userId: string, digests: readonly { id: string }[]) {
  const isKept = and(eq(readerPapers.userId, userId), eq(readerPapers.state, 'kept'));
  const rows = await db
    .select({ id: readerPapers.digestId, kept: sql<number>`count(*)::int` })
    .from(readerPapers)
    .where(and(isKept, inArray(readerPapers.digestId, pluck(digests, 'id'))))
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
