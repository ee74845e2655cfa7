import { hash } from 'node:crypto';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { rowsAsTable, storableJson, textArray } from '#platform/db/parameters/rowsAsTable.ts';
import { paperIdentifiers, papers } from '#platform/db/schema.ts';
import { pick } from '#shared/values/pick.ts';
import type { Identifier, SourceRecord } from '#sources/record/source.ts';
import type { Claimant } from './identity/group.ts';
import { identifierKey, type RecordName, recordKey } from './identity/identifiers.ts';
import type { Told } from './identity/retitled.ts';
import { type Signature, signatureKeys } from './identity/sameWork.ts';
import type { KnownRecord, StoredWork } from './merge.ts';

// What is stored of a batch. Each function is one statement for the whole batch, as in `rows.ts`.

/** The fields that show whether a record has changed. */
export type KnownContent = Pick<KnownRecord, 'paperId' | 'version' | 'contentHash'>;

/** The stored content of these records, by `recordKey`: all that a harvest reads of most of them, which are unchanged. */
export const knownContents = (db: Db, records: RecordName[]): Promise<Map<string, KnownContent>> =>
  known(db, records, sql``);

/** The stored state of these records, by `recordKey`. */
export const knownRecords = (db: Db, records: RecordName[]): Promise<Map<string, KnownRecord>> =>
  known(db, records, sql`, k.doi, k.url, k.available_on as "availableOn"`);

async function known<T extends KnownContent>(db: Db, records: RecordName[], more: SQL) {
  const { rows } = await db.execute<T & RecordName & Record<string, unknown>>(sql`
    select k.source, k.source_id as "sourceId", k.paper_id as "paperId", k.version, k.content_hash as "contentHash"${more}
    from ${rowsAsTable({ source: 'text', sourceId: 'text' }, records)} as r
    join paper_records k on k.source = r.source and k.source_id = r."sourceId"`);
  return new Map(
    rows.map((row): [string, T] => [
      recordKey(row),
      { ...row, paperId: Number(row.paperId) } as unknown as T,
    ]),
  );
}

/** The work that has each of these identifiers, by `identifierKey`. */
export async function ownersOf(db: Db, identifiers: Identifier[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ kind: Identifier['kind']; value: string; paper_id: string }>(sql`
    select n.kind, n.value, n.paper_id
    from ${rowsAsTable({ kind: 'text', value: 'text' }, identifiers)} as r
    join paper_identifiers n on n.kind = r.kind and n.value = r.value`);
  return new Map(rows.map((row) => [identifierKey(row), Number(row.paper_id)]));
}

/** The works that claim these DOIs: the owner of each, and others that show it. By `identifierKey`. */
export async function claimantsOf(
  db: Db,
  claimed: { source: SourceRecord['source']; owner: number; doi: string }[],
): Promise<Map<string, Claimant[]>> {
  if (!claimed.length) return new Map();
  const { rows } = await db.execute<Omit<Claimant, 'paperId'> & { doi: string; id: string }>(sql`
    select r.doi, p.id, p.title, p.authors,
      coalesce(json_agg(distinct jsonb_build_object('source', k.source, 'sourceId', k.source_id))
        filter (where k.source is not null), '[]') as records
    from ${rowsAsTable({ source: 'text', owner: 'bigint', doi: 'text' }, claimed)} as r
    cross join lateral (select r.owner as id union select id from papers where papers.doi = r.doi) as c
    join papers p on p.id = c.id
    left join paper_records k on k.paper_id = p.id and k.source = r.source
    group by r.doi, p.id order by p.id`);
  const works = rows.map(({ doi, id, ...work }) => ({ key: `doi ${doi}`, ...work, paperId: Number(id) }));
  return Map.groupBy(works, ({ key }) => key);
}

/** These works as they are displayed, by id. */
export async function storedWorks(db: Db, ids: number[]): Promise<Map<number, StoredWork>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({
      ...pick(papers, 'id source sourceId version doi title abstract abstractOf authors journal'),
      bibliography: sql<StoredWork['bibliography']>`${papers.bibliography}`,
      ...pick(papers, 'url categories publicationTypes publicationDate state availableOn firstSeenAt'),
      dois: sql<
        string[]
      >`(select coalesce(json_agg(n.value order by n.value), '[]') from ${paperIdentifiers} n
        where n.paper_id = papers.id and n.kind = 'doi')`,
      announced: sql<boolean>`exists (select from paper_events e
        where e.paper_id = papers.id and e.kind = 'now-published')`,
      noticed: sql<StoredWork['noticed']>`(select case max(case n.kind when 'retracted' then 2 else 1 end)
          when 2 then 'retracted' when 1 then 'withdrawn' end
        from paper_notices n where n.paper_id = papers.id and n.kind in ('retracted', 'withdrawn'))`,
    })
    .from(papers)
    .where(inArray(papers.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A stored work, its signature that shares a key with a given one, and its abstract. */
type SignedNeighbor = Told & { paperId: number };

/** The works that share a key with one of these signatures. */
export const signedNeighbors = (db: Db, signatures: Signature[]): Promise<SignedNeighbor[]> =>
  neighbors(db, signatures, sql``);

/**
 * Those that may be the same work. Two articles never are, and articles share keys with many others: an author's name, or the
 * title of a series. So a batch of articles alone, as PubMed's are, finds preprints alone.
 */
export const mergeableNeighbors = (db: Db, signatures: Signature[]): Promise<SignedNeighbor[]> =>
  neighbors(
    db,
    signatures,
    signatures.every(({ stage }) => stage === 'article')
      ? sql`and s.signature ->> 'stage' = 'preprint'`
      : sql``,
  );

/** One look-up a key: a GIN index compares each key of a look-up with all others (`ginFillScanEntry`). */
async function neighbors(db: Db, signatures: Signature[], condition: SQL): Promise<SignedNeighbor[]> {
  if (!signatures.length) return [];
  const keys = [...new Set(signatures.flatMap((one) => signatureKeys(one).wanted))];
  const { rows } = await db.execute<Told & { paper_id: string } & Record<string, unknown>>(sql`
    select f.paper_id, f.signature, p.abstract
    from (
      select distinct on (s.paper_id, s.hash) s.paper_id, s.signature
      from unnest(${textArray(keys)}) as k (key)
      cross join lateral (
        select * from paper_signatures s where s.keys && array[k.key] ${condition} offset 0) as s
      order by s.paper_id, s.hash) as f
    join papers p on p.id = f.paper_id`);
  return rows.map(({ paper_id, signature, abstract }) => ({
    paperId: Number(paper_id),
    signature,
    abstract,
  }));
}

/** Inserts the signatures of works; those already there stay as they are. Null without any. */
export function signaturesStatement(signatures: { paperId: number; signature: Signature }[]): SQL | null {
  if (!signatures.length) return null;
  const rows = signatures.map(({ paperId, signature }) => {
    const text = storableJson(signature);
    const digest = hash('sha1', text, 'base64url');
    return { paperId, signature: text, keys: signatureKeys(signature).stored, hash: digest };
  });
  const columns = { paperId: 'bigint', hash: 'text', keys: 'text[]', signature: 'jsonb' } as const;
  return sql`
    insert into paper_signatures (paper_id, hash, keys, signature)
    select r."paperId", r.hash, r.keys, r.signature
    from ${rowsAsTable(columns, rows)} as r
    on conflict do nothing`;
}
