import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, type Db, openDatabase } from '#platform/db/open.ts';
import type { SourcesStandIn } from '#stand-ins/sources/server.ts';
import { createDatabase } from '../createDatabase.ts';
import { surroundings } from './setup/killing.ts';
import { spawnLitwatch, until } from './setup/process.ts';
import { openServer, readSources } from './setup/seed.ts';

export interface HarvestOutcome {
  /** Calls of one uninterrupted harvest of all sources, and calls of these processes together. */
  callsAlone: number;
  calls: number;
  /** Records in the corpus afterwards, and after an uninterrupted harvest. */
  recordsAlone: number;
  records: number;
  /** Harvests started and completed; one per source makes four. */
  harvests: number;
  seconds: number;
}

/** Small pages, so that a harvest can be killed between two of them. */
const pages = { pageSize: { biorxiv: 4, arxivOai: 8 } };

/** Several workers start at once on an empty corpus. Exactly one of them reads each source. */
export async function electHarvesters(adminUrl: string, workers: number): Promise<HarvestOutcome> {
  const around = await surroundings(pages);
  const alone = await uninterrupted(adminUrl, around);
  const server = await createDatabase(adminUrl);
  const database = await openServer(server.url);
  const startedAt = performance.now();
  const environment = { ...around.environment, DATABASE_URL: server.url };
  const processes = Array.from({ length: workers }, () => spawnLitwatch(['--worker'], environment));
  try {
    await Promise.all(processes.map(({ ready }) => ready));
    await until(async () => (await wholeHarvests(database.db)) >= 4, 120);
    return { ...alone, ...(await outcome(database.db, around.sources)), seconds: since(startedAt) };
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    await around.close();
    await database.close();
    await server.drop();
  }
}

/** A process on the embedded database is killed in the middle of its harvests and started again. */
export async function killHarvester(adminUrl: string, kills: number): Promise<HarvestOutcome> {
  const around = await surroundings(pages);
  const alone = await uninterrupted(adminUrl, around);
  for (const source of ['pubmed', 'arxiv', 'biorxiv', 'medrxiv'] as const)
    around.sources.misbehave(source, { kind: 'slow', ms: 250 });
  const startedAt = performance.now();
  const folder = path.join(around.environment.DATA_DIR!, 'database');
  let database: Database | null = null;
  let process = spawnLitwatch([], around.environment);
  try {
    await process.ready;
    for (let killed = 1; killed <= kills; killed++) {
      await until(() => harvestCalls(around.sources) >= (alone.callsAlone * killed) / (kills + 1), 120);
      await process.kill();
      process = spawnLitwatch([], around.environment);
      await process.ready;
    }
    await until(() => harvestCalls(around.sources) >= alone.callsAlone, 120);
    // Only its own process may open the folder, so wait until the calls have stopped.
    for (let seen = 0; seen < harvestCalls(around.sources); ) {
      seen = harvestCalls(around.sources);
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
    await process.stop();
    database = await openDatabase({ url: null, folder });
    return { ...alone, ...(await outcome(database.db, around.sources)), seconds: since(startedAt) };
  } finally {
    await process.kill();
    await database?.close();
    await around.close();
  }
}

/** The calls of one uninterrupted harvest; clears the log of calls afterwards. */
async function uninterrupted(
  adminUrl: string,
  { environment, sources }: Awaited<ReturnType<typeof surroundings>>,
): Promise<Pick<HarvestOutcome, 'callsAlone' | 'recordsAlone'>> {
  const server = await createDatabase(adminUrl);
  const database = await openServer(server.url);
  try {
    await readSources(database, environment);
    const { calls, records } = await outcome(database.db, sources);
    sources.calls.reset();
    return { callsAlone: calls, recordsAlone: records };
  } finally {
    await database.close();
    await server.drop();
  }
}

async function outcome(db: Db, sources: SourcesStandIn) {
  const { rows } = await db.execute<{ records: string }>(sql`select count(*) as records from paper_records`);
  return {
    calls: harvestCalls(sources),
    records: Number(rows[0]!.records),
    harvests: await wholeHarvests(db),
  };
}

async function wholeHarvests(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) as count from harvests where status = 'complete'`,
  );
  return Number(rows[0]!.count);
}

/** Leaves out the calls by which a starting process checks that each source answers; bioRxiv's goes to its base address. */
const harvestCalls = ({ calls }: SourcesStandIn): number =>
  calls.log.filter(({ url }) => url !== '/' && !/einfo|Identify/.test(url)).length;

const since = (startedAt: number): number => (performance.now() - startedAt) / 1000;
