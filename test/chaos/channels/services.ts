import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { channelKinds } from '#features/messages/contract.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import { type Db, openDatabase } from '#platform/db/open.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { type ChannelsStandIn, startChannels } from '#stand-ins/channels/server.ts';
import { type Chaos, type Outcome, surroundings, wreak } from '../setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch } from '../setup/process.ts';
import { seedDue } from '../setup/seed.ts';

/** Kills aimed between a service's response and our record of it, and the kills that hit that moment. */
export interface ChannelsOutcome extends Outcome {
  aimed: number;
  hit: number;
}

/**
 * One process on the embedded database, whose topics each go to one of the services. Every second kill comes right after a
 * service has responded, before the process can record that. The others come at random.
 */
export async function killWithChannels(chaos: Chaos): Promise<ChannelsOutcome> {
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
    let [kills, aimed, hit] = [0, 0, 0];
    const outcome = await wreak(
      chaos,
      { ids, distinct },
      {
        processes: () => processes,
        moment: () => (kills++ % 2 ? pause(100) : Promise.race([services.nextAnswer(), delay(600_000)])),
        async killOne() {
          await processes.at(-1)!.kill();
          // No process uses the folder now, so we read it as a restart would find it.
          const left = await open();
          const rows = await left.db
            .select({ id: channelDeliveries.digestId })
            .from(channelDeliveries)
            .where(eq(channelDeliveries.status, 'sending'));
          await left.close();
          if (kills % 2) {
            aimed++;
            // The service has the message, but our row does not say so.
            const taken = new Set(ids());
            if (rows.some(({ id }) => taken.has(id!))) hit++;
          }
          await start();
          return rows.map(({ id }) => id!);
        },
        isDone: async () => distinct() >= chaos.due,
      },
    );
    return { ...outcome, aimed, hit };
  } finally {
    await processes.at(-1)?.kill();
    await Promise.all([around.close(), services.close()]);
  }
}

const pause = (most: number): Promise<void> => delay(Math.random() * most);

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
