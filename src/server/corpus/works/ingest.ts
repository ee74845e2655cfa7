import { hash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import pRetry from 'p-retry';
import type { App } from '#kit/feature.ts';
import { meanwhile } from '#platform/db/batch.ts';
import { papers } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import type { ArticleLink, SourceRecord } from '#sources/record/source.ts';
import { identifierKey } from './identity/identifiers.ts';
import { recordKey } from './rows.ts';
import { type Fresh, isKnown, store } from './store.ts';
import { knownContents, ownersOf } from './stored.ts';

export interface Ingested {
  /** Number of new works. */
  added: number;
  /** Works whose displayed title or abstract changed in substance. */
  revised: number;
  /** Preprints that were published in a journal. */
  published: number;
  /** Works retracted or withdrawn since they were stored. */
  retracted: number;
  /** Records without a change. */
  unchanged: number;
  /** The works of the records without duplicates, in the order of the records. */
  ids: number[];
}

/** Merges source records into works, a thousand to a transaction. Safe to run at any time, repeatedly and concurrently. */
export async function ingest(
  app: Pick<App, 'db' | 'now' | 'log' | 'features'>,
  records: SourceRecord[],
): Promise<Ingested> {
  const sum: Ingested = { added: 0, revised: 0, published: 0, retracted: 0, unchanged: 0, ids: [] };
  for (let from = 0; from < records.length; from += batchSize) {
    const { ids, ...counts } = await ingestBatch(app, records.slice(from, from + batchSize));
    for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
    sum.ids.push(...ids);
  }
  return { ...sum, ids: [...new Set(sum.ids)] };
}

const batchSize = 1000;

async function ingestBatch(
  app: Pick<App, 'db' | 'now' | 'log' | 'features'>,
  records: SourceRecord[],
): Promise<Ingested> {
  // Most records of an overlapping window are unchanged, which we can see without a lock or a transaction.
  const [known, arrivals] = await Promise.all([
    knownContents(app.db, records),
    meanwhile(() => records.map((record) => ({ record, contentHash: contentHash(record) }))),
  ]);
  const fresh = arrivals.filter((arrival) => !isKnown(arrival, known));
  const stored = fresh.length ? await storeWithRetry(app, fresh) : nothingStored;
  return {
    ...stored.counts,
    unchanged: records.length - stored.changed,
    ids: records.flatMap((record) => {
      const id = stored.works.get(recordKey(record)) ?? known.get(recordKey(record))?.paperId;
      // A notice is not a work.
      return id === undefined ? [] : (stored.absorbed.get(id) ?? id);
    }),
  };
}

const nothingStored: Awaited<ReturnType<typeof store>> = {
  counts: { added: 0, revised: 0, published: 0, retracted: 0 },
  changed: 0,
  works: new Map(),
  absorbed: new Map(),
};

const storeWithRetry = (app: Pick<App, 'db' | 'now' | 'log' | 'features'>, fresh: Fresh[]) =>
  pRetry(() => transaction(app, (app) => store(app, fresh)), {
    retries: 5,
    minTimeout: 20,
    randomize: true,
    shouldRetry: ({ error }) => isTransient(error),
    onFailedAttempt: ({ error, retriesLeft }) =>
      app.log.warn({ err: error, retriesLeft }, 'storing a batch of papers failed'),
  });

/** Hash of everything used for display, ranking or merging. Excludes the version, which may rise without a change. */
function contentHash({ source, sourceId, version, identifiers, ...content }: SourceRecord): string {
  const names = Object.keys(content).sort() as (keyof typeof content)[];
  const fields = names.map((name) => [name, content[name]]);
  return hash('sha1', JSON.stringify([fields, identifiers.map(identifierKey).sort()]), 'base64url');
}

/** Deadlock, serialization, and a row that another transaction wrote first: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isTransient(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause && typeof cause === 'object' && 'code' in cause ? cause.code : null;
  return code === '40001' || code === '40P01' || code === '23505' || code === '23503';
}

/**
 * Adds to preprints the identifiers of their articles, by ingesting the display record again. Ignores unknown works and
 * known links. Safe to repeat. Returns how many works were linked.
 */
export async function linkArticles(
  app: Pick<App, 'db' | 'now' | 'log' | 'features'>,
  links: ArticleLink[],
): Promise<number> {
  const owners = await ownersOf(
    app.db,
    links.flatMap(({ preprint, article }) => [preprint, article]),
  );
  const fresh = links.flatMap((link) => {
    const paperId = owners.get(identifierKey(link.preprint));
    const isNews = paperId !== undefined && owners.get(identifierKey(link.article)) !== paperId;
    return isNews ? [{ ...link, paperId }] : [];
  });
  if (!fresh.length) return 0;
  const rows = await app.db
    .select()
    .from(papers)
    .where(
      inArray(
        papers.id,
        fresh.map(({ paperId }) => paperId),
      ),
    );
  const works = new Map(rows.map((row) => [row.id, row]));
  const records = fresh.flatMap(({ paperId, article, journal }): SourceRecord[] => {
    const work = works.get(paperId);
    if (!work) return [];
    const { source, sourceId, version, doi, title, abstract, authors, bibliography, url } = work;
    const { categories, publicationTypes, publicationDate, availableOn, state } = work;
    return [
      {
        source,
        sourceId,
        version,
        doi,
        title,
        abstract,
        authors,
        url,
        categories,
        publicationTypes,
        publicationDate,
        availableOn,
        state,
        ...(bibliography ? { bibliography } : {}),
        journal: work.journal ?? journal,
        identifiers: [article],
      },
    ];
  });
  await ingest(app, records);
  return records.length;
}
