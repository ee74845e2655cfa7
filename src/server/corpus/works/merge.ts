import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';
import type { Bibliography } from '#shared/papers/bibliography.ts';
import type { WorkEventKind } from '#shared/papers/moments.ts';
import type { Day, SourceRecord } from '#sources/record/source.ts';
import { descriptors } from '#sources/registry.ts';
import type { Groupable } from './identity/group.ts';
import {
  isPreprintDoi,
  publicationStage,
  type RecordName,
  recordKey,
  recordOf,
} from './identity/identifiers.ts';
import { keptLicense } from './works.ts';

/** The visible fields of a work, from its display record. */
type DisplayRecord = Omit<SourceRecord, 'identifiers' | 'availableOn' | 'bibliography'> & {
  bibliography?: Bibliography | null;
  /** The record of the same article that gives the abstract, by `recordKey`; null for the shown one. */
  abstractOf?: string | null;
};

/** A work as the corpus stores it. */
export interface StoredWork extends DisplayRecord {
  id: number;
  availableOn: Day;
  firstSeenAt: Date;
  /** Every DOI of the work. */
  dois: string[];
  /** Whether its publication in a journal is already an event. */
  announced: boolean;
  /** Its state by a notice, whatever its own records say. */
  noticed: 'retracted' | 'withdrawn' | null;
}

/** A source record as it was last stored. */
export interface KnownRecord {
  paperId: number;
  version: number | null;
  doi: string | null;
  url: string;
  contentHash: string;
  availableOn: Day;
}

/** An incoming record with its identifiers and its stored state. */
export interface Arrival extends Groupable {
  record: SourceRecord;
  contentHash: string;
  known: KnownRecord | null;
}

export type WorkEvent = { kind: WorkEventKind; detail: Record<string, unknown> };

export type MergedWork = ReturnType<typeof merge>;

/**
 * Merges the stored works and the incoming records of one group into one work. Displays the journal article, or else the
 * preprint, in its newest version. The work's day is the earliest of the records at the displayed stage, so that an article
 * is new to readers who did not receive its preprint. The same history gives the same work in any order and with any
 * repetition. `works`: oldest first.
 */
export function merge(works: StoredWork[], arrivals: Arrival[], now: Date) {
  const newest = newestOf(works, arrivals);
  const shown = [...newest.values()].sort(byRank)[0] ?? arrivals[0]!.record;
  const isAtStage = (record: DisplayRecord) => publicationStage(record) === publicationStage(shown);
  const state = gravest([shown.state, ...works.map(({ noticed }) => noticed ?? 'current')]);
  const display: DisplayRecord = { ...shown, ...abstractOfArticle(shown, works, newest), state };
  const [before] = works;
  const worksAtStage = works.filter(isAtStage);
  const textChanged = !before || before.title !== display.title || before.abstract !== display.abstract;
  const days = arrivals.flatMap(({ record }) => (isAtStage(record) ? [record.availableOn] : []));
  const availableOn = earliest([...worksAtStage.map((work) => work.availableOn), ...days]);
  const times = worksAtStage.map(({ firstSeenAt }) => firstSeenAt.getTime());
  const firstSeenAt = new Date(Math.min(now.getTime(), ...times));
  return {
    /** The stored work that is kept; null for a new one. */
    id: before?.id ?? null,
    /** Stored works found to be the same work. */
    absorbed: works.slice(1).map(({ id }) => id),
    display,
    availableOn,
    firstSeenAt,
    /** Whether anything visible to readers or the ranking has changed. */
    changed:
      !before ||
      works.length > 1 ||
      // Readers filter by source, so an additional source is a visible change.
      arrivals.some(({ known }) => known === null) ||
      availableOn !== before.availableOn ||
      displayFields.some((field) => !isDeepStrictEqual(before[field] ?? null, display[field] ?? null)),
    /** Whether the title or abstract has changed, and with them everything computed from them. */
    textChanged,
    events: before ? eventsOf(before, works, display, arrivals) : [],
  };
}

/**
 * The abstract of an article whose shown record lacks it, by the best ranked of its records that has one: an index may list it
 * before its publisher registers one, and some publishers take theirs back. In whatever state the article is, so that the
 * order in which its records come changes nothing.
 */
