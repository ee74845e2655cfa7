import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { channelKinds } from '#features/messages/contract.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import type { Db } from '#platform/db/open.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { seal } from '#platform/seal.ts';
import { type ChannelsStandIn, startChannels } from '#stand-ins/channels/server.ts';
import { holdHits, killAndRead, wreak } from '../kills/killing.ts';
import { asked } from '../setup/asked.ts';
import { onStage } from '../setup/stage.ts';

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
