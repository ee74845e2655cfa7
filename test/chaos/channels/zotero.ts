import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { itemKey } from '#features/zotero/server/client.ts';
import { zoteroAccounts, zoteroPapers, zoteroTopics } from '#features/zotero/tables.ts';
import type { Db } from '#platform/db/open.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { emptyLibrary } from '#stand-ins/zotero/library.ts';
import { startZotero, type ZoteroStandIn } from '#stand-ins/zotero/server.ts';
import { holdHits } from '../kills/killing.ts';
import { hold, say } from '../setup/report.ts';
import { countOf } from '../setup/seed.ts';
import { onStage } from '../setup/stage.ts';

/** Longer than a start and a round of sending on a very busy machine. */
const writeMs = 600_000;

/**
 * One process on the embedded database whose readers all use Zotero. It is killed right after Zotero has responded to a
 * write, before it can record that, and started again.
 */
export async function killWithZotero({ due, kills }: { due: number; kills: number }): Promise<void> {
  const zotero = await startZotero();
  await onStage('Zotero, embedded database', null, async (stage) => {
    Object.assign(stage.environment, zotero.environment);
    await stage.seed(due);
    await stage.inDatabase(({ db }) => addAccounts(db, stage.environment.SESSION_SECRET!, zotero));
    let [killed, hit] = [0, 0];
    for (; killed < kills && !stage.isLate(); killed++) {
      const written = nextWrite(zotero);
      const litwatch = await stage.start();
      // A kill by timeout, because nothing was written for so long, does not count as a hit.
      await Promise.race([written, delay(writeMs)]);
      await litwatch.kill();
      const inDoubt = await stage.inDatabase(({ db }) => unnoted(db, zotero));
      if (inDoubt) hit++;
      say(
        `kill ${killed + 1} at ${stage.seconds().toFixed(1)} s: ${inDoubt} papers in Zotero that are not noted`,
      );
    }
    // After a minute the sweep enqueues interrupted deliveries again.
    await delay(1000);
    const last = await stage.start();
    let before = -1;
    for (let same = 0; same < 5 && !stage.isLate(); await delay(10_000)) {
      const count = itemsIn(zotero).length;
      same = count === before && stage.smtp.distinct >= due ? same + 1 : 0;
      before = count;
    }
    await last.kill();
    const papers = await stage.inDatabase(({ db }) => countOf(db, delivered));
    const items = itemsIn(zotero);
    const distinct = new Set(items).size;
    const [lost, twice] = [papers - distinct, items.length - distinct];
    holdHits(hit, killed);
    hold('it was killed as often as asked for', killed === kills);
    hold('every paper of every digest is in its library', lost === 0 && papers > 0);
    hold('none is there twice', twice === 0);
    return { due: papers, kills, lost, twice };
  }).finally(() => zotero.close());
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

/** Papers in digests whose topic goes to Zotero. */
const delivered = sql`from (select distinct t.user_id, p.title
  from delivered_papers d join zotero_topics t on t.search_term_id = d.search_term_id join papers p on p.id = d.paper_id) told`;

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
