import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { itemKey } from '#features/zotero/server/client.ts';
import { zoteroAccounts, zoteroPapers, zoteroTopics } from '#features/zotero/tables.ts';
import { type Db, openDatabase } from '#platform/db/open.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { emptyLibrary } from '#stand-ins/zotero/library.ts';
import { startZotero, type ZoteroStandIn } from '#stand-ins/zotero/server.ts';
import { type Chaos, surroundings } from '../setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch } from '../setup/process.ts';
import { seedDue } from '../setup/seed.ts';

/** Longer than a start and a round of sending on a very busy machine. */
const writeMs = 600_000;

export interface ZoteroOutcome {
  /** Papers in digests whose topic goes to Zotero. */
  due: number;
  kills: number;
  /** Kills after which Zotero had papers that our ledger did not record. */
  hit: number;
  lost: number;
  twice: number;
  seconds: number;
}

/**
 * One process on the embedded database whose readers all use Zotero. It is killed right after Zotero has responded to a
 * write, before it can record that, and started again.
 */
export async function killWithZotero({
  due,
  kills,
  maxWaitSeconds,
  log,
  say,
}: Chaos): Promise<ZoteroOutcome> {
  const around = await surroundings();
  const zotero = await startZotero();
  const environment: Record<string, string> = { ...around.environment, ...zotero.environment };
  const open = () => openDatabase({ url: null, folder: path.join(environment.DATA_DIR!, 'database') });
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  let litwatch: LitwatchProcess | null = null;
  try {
    const seeding = await open();
    await seedDue(seeding, { environment, count: due });
    await addAccounts(seeding.db, environment.SESSION_SECRET!, zotero);
    await seeding.close();
    let [killed, hit] = [0, 0];
    for (; killed < kills && seconds() < maxWaitSeconds; killed++) {
      const written = nextWrite(zotero);
      litwatch = spawnLitwatch([], environment, log);
      await litwatch.ready;
      // A kill by timeout, because nothing was written for so long, does not count as a hit.
      await Promise.race([written, delay(writeMs)]);
      await litwatch.kill();
      const found = await open();
      const inDoubt = await unnoted(found.db, zotero);
      await found.close();
      if (inDoubt) hit++;
      say?.(
        `kill ${killed + 1} at ${seconds().toFixed(1)} s: ${inDoubt} papers in Zotero that are not noted`,
      );
    }
    // After a minute the sweep enqueues interrupted deliveries again.
    await delay(1000);
    litwatch = spawnLitwatch([], environment, log);
    await litwatch.ready;
    let before = -1;
    for (let same = 0; same < 5 && seconds() < maxWaitSeconds; await delay(10_000)) {
      const count = itemsIn(zotero).length;
      same = count === before && around.smtp.distinct >= due ? same + 1 : 0;
      before = count;
    }
    await litwatch.kill();
    const left = await open();
    const papers = await delivered(left.db);
    await left.close();
    const items = itemsIn(zotero);
    const distinct = new Set(items).size;
    return {
      ...{ due: papers, kills: killed, hit, seconds: seconds() },
      ...{ lost: papers - distinct, twice: items.length - distinct },
    };
  } finally {
    await litwatch?.kill();
    await Promise.all([around.close(), zotero.close()]);
  }
}

const nextWrite = (zotero: ZoteroStandIn): Promise<void> =>
  new Promise((resolve) => {
    zotero.afterWrite = resolve;
  });

/** Library and title of every paper there. */
const itemsIn = ({ libraries }: ZoteroStandIn): string[] =>
  [...libraries].flatMap(([library, { items }]) =>
    [...items.values()].flatMap(({ data }) => (data.parentItem ? [] : [`${library} ${data.title}`])),
  );

/** Papers that Zotero has but our ledger still lists as waiting, because the process was killed in between. */
async function unnoted(db: Db, { libraries }: ZoteroStandIn): Promise<number> {
  const waiting = await db
    .select({ userId: zoteroPapers.userId, paperId: zoteroPapers.paperId, library: zoteroAccounts.library })
    .from(zoteroPapers)
    .innerJoin(zoteroAccounts, eq(zoteroAccounts.userId, zoteroPapers.userId))
    .where(eq(zoteroPapers.status, 'pending'));
  return waiting.filter(({ userId, paperId, library }) =>
    libraries.get(library)?.items.has(itemKey(userId, library, paperId, 'item')),
  ).length;
}

async function delivered(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(distinct (t.user_id, p.title)) as count
    from delivered_papers d join zotero_topics t on t.search_term_id = d.search_term_id join papers p on p.id = d.paper_id`);
  return Number(rows[0]!.count);
}

/** Gives every reader a library that receives the digests' papers. */
async function addAccounts(db: Db, secret: string, zotero: ZoteroStandIn): Promise<void> {
  const topics = await db.select({ id: searchTerms.id, userId: searchTerms.userId }).from(searchTerms);
  const since = new Date(Date.now() - 3_600_000);
  for (const [at, { id, userId }] of topics.entries()) {
    const [key, library] = [`key-of-reader-number-${at}`, `users/${1000 + at}`];
    zotero.keys.set(key, {
      ...{ userID: 1000 + at, username: `reader-${at}` },
      access: { user: { library: true, files: true, notes: true, write: true } },
    });
    zotero.libraries.set(library, emptyLibrary({}));
    await db.insert(zoteroAccounts).values({
      ...{ userId, sealed: seal(secret, 'zotero', key), username: `reader-${at}` },
      ...{ library, libraryName: `reader-${at}`, createdAt: since },
    });
    await db.insert(zoteroTopics).values({ searchTermId: id, userId, since });
  }
}