function abstractOfArticle(shown: DisplayRecord, works: StoredWork[], newest: Newest) {
  if (publicationStage(shown) !== 'article') return { abstract: shown.abstract, abstractOf: null };
  const given = new Map<string, RecordName & { abstract: string }>();
  for (const one of [...works, ...newest.values()]) {
    const { abstract, abstractOf = null } = one;
    if (abstract === null || publicationStage(one) !== 'article') continue;
    const place = abstractOf ? recordOf(abstractOf) : one;
    given.set(recordKey(place), { ...place, abstract });
  }
  const own = given.get(recordKey(shown));
  if (own) return { abstract: own.abstract, abstractOf: null };
  const [other] = [...given.values()].sort(byName);
  return { abstract: other?.abstract ?? null, abstractOf: other ? recordKey(other) : null };
}

/** Whether an incoming record is an older version than the stored one. */
export const isStale = ({
  record,
  known,
}: {
  record: { version: number | null };
  known: { version: number | null } | null;
}): boolean => known !== null && isOlder(record.version, known.version);

/** A record without a version counts as the newest, because its source always returns the current state. */
const isOlder = (version: number | null, other: number | null): boolean =>
  version !== null && other !== null && version < other;

/** Each record in its newest version, by `recordKey`. */
type Newest = ReadonlyMap<string, DisplayRecord>;

function newestOf(works: StoredWork[], arrivals: Arrival[]): Newest {
  const newest = new Map<string, DisplayRecord>();
  for (const work of works) newest.set(recordKey(work), work);
  for (const arrival of arrivals) {
    const { record } = arrival;
    const key = recordKey(record);
    const there = newest.get(key);
    if (isStale(arrival) || (there && isOlder(record.version, there.version))) continue;
    const version = record.version ?? there?.version ?? arrival.known?.version ?? null;
    newest.set(key, { ...record, version, ...keptLicense(record, there) });
  }
  return newest;
}

const byName = (a: RecordName, b: RecordName): number =>
  descriptors[a.source].displayRank - descriptors[b.source].displayRank ||
  a.sourceId.length - b.sourceId.length ||
  (a.sourceId < b.sourceId ? -1 : Number(a.sourceId > b.sourceId));

const byRank = (a: DisplayRecord, b: DisplayRecord): number =>
  Number(publicationStage(a) === 'preprint') - Number(publicationStage(b) === 'preprint') || byName(a, b);

/** The columns that a work takes from its display record. */
export const displayColumns = {
  source: 'text',
  sourceId: 'text',
  version: 'integer',
  doi: 'text',
  title: 'text',
  abstract: 'text',
  abstractOf: 'text',
  authors: 'text[]',
  journal: 'text',
  bibliography: 'jsonb',
  url: 'text',
  categories: 'text[]',
  publicationTypes: 'text[]',
  publicationDate: 'text',
  state: 'text',
} as const satisfies { [field in keyof DisplayRecord]?: string };
const displayFields = Object.keys(displayColumns) as (keyof typeof displayColumns)[];

function eventsOf(before: StoredWork, works: StoredWork[], display: DisplayRecord, arrivals: Arrival[]) {
  const events: WorkEvent[] = [];
  const published = nowPublished(works, display, arrivals);
  if (published) events.push(published);
  const { source, url, state } = display;
  const isSameRecord = before.source === source && before.sourceId === display.sourceId;
  if (severity[state] > severity[before.state] && state !== 'current')
    events.push({ kind: state, detail: { source, url } });
  else if (isSameRecord && before.state !== 'current' && state === 'current')
    events.push({ kind: 'reinstated', detail: { source, url } });
  // A withdrawal statement that replaces an abstract is not a revision, nor is the return of the abstract.
  else if (isSameRecord) {
    const revised = revision(before, display);
    if (revised) events.push(revised);
  }
  return events;
}

const severity: Record<DisplayRecord['state'], number> = { current: 0, withdrawn: 1, retracted: 2 };

const gravest = (states: DisplayRecord['state'][]): DisplayRecord['state'] =>
  states.reduce((one, other) => (severity[other] > severity[one] ? other : one));

/**
 * The publication of a preprint: its article arrived, or its server now names the journal. Happens once, even if the article
 * was stored before the preprint, because readers have received the preprint.
 */
