import { sql } from 'drizzle-orm';
import { emailDigests, harvests, papers, searchTerms, users } from '#platform/db/schema.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import {
  type HarvestPage,
  type Source,
  SourceFailure,
  type SourceRecord,
  type Sources,
} from '#sources/record/source.ts';
import { openFreshDatabase } from './freshDatabase.ts';

export type TestLibrary = Awaited<ReturnType<typeof openLibrary>>;

/**
 * An empty library with a clock that a test can turn: embedded, or a fresh database on the server of
 * DATABASE_URL. Without sources of the test's own each of the four is out of reach.
 */
export async function openLibrary(sources: Partial<Sources> = {}) {
  const database = await openFreshDatabase();
  let moment = new Date('2026-08-20T09:00:00Z');
  const app = {
    config: readConfig({}),
    db: database.db,
    log: openLog('silent'),
    now: () => moment,
    sources: { ...outOfReach, ...sources },
  };
  return {
    ...app,
    setClock: (time: string) => {
      moment = new Date(time);
    },
    pass: (milliseconds: number) => {
      moment = new Date(moment.getTime() + milliseconds);
    },
    close: () => database.close(),
  };
}

/** A source that gives these pages, from a cursor on; a page may be a failure, which is thrown in its place. */
export const sourceOf = (
  name: SourceName,
  pages: (Partial<HarvestPage> | Error)[],
): Source & { asked: string[] } => {
  const asked: string[] = [];
  return {
    name,
    asked,
    async *harvest({ from, to }, { cursor, signal } = {}) {
      asked.push(`${from} ${to} ${cursor ?? 'start'}`);
      for (let at = cursor ? Number(cursor) : 0; at < pages.length; at++) {
        signal?.throwIfAborted();
        const page = pages[at]!;
        if (page instanceof Error) throw page;
        const next = at + 1 < pages.length ? String(at + 1) : null;
        yield { records: [], malformed: 0, deleted: [], cursor: next, total: null, ...page };
      }
    },
  };
};

const unreachable = (name: SourceName): Source =>
  sourceOf(name, [new SourceFailure(name, 'unreachable', `${name} could not be reached.`)]);

const outOfReach: Sources = {
  pubmed: unreachable('pubmed'),
  arxiv: unreachable('arxiv'),
  biorxiv: unreachable('biorxiv'),
  medrxiv: unreachable('medrxiv'),
};

/** A record as an adapter gives it; what a test does not say is plausible and its own. */
export function sourceRecord(
  given: Partial<SourceRecord> & Pick<SourceRecord, 'source' | 'sourceId'>,
): SourceRecord {
  const { source, sourceId } = given;
  const preprint = source !== 'pubmed';
  return {
    version: preprint ? 1 : null,
    doi: source === 'biorxiv' || source === 'medrxiv' ? sourceId : null,
    identifiers: [],
    title: `What we learnt about ${source} ${sourceId} in one year`,
    abstract: `We looked at ${sourceId}.`,
    authors: ['Okafor, N.', 'Lind, B.'],
    journal: preprint ? null : 'Journal of Invented Results',
    categories: [],
    availableOn: '2026-08-10',
    publicationDate: null,
    publicationTypes: [preprint ? 'Preprint' : 'Journal Article'],
    state: 'current',
    url: `https://${source}.example/${sourceId}`,
    ...given,
  };
}

/** A reader's term with a digest, to hang ledger rows on. */
export async function someTerm({ db }: Pick<TestLibrary, 'db'>, email = 'reader@litwatch.example') {
  const [user] = await db.insert(users).values({ email, passwordHash: '-' }).returning();
  const [term] = await db
    .insert(searchTerms)
    .values({ userId: user!.id, term: 'moss', termKey: 'moss' })
    .returning();
  const at = new Date('2026-08-01T00:00:00Z');
  const [digest] = await db
    .insert(emailDigests)
    .values({
      userId: user!.id,
      searchTermId: term!.id,
      digestType: 'weekly',
      papersData: [],
      subject: 'Moss',
      content: '',
      periodStart: at,
      periodEnd: at,
    })
    .returning();
  return { searchTermId: term!.id, digestId: digest!.id, deliveredAt: at };
}

/** Every work with its records and names, without what depends on the order of arrival: ids, moments, events. */
export async function contentOf({ db }: Pick<TestLibrary, 'db'>): Promise<unknown[]> {
  const { rows } = await db.execute<{ work: unknown }>(sql`
    select json_build_object(
      'shown', to_jsonb(p) - array['id', 'first_seen_at', 'changed_at'],
      'records', (select json_agg(to_jsonb(k) - array['paper_id', 'seen_at'] order by k.source, k.source_id)
        from paper_records k where k.paper_id = p.id),
      'names', (select json_agg(n.kind || ' ' || n.value order by n.kind || ' ' || n.value collate "C")
        from paper_identifiers n where n.paper_id = p.id and n.kind <> 'joined')) as work
    from papers p order by p.source, p.source_id`);
  return rows.map(({ work }) => work);
}

/** Row by row: truncating makes new files for each table, which a server on a slow disk takes long over. */
export async function emptyLibrary({ db }: Pick<TestLibrary, 'db'>): Promise<void> {
  for (const table of [users, papers, harvests]) await db.delete(table);
}
