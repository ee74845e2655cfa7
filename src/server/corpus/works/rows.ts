import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';
import { papers } from '#platform/db/schema.ts';
import type { IndexedNames } from '#shared/papers/bibliography.ts';
import type { Identifier, SourceRecord } from '#sources/record/source.ts';
import { displayColumns, type MergedWork, type WorkEvent } from './merge.ts';
import { changedAt } from './works.ts';

// Each function is one statement for a whole batch: a statement per record takes about ten times as long
// (npm run bench -- ingest).

/** Held to the end of the transaction, so that the corpus has one writer at a time and no work is created twice. */
export const lockCorpus = async (db: Db): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(7214002)`);
};

/** Ids for new works, under the corpus lock. Known before the insert, so that what names them is built meanwhile. */
export async function newWorkIds(db: Db, count: number): Promise<number[]> {
  if (!count) return [];
  const { rows } = await db.execute<{ last: string }>(
    sql`select setval(s, nextval(s) + ${count - 1}::int) as last
      from cast(pg_get_serial_sequence('papers', 'id') as regclass) as s`,
  );
  return Array.from({ length: count }, (_, order) => Number(rows[0]!.last) - count + 1 + order);
}

/** A merged work with its id. */
export type IdentifiedWork = MergedWork & { id: number };

/** Inserts new works; null without any. */
export const newWorksStatement = (works: IdentifiedWork[], now: Date): SQL | null =>
  works.length
    ? sql`
    insert into papers (id, ${columns}, available_on, first_seen_at, changed_at)
    overriding system value
    select r.id, ${values}, r."availableOn", ${at(now)}, ${at(now)}
    from ${rowsAsTable(workColumns, works.map(asRow))} as r`
    : null;

/** Updates stored works, and drops vectors of texts that changed; null without works. */
export const changedWorksStatement = (works: IdentifiedWork[], now: Date): SQL | null =>
  works.length
    ? sql`
    update papers p
    set (${columns}) = row(${values}),
      available_on = r."availableOn",
      first_seen_at = r."firstSeenAt",
      changed_at = ${changedAt(now, 'p')},
      vector = case when r."textChanged" then null else p.vector end,
      vector_model = case when r."textChanged" then null else p.vector_model end
    from ${rowsAsTable(workColumns, works.map(asRow))} as r
    where p.id = r.id`
    : null;

const names = Object.keys(displayColumns);
const columns = sql.raw(
  names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(', '),
);
const values = sql.raw(names.map((name) => `r."${name}"`).join(', '));
const workColumns = {
  ...displayColumns,
  ...({ id: 'bigint', availableOn: 'date', firstSeenAt: 'timestamptz', textChanged: 'boolean' } as const),
};

const asRow = ({ id, display, availableOn, firstSeenAt, textChanged }: IdentifiedWork) => ({
  ...display,
  id,
  availableOn,
  firstSeenAt,
  textChanged,
});

/** A row of `paper_records`. */
export interface RecordRow
  extends Pick<SourceRecord, 'source' | 'sourceId' | 'version' | 'doi' | 'url' | 'availableOn'> {
  paperId: number;
  contentHash: string;
  indexed: IndexedNames | null;
}

const recordColumns = {
  ...({ source: 'text', sourceId: 'text', paperId: 'bigint', version: 'integer', doi: 'text' } as const),
  ...({ url: 'text', availableOn: 'date', contentHash: 'text', indexed: 'jsonb' } as const),
};

/** Inserts or updates records by source and identifier, and keeps existing index terms; null without records. */
export const recordsStatement = (records: RecordRow[], now: Date): SQL | null =>
  records.length
    ? sql`
    insert into paper_records
      (source, source_id, paper_id, version, doi, url, available_on, content_hash, seen_at, indexed)
    select r.source, r."sourceId", r."paperId", r.version, r.doi, r.url, r."availableOn", r."contentHash", ${at(now)},
      r.indexed
    from ${rowsAsTable(recordColumns, records)} as r
    on conflict (source, source_id) do update set
      paper_id = excluded.paper_id, version = excluded.version, doi = excluded.doi, url = excluded.url,
      available_on = excluded.available_on, content_hash = excluded.content_hash, seen_at = excluded.seen_at,
      indexed = coalesce(excluded.indexed, paper_records.indexed)`
    : null;

/** Inserts identifiers of works, under the corpus lock; null without any. It fails if another work has one of them. */
export const identifiersStatement = (identifiers: (Identifier & { paperId: number })[]): SQL | null =>
  identifiers.length
    ? sql`
    insert into paper_identifiers (kind, value, paper_id)
    select r.kind, r.value, r."paperId"
    from ${rowsAsTable({ kind: 'text', value: 'text', paperId: 'bigint' }, identifiers)} as r`
    : null;

/** Inserts events of works, dated `now`; null without any. */
export const eventsStatement = (events: (WorkEvent & { paperId: number })[], now: Date): SQL | null =>
  events.length
    ? sql`
    insert into paper_events (paper_id, kind, detail, at)
    select r."paperId", r.kind, r.detail, ${at(now)}
    from ${rowsAsTable({ paperId: 'bigint', kind: 'text', detail: 'jsonb' }, events)} as r`
    : null;

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

const copy = { pdfUrl: 'text', license: 'text' } as const;
const impactColumns = { ...copy, id: 'bigint', isKnown: 'boolean', impact: 'double precision' } as const;

/** A paper that is not known keeps its earlier impact and free copy; `changed_at` moves only when the impact does. */
export async function writeImpact(
  db: Db,
  rows: { [name in keyof typeof impactColumns]: unknown }[],
  at: Date,
): Promise<void> {
  await db.execute(sql`
    update papers p set impact = coalesce(s.impact, p.impact),
      pdf_url = case when s."isKnown" then s."pdfUrl" else p.pdf_url end,
      license = case when s."isKnown" then s.license else p.license end,
      impact_asked_at = ${at.toISOString()}::timestamptz,
      changed_at = case when s.impact is distinct from p.impact and s.impact is not null
        then ${changedAt(at, 'p')} else p.changed_at end
    from ${rowsAsTable(impactColumns, rows)} as s
    where p.id = s.id`);
}

/** Does nothing for a paper that was reworded in the meantime: it is embedded next time. */
export async function writeVector(
  db: Db,
  { id, title, abstract }: Pick<typeof papers.$inferSelect, 'id' | 'title' | 'abstract'>,
  { vector, vectorModel, now }: { vector: Uint8Array; vectorModel: string; now: Date },
): Promise<void> {
  const asEmbedded = sql`${papers.abstract} is not distinct from ${abstract}`;
  await db
    .update(papers)
    .set({ vector, vectorModel, changedAt: changedAt(now) })
    .where(and(eq(papers.id, id), eq(papers.title, title), asEmbedded));
}
