import { setImmediate as nextTurn } from 'node:timers/promises';
import { meanwhile } from '#platform/db/batch.ts';
import type { Db } from '#platform/db/open.ts';
import { dayOf } from '#sources/record/days.ts';
import type { Day, SourceRecord } from '#sources/record/source.ts';
import type { CorpusApp } from '../app.ts';
import { absorbWorks } from './absorb.ts';
import { type Group, group } from './identity/group.ts';
import { identifierKey, identifiersOf } from './identity/identifiers.ts';
import { pieceKind } from './identity/notices.ts';
import { signatureKeys, signatureOf } from './identity/sameWork.ts';
import { type Arrival, isStale, type KnownRecord, type MergedWork, merge } from './merge.ts';
import { attachNotices, isNotice, noticeOf, noticesNamedBy } from './notices.ts';
import {
  insertWorks,
  knownRecords,
  lockCorpus,
  ownersOf,
  type RecordRow,
  recordKey,
  storedWorks,
  updateWorks,
  writeEvents,
  writeIdentifiers,
  writeRecords,
} from './rows.ts';
import { mergeableNeighbors, writeSignatures } from './signatures.ts';

/** A record that is new or has new content. */
export type Fresh = Pick<Arrival, 'record' | 'contentHash'>;

/**
 * Merges records into works inside the caller's transaction. Reads everything again under the lock, because another process
 * may have stored the same records meanwhile. Between its statements the event loop turns: the embedded database answers
 * within a turn, and without that no socket would be read until the batch is stored. Returns the work of each record, by
 * `recordKey`, and which works absorbed which.
 */
export async function store({ db, now }: Pick<CorpusApp, 'db' | 'now'>, fresh: Fresh[]) {
  await lockCorpus(db);
  const at = now();
  const [known, identified] = await Promise.all([
    knownRecords(
      db,
      fresh.map(({ record }) => record),
    ),
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

  const absorbed = merged.flatMap(({ id, absorbed }) =>
    absorbed.map((absorbed) => ({ kept: id!, absorbed })),
  );
  await absorbWorks(db, absorbed);
  await nextTurn();
  const ids = await writeWorks(db, merged, at);
  await nextTurn();
  const changedRecords = await writeContents(db, { groups, owners, ids, at });
  const events = merged.flatMap(({ events }, order) =>
    events.map((event) => ({ ...event, paperId: ids[order]! })),
  );
  await nextTurn();
  await writeEvents(db, events, at);
  const named = [
    ...notices.map(({ record }) => noticeOf(record)),
    ...arrivals.flatMap(({ record }) => noticesNamedBy(record)),
  ];
  await nextTurn();
  const retracted = await attachNotices(db, named, arrivals.flatMap(noticeKeys), at);

  const numberOf = (...kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    counts: {
      added: merged.filter(({ id }) => id === null).length,
      revised: numberOf('revised'),
      published: numberOf('now-published'),
      retracted: numberOf('retracted', 'withdrawn') + retracted,
    },
    changed: changedRecords,
    works: new Map([
      ...[...known].map(([key, { paperId }]) => [key, paperId] as const),
      ...groups.flatMap(({ arrivals }, order) =>
        arrivals.map(({ record }) => [recordKey(record), ids[order]!] as const),
      ),
    ]),
    absorbed: new Map(absorbed.map(({ absorbed, kept }) => [absorbed, kept])),
  };
}

/** All that tells which work a record belongs to, and whether it is a notice. */
function identify({ record, contentHash }: Fresh, today: Day) {
  const piece = pieceKind(record);
  return {
    record: notInTheFuture(record, today),
    contentHash,
    piece,
    identifiers: identifiersOf(record),
    signature: signatureOf(record, piece),
  };
}

/** The arrivals grouped by work, and the stored work of each identifier, by `identifierKey`. */
async function groupArrivals(db: Db, arrivals: Arrival[]) {
  const signatures = arrivals.flatMap(({ signature }) => signature ?? []);
  const [owners] = await Promise.all([
    ownersOf(
      db,
      arrivals.flatMap(({ identifiers }) => identifiers),
    ),
    // Kept with the signatures, for the next look-up.
    meanwhile(() => signatures.forEach(signatureKeys)),
  ]);
  const signed = await mergeableNeighbors(db, signatures);
  return { groups: group(arrivals, { owners, signed }), owners };
}

/** One merged work per group, in the order of the groups. */
async function mergeGroups(db: Db, groups: Group<Arrival>[], at: Date): Promise<MergedWork[]> {
  const stored = await storedWorks(
    db,
    groups.flatMap(({ works }) => works),
  );
  return groups.map(({ works, arrivals }) =>
    merge(
      works.map((id) => stored.get(id)!),
      arrivals,
      at,
    ),
  );
}

/** Inserts new works and updates changed ones. Returns the id of each work, in the same order. */
async function writeWorks(db: Db, merged: MergedWork[], at: Date): Promise<number[]> {
  const added = merged.filter(({ id }) => id === null);
  const addedIds = await insertWorks(db, added, at);
  const idOf = new Map(added.map((work, order) => [work, addedIds[order]!]));
  await updateWorks(
    db,
    merged.filter(({ id, changed }) => id !== null && changed),
    at,
  );
  return merged.map((work) => work.id ?? idOf.get(work)!);
}

interface Contents {
  groups: Group<Arrival>[];
  owners: ReadonlyMap<string, number>;
  /** The work of each group, in the same order. */
  ids: number[];
  at: Date;
}

/** Writes the records, identifiers and signatures of the groups. Returns the number of records written. */
async function writeContents(db: Db, { groups, owners, ids, at }: Contents): Promise<number> {
  const records = groups.flatMap((one, order) => recordRows(one, ids[order]!));
  await writeRecords(db, records, at);
  await nextTurn();
  await writeIdentifiers(
    db,
    groups.flatMap((one, order) => newIdentifiers(one, owners, ids[order]!)),
  );
  await nextTurn();
  await writeSignatures(
    db,
    groups.flatMap(({ arrivals }, order) =>
      arrivals.flatMap(({ signature }) => (signature ? [{ paperId: ids[order]!, signature }] : [])),
    ),
  );
  return records.length;
}

/** Identifiers and title keys by which a waiting notice finds the work of an arrival. */
const noticeKeys = ({ identifiers, signature }: Arrival): string[] => [
  ...identifiers.map(identifierKey),
  ...(signature ? signatureKeys(signature).stored : []),
];

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

function newIdentifiers({ arrivals }: Group<Arrival>, owners: ReadonlyMap<string, number>, paperId: number) {
  const identifiers = new Map(
    arrivals.flatMap(({ identifiers }) => identifiers.map((name) => [identifierKey(name), name])),
  );
  return [...identifiers.values()]
    .filter((name) => !owners.has(identifierKey(name)))
    .map((name) => ({ ...name, paperId }));
}

/** Whether this content is stored in this version or a newer one. */
export const isKnown = ({ record, contentHash }: Fresh, known: ReadonlyMap<string, KnownRecord>): boolean => {
  const there = known.get(recordKey(record));
  if (there?.contentHash !== contentHash) return false;
  return record.version === null || (there.version !== null && record.version <= there.version);
};
