import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inArray, type SQL } from 'drizzle-orm';
import pRetry from 'p-retry';
import type { App } from '#kit/feature.ts';
import { executeInTurn, meanwhile } from '#platform/db/batch.ts';
import type { Db } from '#platform/db/open.ts';
import { papers } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { dayOf } from '#sources/record/days.ts';
import type { ArticleLink, Day, Identifier, SourceRecord } from '#sources/record/source.ts';
import { type Group, group } from './identity/group.ts';
import { identifierKey, identifiersOf, recordKey } from './identity/identifiers.ts';
import { pieceKind } from './identity/notices.ts';
import { signatureKeys, signatureOf } from './identity/sameWork.ts';
import { type Arrival, absorbWorks, isStale, merge } from './merge.ts';
import { attachNotices, isNotice, noticeKeys, noticeOf, noticesNamedBy } from './notices.ts';
import {
  changedWorksStatement,
  eventsStatement,
  type IdentifiedWork,
  identifiersStatement,
  lockCorpus,
  newWorkIds,
  newWorksStatement,
  type RecordRow,
  recordsStatement,
} from './rows.ts';
import {
  claimantsOf,
  type KnownContent,
  knownContents,
  knownRecords,
  mergeableNeighbors,
  ownersOf,
  signaturesStatement,
  storedWorks,
} from './stored.ts';

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