function nowPublished(works: StoredWork[], display: DisplayRecord, arrivals: Arrival[]): WorkEvent | null {
  const preprints = works.filter((work) => publicationStage(work) === 'preprint');
  if (works.some(({ announced }) => announced) || !preprints.length) return null;
  // A preprint's own DOI is not an article's, whichever server registered it.
  const arrived = arrivals.flatMap(({ record, identifiers }) =>
    identifiers.flatMap(({ kind, value }) =>
      kind === 'doi' && (publicationStage(record) === 'article' || !isOwnDoi(record, value)) ? [value] : [],
    ),
  );
  const doi =
    publicationStage(display) === 'article'
      ? display.doi
      : ([...arrived, ...works.flatMap(({ dois }) => dois)].find((one) => !isPreprintDoi(one)) ?? null);
  const wasKnown = preprints.some(
    ({ journal, dois }) => journal !== null || dois.some((one) => !isPreprintDoi(one)),
  );
  const isKnown = display.journal !== null || doi !== null;
  if (publicationStage(display) !== 'article' && (wasKnown || !isKnown)) return null;
  const url = publicationStage(display) === 'article' || !doi ? display.url : `https://doi.org/${doi}`;
  return { kind: 'now-published', detail: { journal: display.journal, doi, url } };
}

const isOwnDoi = ({ doi, sourceId }: SourceRecord, value: string): boolean =>
  value === doi || value === sourceId;

/** Ignores white space, case and punctuation, and an abstract that is added later. */
function revision(before: StoredWork, display: DisplayRecord): WorkEvent | null {
  const was: Record<string, string> = {};
  if (words(before.title) !== words(display.title)) was.title = before.title;
  if (before.abstract && display.abstract && words(before.abstract) !== words(display.abstract))
    was.abstract = before.abstract;
  if (!Object.keys(was).length) return null;
  const versions = { fromVersion: before.version, toVersion: display.version };
  return { kind: 'revised', detail: { changed: Object.keys(was), was, ...versions } };
}

/** Keeps signs before a digit: `-0.5` is not `0.5`. */
const words = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/\p{P}(?!\d)/gu, '');

const earliest = (days: Day[]): Day => days.sort()[0]!;

/** Two stored works that are the same: `kept` is the older one, `absorbed` is merged into it. */
type Absorption = { kept: number; absorbed: number };

const pairsAs = (pairs: Absorption[]) =>
  sql`${rowsAsTable({ kept: 'bigint', absorbed: 'bigint' }, pairs)} as j`;

/**
 * Merges works into older ones together with everything that refers to them: records, identifiers, events, and
 * what later rooms and features keep about it. The absorbed id stays as an identifier (kind
 * `joined`), so that an old digest still finds the work. Runs inside the caller's transaction, under the corpus lock.
 */
export async function absorbWorks({ db, features }: Pick<App, 'db' | 'features'>, pairs: Absorption[]) {
  if (!pairs.length) return;
  const pairsTable = pairsAs(pairs);
  // A digest that is writing its ledger holds a share lock on these rows. Wait for it, to see its rows below.
  await db.execute(
    sql`select id from papers where id in (select unnest(array[kept, absorbed]) from ${pairsTable}) order by id for update`,
  );
  for (const { onPapersMerged } of features) await onPapersMerged?.(db, pairsTable);
  await db.execute(sql`
    insert into paper_signatures (paper_id, hash, keys, signature)
    select j.kept, s.hash, s.keys, s.signature
    from paper_signatures s join ${pairsTable} on s.paper_id = j.absorbed
    on conflict do nothing`);
  await db.execute(sql`
    update papers p set notice = case when 'concern' in (p.notice, a.notice) then 'concern'
      else coalesce(p.notice, a.notice) end
    from ${pairsTable} join papers a on a.id = j.absorbed where p.id = j.kept and a.notice is not null`);
  for (const table of ['paper_records', 'paper_identifiers', 'paper_events', 'paper_notices'])
    await db.execute(
      sql`update ${sql.identifier(table)} t set paper_id = j.kept from ${pairsTable} where t.paper_id = j.absorbed`,
    );
  await db.execute(
    sql`insert into paper_identifiers (kind, value, paper_id) select 'joined', j.absorbed::text, j.kept from ${pairsTable}`,
  );
  await db.execute(sql`delete from papers where id in (select j.absorbed from ${pairsTable})`);
}
