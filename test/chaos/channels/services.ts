import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { channelKinds } from '#features/messages/contract.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import { itemKey } from '#features/zotero/server/client.ts';
import { zoteroAccounts, zoteroPapers, zoteroTopics } from '#features/zotero/tables.ts';
import type { Db } from '#platform/db/open.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { type ChannelsStandIn, startChannels } from '#stand-ins/channels/server.ts';
import { emptyLibrary } from '#stand-ins/zotero/library.ts';
import { startZotero, type ZoteroStandIn } from '#stand-ins/zotero/server.ts';
import { holdHits, killAndRead, wreak } from '../kills/killing.ts';
import { asked } from '../setup/asked.ts';
import { countOf } from '../setup/seed.ts';
import { hold, onStage, say } from '../setup/stage.ts';

/**
 * One process on the embedded database, whose topics each go to one of the services. Every second kill comes right after a
 * service has responded, before the process can record that. The others come at random.
 */
export async function killWithChannels(): Promise<void> {
  const services = await startChannels();
  await onStage('five services, embedded database', null, async (stage) => {
    stage.environment.ALLOW_PRIVATE_WEBHOOKS = 'on';
    await stage.seed(asked.due);
    await stage.inDatabase(({ db }) => addChannels(db, stage.environment.SESSION_SECRET!, services));
    await stage.start();
    const ids = () => digestsIn(services);
    let [kills, aimed, hit] = [0, 0, 0];
    const counts = await wreak(stage, {
      ids,
      moment: () =>
        kills++ % 2 ? delay(Math.random() * 100) : Promise.race([services.nextAnswer(), delay(600_000)]),
      async killOne() {
        const sending = await killAndRead(stage, sendingIn);
        if (kills % 2) {
          aimed++;
          // The service has the message, but our row does not say so.
          const taken = new Set(ids());
          if (sending.some((id) => taken.has(id))) hit++;
        }
        return sending;
      },
    });
    holdHits(hit, aimed);
    return counts;
  }).finally(() => services.close());
}

async function sendingIn(db: Db): Promise<string[]> {
  const sending = eq(channelDeliveries.status, 'sending');
  const rows = await db.select({ id: channelDeliveries.digestId }).from(channelDeliveries).where(sending);
  return rows.map(({ id }) => id!);
}

/**
 * The digest of every message that a service accepted. Matrix ignores a repeated transaction, and ntfy replaces the message
 * with the same number, so readers of both see it once.
 */
function digestsIn(services: ChannelsStandIn): string[] {
  return channelKinds.flatMap((kind) => {
    const found = services.taken(kind).map(({ text }) => /\/digests\/([\da-f-]{36})/.exec(text)![1]!);
    return kind === 'ntfy' ? [...new Set(found)] : found;
  });
}

/** The channel of each topic, one service after another. */
async function addChannels(db: Db, secret: string, services: ChannelsStandIn): Promise<void> {
  // Use digests with papers. Nothing-new notices go through no channel and would count as lost.
  await db.update(searchTerms).set({ term: 'heart failure', termKey: 'heart failure' });
  const topics = await db.select({ id: searchTerms.id, userId: searchTerms.userId }).from(searchTerms);
  await db.insert(channels).values(
    topics.map(({ id, userId }, at) => {
      const kind = channelKinds[at % channelKinds.length]!;
      const place = {
        address: services.addresses[kind],
        token: kind === 'matrix' ? services.token : '',
        secrets: kind === 'webhook' ? [`whsec_${Buffer.alloc(32, 7).toString('base64')}`] : [],
      };
      return {
        ...{ userId, searchTermId: id, kind, place: '127.0.0.1' },
        sealed: seal(secret, 'channel', place),
        createdAt: sql`now() - interval '1 hour'`,
      };
    }),
  );
}

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
