import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { type Db, openDatabase } from '#platform/db/open.ts';
import {
  channelDeliveries,
  channels,
  searchTerms,
  zoteroAccounts,
  zoteroTopics,
} from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import type { ChannelKind } from '#shared/channels/channel.ts';
import { type ChannelsStandIn, startChannels } from '#stand-ins/channels/server.ts';
import { emptyLibrary } from '#stand-ins/zotero/library.ts';
import { startZotero, type ZoteroStandIn } from '#stand-ins/zotero/server.ts';
import { type Chaos, type Outcome, surroundings, wreak } from './killing.ts';
import { type LitwatchProcess, spawnLitwatch } from './setup/process.ts';
import { seedDue } from './setup/seed.ts';

const kinds: ChannelKind[] = ['webhook', 'slack', 'discord', 'ntfy', 'matrix'];

/**
 * One process on the embedded database, each of whose topics goes to one of five services. Every other kill comes the moment
 * a service has answered, before that can be noted; the others come at random.
 */
export async function killWithChannels(chaos: Chaos): Promise<Outcome> {
  const around = await surroundings();
  const services = await startChannels();
  const environment: Record<string, string> = { ...around.environment, ALLOW_PRIVATE_WEBHOOKS: 'on' };
  const open = () => openDatabase({ url: null, folder: path.join(environment.DATA_DIR!, 'database') });
  const processes: LitwatchProcess[] = [];
  const start = async () => {
    processes.push(spawnLitwatch([], environment, chaos.log));
    await processes.at(-1)!.ready;
  };
  try {
    const seeding = await open();
    await seedDue(seeding, { environment, count: chaos.due });
    await addChannels(seeding.db, environment.SESSION_SECRET!, services);
    await seeding.close();
    await start();
    const ids = () => digestsIn(services);
    const distinct = () => new Set(ids()).size;
    let kills = 0;
    return await wreak(
      chaos,
      { ids, distinct },
      {
        processes: () => processes,
        moment: () => (kills++ % 2 ? Promise.race([services.nextAnswer(), delay(5000)]) : pause(100)),
        async killOne() {
          await processes.at(-1)!.kill();
          // No process holds the folder now: we read it as a restart finds it.
          const left = await open();
          const rows = await left.db
            .select({ id: channelDeliveries.digestId })
            .from(channelDeliveries)
            .where(eq(channelDeliveries.status, 'sending'));
          await left.close();
          await start();
          return rows.map(({ id }) => id!);
        },
        isDone: async () => distinct() >= chaos.due,
      },
    );
  } finally {
    await processes.at(-1)?.kill();
    await Promise.all([around.close(), services.close()]);
  }
}

const pause = (most: number): Promise<void> => delay(Math.random() * most);

/**
 * The digest of every message that a service took. Matrix knows a repeated transaction itself, and ntfy replaces the message
 * that has its number: in both nobody sees it twice.
 */
function digestsIn(services: ChannelsStandIn): string[] {
  return kinds.flatMap((kind) => {
    const found = services.taken(kind).map(({ text }) => /\/digests\/([\da-f-]{36})/.exec(text)![1]!);
    return kind === 'ntfy' ? [...new Set(found)] : found;
  });
}

/** The channel of each topic, one service after another. */
async function addChannels(db: Db, secret: string, services: ChannelsStandIn): Promise<void> {
  // One that has papers: notices that nothing is new go through no channel, and would be counted as lost.
  await db.update(searchTerms).set({ term: 'heart failure', termKey: 'heart failure' });
  const topics = await db.select({ id: searchTerms.id, userId: searchTerms.userId }).from(searchTerms);
  await db.insert(channels).values(
    topics.map(({ id, userId }, at) => {
      const kind = kinds[at % kinds.length]!;
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

export interface ZoteroOutcome {
  /** Papers of digests whose topic goes to Zotero. */
  due: number;
  kills: number;
  lost: number;
  twice: number;
  seconds: number;
}

/**
 * One process on the embedded database whose readers all have a library of Zotero, killed the moment Zotero has answered a
 * write, before that can be noted, and started again.
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
    let killed = 0;
    for (; killed < kills && seconds() < maxWaitSeconds; killed++) {
      const written = nextWrite(zotero);
      litwatch = spawnLitwatch([], environment, log);
      await litwatch.ready;
      await Promise.race([written, delay(60_000)]);
      await litwatch.kill();
      say?.(`kill ${killed + 1} at ${seconds().toFixed(1)} s`);
    }
    // After a minute, the sweep enqueues again what was being sent.
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
      ...{ due: papers, kills: killed, seconds: seconds() },
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

async function delivered(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(distinct (t.user_id, p.title)) as count
    from delivered_papers d join zotero_topics t on t.search_term_id = d.search_term_id join papers p on p.id = d.paper_id`);
  return Number(rows[0]!.count);
}

/** A library for every reader, to which the papers of the digests go. */
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
