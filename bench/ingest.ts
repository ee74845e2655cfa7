import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../src/server/db/open.ts';
import { paperIdentifiers, paperRecords, papers } from '../src/server/db/schema.ts';
import { ingest } from '../src/server/library/ingest.ts';
import { namesOf } from '../src/server/library/names.ts';
import { openLog } from '../src/server/log.ts';
import type { SourceRecord } from '../src/server/sources/source.ts';
import { corpusRecords } from './corpusRecords.ts';

/** Records a second into an empty library, the same again unchanged, and one statement a row for comparison. */
export async function run(_args: string[] = []): Promise<void> {
  const records = corpusRecords();
  if (!records) {
    console.log('ingest: skipped, there is no corpus beside the project.');
    return;
  }
  // Turn about, and each on its own empty database, so that a busy machine does not favour one of them.
  const few = records.filter((_, order) => order % 8 === 0);
  const naive = await timed(few, rowByRow);
  const { first, again } = await stored(records);
  console.log(`ingest: ${records.length} records on ${process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}`);
  console.log(`  merged and stored    ${perSecond(first)}   ${ratio(first, naive)} × row by row`);
  console.log(`  again, unchanged     ${perSecond(again)}   ${ratio(again, naive)} × row by row`);
  console.log(`  row by row, unmerged ${perSecond(naive)}   1 × (an eighth of the records)`);
}

async function stored(records: SourceRecord[]): Promise<{ first: number; again: number }> {
  const database = await emptyDatabase();
  const app = { db: database.db, now: () => new Date(), log: openLog('silent') };
  const pass = async () => {
    const started = performance.now();
    for (let from = 0; from < records.length; from += 500) await ingest(app, records.slice(from, from + 500));
    return records.length / ((performance.now() - started) / 1000);
  };
  try {
    return { first: await pass(), again: await pass() };
  } finally {
    await database.close();
  }
}

async function timed(records: SourceRecord[], store: typeof rowByRow): Promise<number> {
  const database = await emptyDatabase();
  try {
    const started = performance.now();
    await store(database.db, records);
    return records.length / ((performance.now() - started) / 1000);
  } finally {
    await database.close();
  }
}

/** What a first draft would do: look the record up, insert its rows, one after the other. */
async function rowByRow(db: Awaited<ReturnType<typeof openDatabase>>['db'], records: SourceRecord[]) {
  const now = new Date();
  for (const record of records) {
    const names = namesOf(record).own;
    const [found] = await db
      .select({ id: paperIdentifiers.paperId })
      .from(paperIdentifiers)
      .where(
        sql`(kind, value) in (${sql.join(
          names.map(({ kind, value }) => sql`(${kind}, ${value})`),
          sql`, `,
        )})`,
      );
    if (found) continue;
    const { identifiers: _identifiers, ...shown } = record;
    const [row] = await db
      .insert(papers)
      .values({ ...shown, firstSeenAt: now, changedAt: now })
      .returning({ id: papers.id });
    const paperId = row!.id;
    const { source, sourceId, version, doi, url, availableOn } = record;
    await db
      .insert(paperRecords)
      .values({ source, sourceId, paperId, version, doi, url, availableOn, contentHash: '', seenAt: now })
      .onConflictDoNothing();
    for (const { kind, value } of names)
      await db
        .insert(paperIdentifiers)
        .values({ kind: kind as 'doi', value, paperId })
        .onConflictDoNothing();
  }
}

/** In memory, or on the server of DATABASE_URL when its library is empty. */
async function emptyDatabase() {
  const database = await openDatabase({ url: process.env.DATABASE_URL ?? null, folder: null });
  const { rows } = await database.db.execute(sql`select 1 from papers limit 1`);
  if (!rows.length) return database;
  if (process.env.DATABASE_URL?.includes('bench')) {
    await database.db.execute(sql`truncate papers, harvests cascade`);
    return database;
  }
  await database.close();
  throw new Error('The bench empties the library: give it a database whose name has "bench" in it.');
}

const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`.padStart(10);
const ratio = (rate: number, to: number): string => (rate / to).toFixed(1);

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));
