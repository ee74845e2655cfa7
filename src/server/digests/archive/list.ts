import { desc, eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { App } from '#kit/feature.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { contractJson, packed, packedAnswer } from '#platform/http/response.ts';
import type { Reader, SignedInCall } from '#platform/http/route.ts';
import { digestApi } from '#shared/digests/digest.ts';
import { digestColumns, forReader, marksOf, paperIdsOf, presentDigests } from './present.ts';

/**
 * The reader's digests, newest first. An archive is 200 kB and seldom changes, but its page is opened often. So the
 * compressed response is cached here; every call asks the database whether anything in it has changed. The browser keeps
 * nothing.
 */
export async function readArchive(
  app: App,
  { reader, http }: SignedInCall<typeof digestApi.list>,
): Promise<Response> {
  const archive = await archiveOf(app, reader);
  return packedAnswer(http, archive.bytes);
}

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

async function archiveOf(app: App, reader: Pick<Reader, 'id' | 'libraryLink'>): Promise<Archive> {
  const userId = reader.id;
  const before = cache.get(userId);
  // Read before the digests, so that the next call finds a change in between. Reads the marks of a cached archive's
  // papers at the same time.
  const [standing, marked] = await Promise.all([
    archiveVersion(app, userId),
    before && marksOf(app, before.paperIds),
  ]);
  const version = `${standing}\n${reader.libraryLink ?? ''}`;
  if (before && marked && before.state === stateOf(version, marked)) return before;
  const rows = await app.db
    .select(digestColumns)
    .from(emailDigests)
    .where(eq(emailDigests.userId, userId))
    .orderBy(desc(emailDigests.createdAt), emailDigests.id)
    .limit(atMost);
  const paperIds = paperIdsOf(rows);
  const state = stateOf(version, await marksOf(app, paperIds));
  const digests = (await presentDigests(app, rows)).map((digest) => forReader(reader, digest));
  const bytes = await packed(contractJson(digestApi.list, digests));
  const archive = { state, paperIds, bytes };
  cache.set(userId, archive);
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
