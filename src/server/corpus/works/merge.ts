import type { Day, SourceRecord } from '#sources/record/source.ts';
import { descriptors } from '#sources/registry.ts';
import { isPreprintDoi, type Names, placeOf } from './identifiers.ts';

/** What a reader sees of a work: the fields of the record that is shown. */
type Shown = Omit<SourceRecord, 'identifiers' | 'availableOn'>;

/** A work as the library holds it. */
export interface StoredWork extends Shown {
  id: number;
  availableOn: Day;
  firstSeenAt: Date;
  /** Every DOI it is known by. */
  dois: string[];
  /** Readers were already told that it has come out in a journal. */
  announced: boolean;
}

/** A source record as the library last saw it. */
export interface KnownRecord {
  paperId: number;
  version: number | null;
  doi: string | null;
  url: string;
  contentHash: string;
  availableOn: Day;
}

/** A record that comes in, with its names and what is known of it. */
export interface Arrival {
  record: SourceRecord;
  contentHash: string;
  names: Names;
  known: KnownRecord | null;
}

export interface WorkEvent {
  kind: 'revised' | 'now-published' | 'retracted' | 'withdrawn';
  detail: Record<string, unknown>;
}

export interface MergedWork {
  /** The stored work that goes on; null for a new one. */
  id: number | null;
  /** Stored works that turned out to be this one. */
  joined: number[];
  shown: Shown;
  availableOn: Day;
  firstSeenAt: Date;
  /** Anything that a reader or the ranking sees has changed. */
  changed: boolean;
  /** Title or abstract have changed, and so what was computed from them. */
  textChanged: boolean;
  events: WorkEvent[];
}

/**
 * One work, one life: what the stored works and the arrivals of one group are together.
 * The record that is shown is the journal article before the preprint, in its newest version; the day is the
 * earliest of all. The same history gives the same work in any order and with any repetition. `works` oldest first.
 */
export function merge(works: StoredWork[], arrivals: Arrival[], now: Date): MergedWork {
  const shown = best(works, arrivals);
  const [before] = works;
  const textChanged = !before || before.title !== shown.title || before.abstract !== shown.abstract;
  const availableOn = earliest([
    ...works.map((work) => work.availableOn),
    ...arrivals.map(({ record }) => record.availableOn),
  ]);
  const firstSeenAt = new Date(Math.min(now.getTime(), ...works.map((work) => work.firstSeenAt.getTime())));
  return {
    id: before?.id ?? null,
    joined: works.slice(1).map(({ id }) => id),
    shown,
    availableOn,
    firstSeenAt,
    changed:
      !before ||
      works.length > 1 ||
      availableOn !== before.availableOn ||
      shownFields.some((field) => !sameValue(before[field], shown[field])),
    textChanged,
    events: before ? eventsOf(before, works, shown, arrivals) : [],
  };
}

/** Whether an arrival is an earlier version than the one that the library has of the same record. */
export const isStale = ({
  record,
  known,
}: {
  record: { version: number | null };
  known: { version: number | null } | null;
}): boolean => known !== null && isOlder(record.version, known.version);

/** A record without a version is taken as the newest: its source always gives the state of today. */
const isOlder = (version: number | null, other: number | null): boolean =>
  version !== null && other !== null && version < other;

function best(works: StoredWork[], arrivals: Arrival[]): Shown {
  const newest = new Map<string, Shown>();
  for (const work of works) newest.set(`${work.source} ${work.sourceId}`, work);
  for (const arrival of arrivals) {
    const { record } = arrival;
    const key = `${record.source} ${record.sourceId}`;
    const there = newest.get(key);
    if (isStale(arrival) || (there && isOlder(record.version, there.version))) continue;
    newest.set(key, {
      ...record,
      version: record.version ?? there?.version ?? arrival.known?.version ?? null,
    });
  }
  return [...newest.values()].sort(byRank)[0] ?? arrivals[0]!.record;
}

const byRank = (a: Shown, b: Shown): number =>
  Number(placeOf(a) === 'preprint') - Number(placeOf(b) === 'preprint') ||
  descriptors[a.source].displayRank - descriptors[b.source].displayRank ||
  a.sourceId.length - b.sourceId.length ||
  (a.sourceId < b.sourceId ? -1 : Number(a.sourceId > b.sourceId));

const shownFields = [
  'source',
  'sourceId',
  'version',
  'doi',
  'title',
  'abstract',
  'authors',
  'journal',
  'url',
  'categories',
  'publicationTypes',
  'publicationDate',
  'state',
] as const satisfies (keyof Shown)[];

const sameValue = (a: Shown[keyof Shown], b: Shown[keyof Shown]): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((one, at) => one === b[at])
    : a === b;

function eventsOf(before: StoredWork, works: StoredWork[], shown: Shown, arrivals: Arrival[]): WorkEvent[] {
  const events: WorkEvent[] = [];
  const published = nowPublished(before, works, shown, arrivals);
  if (published) events.push(published);
  if (gravity[shown.state] > gravity[before.state] && shown.state !== 'current')
    events.push({ kind: shown.state, detail: { source: shown.source, url: shown.url } });
  // What a withdrawal puts in the place of the abstract is no revision.
  else if (before.source === shown.source && before.sourceId === shown.sourceId) {
    const revised = revision(before, shown);
    if (revised) events.push(revised);
  }
  return events;
}

const gravity: Record<Shown['state'], number> = { current: 0, withdrawn: 1, retracted: 2 };

/** A preprint whose article has come, or of which its server has learnt where it appeared. Told once. */
function nowPublished(
  before: StoredWork,
  works: StoredWork[],
  shown: Shown,
  arrivals: Arrival[],
): WorkEvent | null {
  if (works.some(({ announced }) => announced) || placeOf(before) === 'article') return null;
  const arrived = arrivals.flatMap(({ names }) =>
    names.own.flatMap(({ kind, value }) => (kind === 'doi' ? [value] : [])),
  );
  const doi =
    placeOf(shown) === 'article'
      ? shown.doi
      : ([...arrived, ...works.flatMap(({ dois }) => dois)].find((one) => !isPreprintDoi(one)) ?? null);
  const wasKnown = before.journal !== null || before.dois.some((one) => !isPreprintDoi(one));
  const isKnown = shown.journal !== null || doi !== null;
  if (placeOf(shown) !== 'article' && (wasKnown || !isKnown)) return null;
  const url = placeOf(shown) === 'article' || !doi ? shown.url : `https://doi.org/${doi}`;
  return { kind: 'now-published', detail: { journal: shown.journal, doi, url } };
}

/** Only a real change counts: not one of white space, case or punctuation, nor an abstract that comes late. */
function revision(before: StoredWork, shown: Shown): WorkEvent | null {
  const was: Record<string, string> = {};
  if (words(before.title) !== words(shown.title)) was.title = before.title;
  if (before.abstract && shown.abstract && words(before.abstract) !== words(shown.abstract))
    was.abstract = before.abstract;
  if (!Object.keys(was).length) return null;
  return {
    kind: 'revised',
    detail: { changed: Object.keys(was), was, fromVersion: before.version, toVersion: shown.version },
  };
}

/** Signs before a digit stay: `-0.5` is not `0.5`. */
const words = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/\p{P}(?!\d)/gu, '');

const earliest = (days: Day[]): Day => days.sort()[0]!;
