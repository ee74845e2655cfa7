import { sql } from 'drizzle-orm';
import { features } from '#app/features.ts';
import { readConfig } from '#app/settings.ts';
import { harvests, papers, users } from '#platform/db/schema.ts';
import { openLog } from '#platform/runtime/log.ts';
import { type SourceName, sourceNames } from '#shared/papers/sources.ts';
import {
  type HarvestPage,
  type Source,
  SourceFailure,
  type SourceRecord,
  type Sources,
} from '#sources/record/source.ts';
import { addDigest, addTopic, addUser } from '#test/rows.ts';
import { openFreshDatabase } from './freshDatabase.ts';

export type TestCorpus = Awaited<ReturnType<typeof openCorpus>>;

/**
 * An empty corpus with a clock that a test moves: `setClock` to a time, `pass` by milliseconds. The database is embedded,
 * or a new one on the server of DATABASE_URL. Sources not given by the test are unreachable.
 */
export async function openCorpus(sources: Partial<Sources> = {}) {
  const database = await openFreshDatabase();
  let moment = new Date('2026-08-20T09:00:00Z');
  const app = {
    features,
    config: readConfig({}),
    db: database.db,
    log: openLog('silent'),
    secret: 'a secret of thirty-two characters',
    now: () => moment,
    sources: { ...unreachableSources, ...sources },
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

/**
 * A source that returns these pages, starting at the cursor. An error instead of a page is thrown. `asked` records each
 * harvest as "from to cursor".
 */
export const sourceOf = (pages: (Partial<HarvestPage> | Error)[]): Source & { asked: string[] } => {
  const asked: string[] = [];
  return {
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
  sourceOf([new SourceFailure(name, 'unreachable', `${name} could not be reached.`)]);

const unreachableSources = Object.fromEntries(sourceNames.map((one) => [one, unreachable(one)])) as Sources;

/** A record as an adapter returns it, with plausible values for fields that a test does not give. */
export function sourceRecord(
  source: SourceName,
  sourceId: string,
  given: Partial<SourceRecord> = {},
): SourceRecord {
  const preprint = source !== 'pubmed';
  return {
    ...{ source, sourceId },
    version: preprint ? 1 : null,
    doi: source === 'biorxiv' || source === 'medrxiv' ? sourceId : null,
    identifiers: [],
    title: `What we learned about ${source} ${sourceId} in one year`,
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

/** Stores a reader's topic with a digest, to which delivery records can refer. */
export async function someTerm({ db }: Pick<TestCorpus, 'db'>, email = 'reader@litwatch.example') {
  const user = await addUser({ db }, email);
  const { id: searchTermId } = await addTopic({ db }, user.id, 'moss');
  const deliveredAt = new Date('2026-08-01T00:00:00Z');
  const { id: digestId } = await addDigest({ db, now: () => deliveredAt }, user.id, { searchTermId });
  return { searchTermId, digestId, deliveredAt };
}

/** Every work with its records and identifiers, without fields that depend on the order of arrival: ids, times, events. */
export async function contentOf({ db }: Pick<TestCorpus, 'db'>): Promise<unknown[]> {
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

/** Deletes row by row: truncating creates new files for each table, which is slow on a slow disk. */
export async function emptyCorpus({ db }: Pick<TestCorpus, 'db'>): Promise<void> {
  for (const table of [users, papers, harvests]) await db.delete(table);
}
