import {
  type CorpusRecord,
  type CorpusRecordInput,
  corpusRecord,
  type SourceName,
  sourceNames,
} from './records/corpus.ts';
import { type Entry, entryOf, latest, splitId } from './records/entry.ts';
import { spread } from './records/spread.ts';
import { RecordIndex } from './search/recordIndex.ts';

/** PubMed names the notice of what is `retracted`. OAI-PMH reports what is `deleted`, the other services do not. */
type Changed = Pick<
  Entry,
  'authors' | 'retracted' | 'publishedDoi' | 'publishedIn' | 'comment' | 'links' | 'deleted'
>;

export interface Change extends Partial<Changed> {
  title?: string;
  abstract?: string | null;
  /** Preprints: a new version that says the work is withdrawn. */
  withdrawn?: boolean;
  /** Preprints: adds a version with this title and abstract, dated now. */
  newVersion?: boolean;
}

/** All records of all sources, and the changes a test can make while the server runs. */
export class Library {
  readonly recordIndexes = Object.fromEntries(
    sourceNames.map((source) => [source, new RecordIndex()]),
  ) as Record<SourceName, RecordIndex>;
  private readonly now: () => Date;

  constructor(records: CorpusRecord[], { days, now }: { days: number; now: () => Date }) {
    this.now = now;
    const perSource = Object.groupBy(distinct(records), ({ source }) => source);
    for (const source of sourceNames) {
      const own = perSource[source] ?? [];
      const moments = spread(own, { days, now: now() });
      for (const [place, record] of own.entries())
        this.recordIndexes[source].add(entryOf(record, dayOf(record) ?? moments[place]!));
    }
  }

  /** Adds records, entered now or on their own day. Keeps the existing record of a known identifier. */
  add(records: CorpusRecordInput[]): void {
    for (const record of distinct(records.map((input) => corpusRecord.parse(input)))) {
      const recordIndex = this.recordIndexes[record.source];
      const entry = entryOf(record, dayOf(record) ?? this.now().getTime());
      if (!recordIndex.get(entry.id)) recordIndex.add(entry);
    }
  }

  /** Hides records as if the service had not indexed them yet. */
  withhold(ids: string[]): void {
    for (const id of ids) this.entry(id).withheld = true;
  }

  /** Shows them again with their old entry date and a change date of now. */
  release(ids: string[]): void {
    for (const id of ids) {
      const entry = this.entry(id);
      entry.withheld = false;
      entry.changedAt = this.now().getTime();
    }
  }

  change(id: string, change: Change): void {
    const entry = this.entry(id);
    this.recordIndexes[entry.source].update(entry, () => applyChange(entry, change, this.now().getTime()));
  }

  /** By PMID, arXiv identifier or DOI, with or without version, with or without `source:` in front. */
  entry(id: string): Entry {
    const [, prefix, bare] = /^(?:(pubmed|arxiv|biorxiv|medrxiv|europepmc):)?(.*)$/s.exec(id)!;
    for (const source of sourceNames) {
      if (prefix && prefix !== source) continue;
      const entry = this.recordIndexes[source].get(splitId(source, bare!).id);
      if (entry) return entry;
    }
    throw new RangeError(`no record ${id}`);
  }
}

/** One record per identifier: the highest version, or else the first one read. */
function distinct(records: CorpusRecord[]): CorpusRecord[] {
  const kept = new Map<string, { record: CorpusRecord; version: number }>();
  for (const record of records) {
    const { id, version } = splitId(record.source, record.id);
    const key = `${record.source} ${id.toLowerCase()}`;
    const before = kept.get(key);
    if (!before || version > before.version) kept.set(key, { record, version });
  }
  return [...kept.values()].map(({ record }) => record);
}

const dayOf = ({ on }: CorpusRecord): number | null => (on ? Date.parse(`${on}T12:00:00Z`) : null);

function applyChange(entry: Entry, change: Change, at: number): void {
  const before = latest(entry);
  if (change.withdrawn) entry.versions.push(withdrawal(entry, at));
  else {
    const { title = before.title, abstract = before.abstract } = change;
    if (change.newVersion)
      entry.versions.push({ number: before.number + 1, at, title, abstract, withdrawn: false });
    else Object.assign(before, { title, abstract });
  }
  const { title: _, abstract: __, withdrawn: ___, newVersion: ____, ...rest } = change;
  Object.assign(entry, rest, { changedAt: at });
}

/** bioRxiv rewrites title and abstract, as recorded; arXiv keeps them and adds a comment. */
function withdrawal(entry: Entry, at: number): Entry['versions'][number] {
  const { number, title, abstract } = latest(entry);
  const version = { number: number + 1, at, withdrawn: true };
  if (entry.source === 'arxiv') {
    entry.comment = 'This paper has been withdrawn by the authors due to an error in the analysis';
    return { ...version, title, abstract };
  }
  return {
    ...version,
    title: `WITHDRAWN: ${title}`,
    abstract:
      'Withdrawal Statement: The authors have withdrawn their manuscript owing to an error in the analysis. Therefore, the authors do not wish this work to be cited as reference for the project.',
  };
}
