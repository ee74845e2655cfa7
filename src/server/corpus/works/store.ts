import { dayOf } from '#sources/record/days.ts';
import type { Day, SourceRecord } from '#sources/record/source.ts';
import type { CorpusApp } from '../app.ts';
import { absorbWorks } from './absorb.ts';
import { type Group, group } from './identity/group.ts';
import { identifierKey, identifiersOf } from './identity/identifiers.ts';
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
  signedNeighbors,
  storedWorks,
  updateWorks,
  writeEvents,
  writeIdentifiers,
  writeRecords,
  writeSignatures,
} from './rows.ts';

/** A record that is new or has new content. */
export type Fresh = Pick<Arrival, 'record' | 'contentHash'>;

/**
 * Merges records into works inside the caller's transaction. Reads everything again under the lock, because another process
 * may have stored the same records meanwhile. Returns the work of each record, by `recordKey`, and which works absorbed
 * which.
 */
export async function store({ db, now }: Pick<CorpusApp, 'db' | 'now'>, fresh: Fresh[]) {
  await lockCorpus(db);
  const at = now();
  const today = dayOf(at);
  const known = await knownRecords(
    db,
    fresh.map(({ record }) => record),
  );
  const changed = fresh.filter((arrival) => !isKnown(arrival, known));
  const [notices, others] = [true, false].map((wanted) =>
    changed.filter(({ record }) => isNotice(record) === wanted),
  ) as [Fresh[], Fresh[]];
  const arrivals: Arrival[] = others.map((arrival) => ({
    ...arrival,
    record: notInTheFuture(arrival.record, today),
    identifiers: identifiersOf(arrival.record),
    signature: signatureOf(arrival.record),
    known: known.get(recordKey(arrival.record)) ?? null,
  }));
  const owners = await ownersOf(
    db,
    arrivals.flatMap(({ identifiers }) => identifiers),
  );
  const signed = await signedNeighbors(
    db,
    arrivals.flatMap(({ signature }) => signature ?? []),
  );
  const groups = group(arrivals, { owners, signed });
  const stored = await storedWorks(
    db,
    groups.flatMap(({ works }) => works),
  );
  const merged = groups.map(({ works, arrivals }) =>
    merge(
      works.map((id) => stored.get(id)!),
      arrivals,
      at,
    ),
  );

  const absorbed = merged.flatMap(({ id, absorbed }) =>
    absorbed.map((absorbed) => ({ kept: id!, absorbed })),
  );
  await absorbWorks(db, absorbed);
  const added = merged.filter(({ id }) => id === null);
  const addedIds = await insertWorks(db, added, at);
  const idOf = new Map<MergedWork, number>(added.map((work, order) => [work, addedIds[order]!]));
  const ids = merged.map((work) => work.id ?? idOf.get(work)!);
  await updateWorks(
    db,
    merged.filter(({ id, changed }) => id !== null && changed),
    at,
  );
  const records = groups.flatMap((one, order) => recordRows(one, ids[order]!));
  await writeRecords(db, records, at);
  await writeIdentifiers(
    db,
    groups.flatMap((one, order) => newIdentifiers(one, owners, ids[order]!)),
  );
  await writeSignatures(
    db,
    groups.flatMap(({ arrivals }, order) =>
      arrivals.flatMap(({ signature }) => (signature ? [{ paperId: ids[order]!, signature }] : [])),
    ),
  );
  const events = merged.flatMap(({ events }, order) =>
    events.map((event) => ({ ...event, paperId: ids[order]! })),
  );
  await writeEvents(db, events, at);
  const retracted = await attachNotices(
    db,
    [
      ...notices.map(({ record }) => noticeOf(record)),
      ...arrivals.flatMap(({ record }) => noticesNamedBy(record)),
    ],
    arrivals.flatMap(({ identifiers, signature }) => [
      ...identifiers.map(identifierKey),
      ...(signature ? signatureKeys(signature).stored : []),
    ]),
    at,
  );

  const told = (...kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    counts: {
      added: added.length,
      revised: told('revised'),
      published: told('now-published'),
      retracted: told('retracted', 'withdrawn') + retracted,
    },
    changed: records.length,
    works: new Map([
      ...[...known].map(([key, { paperId }]) => [key, paperId] as const),
      ...groups.flatMap(({ arrivals }, order) =>
        arrivals.map(({ record }) => [recordKey(record), ids[order]!] as const),
      ),
    ]),
    absorbed: new Map(absorbed.map(({ absorbed, kept }) => [absorbed, kept])),
  };
}

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