async function ingestBatch(app: Pick<App, 'db' | 'now' | 'log' | 'features'>, records: SourceRecord[]) {
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
 * Adds to preprints the identifiers of their articles, by ingesting the display record again with the article's identifier,
 * so that merging and events work as for any record. Ignores unknown works and known links. Safe to repeat. Returns
 * how many works were linked.
 */
export async function linkArticles(
  app: Pick<App, 'db' | 'now' | 'log' | 'features'>,
  links: ArticleLink[],
): Promise<number> {
  const both = links.flatMap(({ preprint, article }) => [preprint, article]);
  const owners = await ownersOf(app.db, both);
  const fresh = links.flatMap((link) => {
    const paperId = owners.get(identifierKey(link.preprint));
    const isNews = paperId !== undefined && owners.get(identifierKey(link.article)) !== paperId;
    return isNews ? [{ ...link, paperId }] : [];
  });
  if (!fresh.length) return 0;
  const areFresh = inArray(papers.id, pluck(fresh, 'paperId'));
  const rows = await app.db.select().from(papers).where(areFresh);
  const works = new Map(rows.map((row) => [row.id, row]));
  const records = fresh.flatMap(({ paperId, article, journal }): SourceRecord[] => {
    const work = works.get(paperId);
    if (!work) return [];
    const shown = shownRecord(work);
    return [{ ...shown, journal: shown.journal ?? journal, identifiers: [article] }];
  });
  await ingest(app, records);
  return records.length;
}

/** The record that a work shows, as its source gave it. */
export function shownRecord(work: typeof papers.$inferSelect): SourceRecord {
  const { bibliography, abstractOf } = work;
  return {
    ...pick(work, 'source sourceId version doi title authors url journal categories publicationTypes'),
    ...pick(work, 'publicationDate availableOn state'),
    ...(bibliography ? { bibliography } : {}),
    abstract: abstractOf ? null : work.abstract,
    identifiers: [],
  };
}

/** A record that is new or has new content. */
type Fresh = Pick<Arrival, 'record' | 'contentHash'>;

/**
 * Merges records into works inside the caller's transaction. Reads everything again under the lock, because another process
 * may have stored the same records meanwhile. The event loop turns between its statements: the embedded database answers
 * within a turn, and without that no socket would be read until the batch is stored. Returns the work of each record, by
 * `recordKey`, and which works absorbed which.
 */
async function store({ db, now, features }: Pick<App, 'db' | 'now' | 'features'>, fresh: Fresh[]) {
  await lockCorpus(db);
  const at = now();
  const [known, identified] = await Promise.all([
    knownRecords(db, pluck(fresh, 'record')),
    meanwhile(() => fresh.map((one) => identify(one, dayOf(at)))),
  ]);
  const changed = identified.filter((one) => !isKnown(one, known));
  const { notices = [], works = [] } = Object.groupBy(changed, (one) =>
    isNotice(one) ? 'notices' : 'works',
  );
  const arrivals: Arrival[] = works.map((one) => ({
    ...one,
    known: known.get(recordKey(one.record)) ?? null,
  }));
  const { groups, owners } = await groupArrivals(db, arrivals);
  await nextTurn();
  const merged = await mergeGroups(db, groups, at);

  const absorbed = merged.flatMap(({ id, absorbed }) => absorbed.map((absorbed) => ({ kept: id, absorbed })));
  await absorbWorks({ db, features }, absorbed);
  await nextTurn();
  const records = groups.flatMap((one, order) => recordRows(one, merged[order]!.id));
  const events = merged.flatMap(({ id, events }) => events.map((event) => ({ ...event, paperId: id })));
  await executeInTurn(db, [
    ...worksStatements(merged, at),
    () => recordsStatement(records, at),
    () => identifiersStatement(newIdentifiers(groups, owners, (order) => merged[order]!.id)),
    () => signaturesStatement(groups.flatMap((one, order) => signatures(one, merged[order]!.id))),
    () => eventsStatement(events, at),
  ]);
  const own = notices.map(({ record }) => noticeOf(record));
  const named = [...own, ...arrivals.flatMap(({ record }) => noticesNamedBy(record))];
  const keys = arrivals.flatMap(({ identifiers, signature }) => noticeKeys(identifiers, signature));
  const retracted = await attachNotices(db, named, keys, at);

  const numberOf = (...kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    counts: {
      added: merged.filter(({ isNew }) => isNew).length,
      revised: numberOf('revised'),
      published: numberOf('now-published'),
      retracted: numberOf('retracted', 'withdrawn') + retracted,
    },
    changed: records.length,
    works: new Map([
      ...[...known].map(([key, { paperId }]) => [key, paperId] as const),
      ...groups.flatMap(({ arrivals }, order) =>
        arrivals.map(({ record }) => [recordKey(record), merged[order]!.id] as const),
      ),
    ]),
    absorbed: new Map(absorbed.map(({ absorbed, kept }) => [absorbed, kept])),
  };
}

/** Everything that decides to which work a record belongs, and whether it is a notice. */
function identify({ record, contentHash }: Fresh, today: Day) {
  const piece = pieceKind(record);
  const [identifiers, signature] = [identifiersOf(record), signatureOf(record, piece)];
  return { record: notInTheFuture(record, today), contentHash, piece, identifiers, signature };
}

/** The arrivals grouped by work, and the stored work of each identifier, by `identifierKey`. */
async function groupArrivals(db: Db, arrivals: Arrival[]) {
  const signatures = arrivals.flatMap(({ signature }) => signature ?? []);
  const [owners] = await Promise.all([
    ownersOf(db, pluck(arrivals, 'identifiers').flat()),
    // Kept with the signatures, for the next look-up.
    meanwhile(() => signatures.forEach(signatureKeys)),
  ]);
  const claimed = arrivals.flatMap(({ record: { source }, identifiers, known }) =>
    identifiers.flatMap((one) => {
      const owner = one.kind === 'doi' ? owners.get(identifierKey(one)) : undefined;
      return owner === undefined || owner === known?.paperId ? [] : [{ source, owner, doi: one.value }];
    }),
  );
  const [signed, claimants] = await Promise.all([
    mergeableNeighbors(db, signatures),
    claimantsOf(db, claimed),
  ]);
  return { groups: group(arrivals, { owners, claimants, signed }), owners };
}

type StoredOrNew = IdentifiedWork & { isNew: boolean };

/** One merged work per group, in the order of the groups. */
async function mergeGroups(db: Db, groups: Group<Arrival>[], at: Date): Promise<StoredOrNew[]> {
  const stored = await storedWorks(db, pluck(groups, 'works').flat());
  const [newIds, merged] = await Promise.all([
    newWorkIds(db, groups.filter(({ works }) => !works.length).length),
    meanwhile(() =>
      groups.map(({ works, arrivals }) =>
        merge(
          works.map((id) => stored.get(id)!),
          arrivals,
          at,
        ),
      ),
    ),
  ]);
  const ids = newIds.values();
  return merged.map((work) => ({ ...work, id: work.id ?? ids.next().value!, isNew: work.id === null }));
}

/** Inserts new works and updates changed ones. */
function worksStatements(merged: StoredOrNew[], at: Date): (() => SQL | null)[] {
  const added = merged.filter(({ isNew }) => isNew);
  return [
    // In parts, because most of a batch are texts: the server inserts one part while the next is built.
    ...Array.from(
      { length: Math.ceil(added.length / partSize) },
      (_, part) => () => newWorksStatement(added.slice(part * partSize, (part + 1) * partSize), at),
    ),
    () =>
      changedWorksStatement(
        merged.filter(({ isNew, changed }) => !isNew && changed),
        at,
      ),
  ];
}

/** Works to a statement: smaller batches, as most pages of a source are, take one. */
const partSize = 256;

/** Limits dates to today, because print dates may be months in the future and other clocks may be wrong. */
const notInTheFuture = (record: SourceRecord, today: Day): SourceRecord =>
  record.availableOn > today ? { ...record, availableOn: today } : record;

/** One row per record, in its newest version. An older version only affects the day. */
function recordRows({ arrivals }: Group<Arrival>, paperId: number): RecordRow[] {
  const rows = new Map<string, RecordRow>();
  for (const { record, contentHash, known } of arrivals) {
    const key = recordKey(record);
    const { source, sourceId, doi, url } = record;
    const there = rows.get(key) ?? (known && { source, sourceId, ...known, paperId, indexed: null });
    const earlier = there !== null && record.availableOn < there.availableOn;
    const availableOn = there && !earlier ? there.availableOn : record.availableOn;
    if (!isStale({ record, known: there })) {
      const version = record.version ?? there?.version ?? null;
      rows.set(key, {
        source,
        sourceId,
        paperId,
        version,
        doi,
        url,
        availableOn,
        contentHash,
        indexed: record.indexed ?? null,
      });
    } else if (there && earlier) rows.set(key, { ...there, availableOn });
  }
  return [...rows.values()];
}

const signatures = ({ arrivals }: Group<Arrival>, paperId: number) =>
  arrivals.flatMap(({ signature }) => (signature ? [{ paperId, signature }] : []));

/** An identifier that two works claim stays with the first. */
function newIdentifiers(
  groups: Group<Arrival>[],
  owners: ReadonlyMap<string, number>,
  idOf: (order: number) => number,
) {
  const all = new Map<string, Identifier & { paperId: number }>();
  for (const [order, { arrivals }] of groups.entries())
    for (const { identifiers } of arrivals)
      for (const one of identifiers) {
        const key = identifierKey(one);
        if (!owners.has(key) && !all.has(key)) all.set(key, { ...one, paperId: idOf(order) });
      }
  return [...all.values()];
}

/** Whether this content is stored in this version or a newer one. */
const isKnown = ({ record, contentHash }: Fresh, known: ReadonlyMap<string, KnownContent>): boolean => {
  const there = known.get(recordKey(record));
  if (there?.contentHash !== contentHash) return false;
  return record.version === null || (there.version !== null && record.version <= there.version);
};
