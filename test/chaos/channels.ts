import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { type Db, openDatabase } from '#platform/db/open.ts';
import { channelDeliveries, channels, searchTerms } from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { startChannels } from '#stand-ins/channels/server.ts';
import { type Chaos, type Outcome, surroundings, wreak } from './killing.ts';
import { type LitwatchProcess, spawnLitwatch } from './setup/process.ts';
import { seedDue } from './setup/seed.ts';

/** One process on the embedded database whose topics all go to a webhook, killed and started again. */
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
    await addChannels(seeding.db, environment.SESSION_SECRET!, services.addresses.webhook);
    await seeding.close();
    await start();
    const ids = () =>
      services.taken('webhook').map(({ headers }) => headers['webhook-id']!.slice('msg_'.length));
    const distinct = () => new Set(ids()).size;
    return await wreak(
      chaos,
      { ids, distinct },
      {
        processes: () => processes,
        async killOne() {
          await processes.at(-1)!.kill();
          // Nobody holds the folder now: it is looked at as a restart finds it.
          const left = await open();
          const rows = await left.db
            .select({ id: channelDeliveries.id })
            .from(channelDeliveries)
            .where(eq(channelDeliveries.status, 'sending'));
          await left.close();
          await start();
          return rows.map(({ id }) => id);
        },
        isDone: async () => distinct() >= chaos.due,
      },
    );
  } finally {
    await processes.at(-1)?.kill();
    await Promise.all([around.close(), services.close()]);
  }
}

/** A webhook for every topic. */
async function addChannels(db: Db, secret: string, address: string): Promise<void> {
  const place = { address, token: '', secrets: [`whsec_${Buffer.alloc(32, 7).toString('base64')}`] };
  // One that has papers: notices that nothing is new go through no channel, and would be counted as lost.
  await db.update(searchTerms).set({ term: 'heart failure', termKey: 'heart failure' });
  const topics = await db.select({ id: searchTerms.id, userId: searchTerms.userId }).from(searchTerms);
  await db.insert(channels).values(
    topics.map(({ id, userId }) => ({
      ...{ userId, searchTermId: id, kind: 'webhook' as const, place: '127.0.0.1' },
      sealed: seal(secret, 'channel', place),
      createdAt: sql`now() - interval '1 hour'`,
    })),
  );
}
