import { eq, sql } from 'drizzle-orm';
import { executeInTurn } from '#platform/db/batch.ts';
import { systemState } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { CorpusApp } from '../app.ts';
import { signatureOf } from '../works/identity/sameWork.ts';
import { lockCorpus } from '../works/rows.ts';
import { signaturesStatement } from '../works/stored.ts';

const batchSize = 1000;

/**
 * Adds signatures to works stored by a version without them, so that a record without a common identifier still finds such
 * a work. Runs before the first harvest, in short transactions. Continues after a kill, and returns at once if all have
 * signatures. Returns how many works were signed.
 */
export async function signStoredWorks(app: Pick<CorpusApp, 'db' | 'now' | 'log'>): Promise<number> {
  const { db, now } = app;
  const done = await db.$count(systemState, eq(systemState.name, 'signed'));
  if (done) return 0;
  let signed = 0;
  for (let after: number | null = 0; after !== null; ) {
    const batch: Batch = await signBatch(app, after);
    signed += batch.signed;
    after = batch.last;
    if (batch.last !== null) app.log.info({ signed, upTo: batch.last }, 'signing stored works');
  }
  await db.insert(systemState).values({ name: 'signed', at: now() }).onConflictDoNothing();
  return signed;
}

interface Batch {
  signed: number;
  /** The id to continue after; null if no work is left. */
  last: number | null;
}

const signBatch = (app: Pick<CorpusApp, 'db' | 'now'>, after: number): Promise<Batch> =>
  transaction(app, async ({ db }) => {
    // Prevent merges between reading and writing.
    await lockCorpus(db);
    const { rows } = await db.execute<{
      id: string;
      source: SourceName;
      doi: string | null;
      title: string;
      authors: string[];
      types: string[];
    }>(sql`
      select p.id, p.source, p.doi, p.title, p.authors, p.publication_types as types from papers p
      where p.id > ${after} and not exists (select from paper_signatures s where s.paper_id = p.id)
      order by p.id limit ${batchSize}`);
    const signatures = rows.flatMap(({ id, types, ...work }) => {
      const signature = signatureOf({ ...work, publicationTypes: types });
      return signature ? [{ paperId: Number(id), signature }] : [];
    });
    await executeInTurn(db, [() => signaturesStatement(signatures)]);
    return { signed: signatures.length, last: rows.length ? Number(rows.at(-1)!.id) : null };
  });
