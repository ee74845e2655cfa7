import { sql } from 'drizzle-orm';
import { type Database, type Db, openDatabase } from '#platform/db/open.ts';
import { usualSources } from '#shared/papers/sources.ts';
import type { SourcesStandIn } from '#stand-ins/sources/server.ts';
import { until } from '../setup/process.ts';
import { countOf, readSources } from '../setup/seed.ts';
import { hold, onStage, type Stage, type Surroundings, say } from '../setup/stage.ts';

/** Small pages, so that a harvest takes a while and can be killed between two of them. */
export const smallPages = { pageSize: { biorxiv: 4, arxivOai: 8 } };

/** Workers start at once on an empty corpus. Exactly one of them reads each source. */
export const electHarvesters = (adminUrl: string, workers: number): Promise<void> =>
  onStage(
    'three workers elect harvesters',
    adminUrl,
    async (stage) => {
      const alone = await undisturbed(stage);
      await Promise.all(Array.from({ length: workers }, () => stage.start('--worker')));
      await stage.inDatabase(({ db }) => until(async () => (await wholeHarvests(db)) >= 4, 120));
      return judged(stage, alone, 0);
    },
    smallPages,
  );

/** A process on the embedded database is killed in the middle of its harvests and started again. */
export const killHarvester = (kills: number): Promise<void> =>
  onStage(
    'killed while it reads the sources',
    null,
    async (stage) => {
      const { sources } = stage;
      const alone = await undisturbed(stage);
      for (const source of usualSources) sources.misbehave(source, { kind: 'slow', ms: 250 });
      for (let killed = 1; killed <= kills; killed++) {
        const process = await stage.start();
        await until(() => harvestCalls(sources) >= (alone.calls * killed) / (kills + 1), 120);
        await process.kill();
      }
      const last = await stage.start();
      await until(() => harvestCalls(sources) >= alone.calls, 120);
      // Only its own process may open the folder, so wait until the calls have stopped.
      for (let seen = 0; seen < harvestCalls(sources); ) {
        seen = harvestCalls(sources);
        await new Promise((resolve) => setTimeout(resolve, 3000));
      }
      await last.stop();
      return judged(stage, alone, kills);
    },
    smallPages,
  );

type Alone = Awaited<ReturnType<typeof undisturbed>>;

async function judged({ sources, inDatabase, seconds }: Stage, alone: Alone, kills: number) {
  const took = seconds();
  const calls = harvestCalls(sources);
  await inDatabase(async ({ db }) => {
    const [harvests, records] = [await wholeHarvests(db), await recordsIn(db)];
    say(
      `${harvests} harvests, ${records} of ${alone.records} records, ${calls} calls (${alone.calls} alone)`,
    );
    hold('each source is read once, and whole', harvests === 4 && records === alone.records);
    // A restart repeats the current page, and PubMed's search, whose response is not stored.
    hold('a page or two a kill and source are asked for again', calls <= alone.calls + kills * 9);
  });
  return { kills, seconds: took };
}

/** Calls and records of one harvest of the sources that nothing disturbs; the log of calls is empty afterwards. */
export async function undisturbed({ environment, sources }: Pick<Surroundings, 'environment' | 'sources'>) {
  const database: Database = await openDatabase({ url: null, folder: null });
  try {
    await readSources(database, environment);
    return { calls: harvestCalls(sources), records: await recordsIn(database.db) };
  } finally {
    await database.close();
    sources.calls.reset();
  }
}

export const recordsIn = (db: Db): Promise<number> => countOf(db, sql`from paper_records`);

const wholeHarvests = (db: Db): Promise<number> => countOf(db, sql`from harvests where status = 'complete'`);

/** Leaves out the calls by which a starting process checks that each source answers; bioRxiv's goes to its base address. */
const harvestCalls = ({ calls }: SourcesStandIn): number =>
  calls.log.filter(({ url }) => url !== '/' && !/einfo|Identify/.test(url)).length;
