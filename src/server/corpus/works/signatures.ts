import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { rowsAsTable, storableJson, textArray } from '#platform/db/parameters/rowsAsTable.ts';
import { type Signature, signatureKeys } from './identity/sameWork.ts';

/** A stored work, and its signature that shares a key with a given one. */
interface SignedNeighbor {
  paperId: number;
  signature: Signature;
}

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

/**
 * One look-up a key: a GIN index compares each key of one look-up with all others (`ginFillScanEntry`), which for a
 * thousand took most of the time.
 */
async function neighbors(db: Db, signatures: Signature[], condition: SQL): Promise<SignedNeighbor[]> {
  if (!signatures.length) return [];
  const keys = [...new Set(signatures.flatMap((one) => signatureKeys(one).wanted))];
  const { rows } = await db.execute<{ paper_id: string; signature: Signature }>(sql`
    select distinct on (s.paper_id, s.hash) s.paper_id, s.signature
    from unnest(${textArray(keys)}) as k (key)
    cross join lateral (
      select * from paper_signatures s where s.keys && array[k.key] ${condition} offset 0) as s`);
  return rows.map(({ paper_id, signature }) => ({ paperId: Number(paper_id), signature }));
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
