import { eq, sql } from 'drizzle-orm';
import type { ChannelDelivery, ChannelKind } from '#features/messages/contract.ts';
import { deliverToChannel, planDeliveries } from '#features/messages/server/delivery/deliver.ts';
import { channels } from '#features/messages/tables.ts';
import { emailDigests } from '#platform/db/schema.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { type ChannelsStandIn, startChannels, type Trouble } from '#stand-ins/channels/server.ts';
import { addDigest } from '#test/rows.ts';
import { type Door, openDoor } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

export { opened } from '#test/opened.ts';

/** The HTTP API with the services' stand-ins, and a queue that the test runs. */
export async function openChannels(environment: Record<string, string> = {}) {
  const door = await openDoor({ environment: { ALLOW_PRIVATE_WEBHOOKS: 'on', ...environment } });
  const services = await startChannels();
  return { door, services, close: () => Promise.all([door.close(), services.close()]) };
}

export type Given = Awaited<ReturnType<typeof withDigest>>;

type World = { door: Door; services: ChannelsStandIn };

/** A reader whose topic goes to a service. */
export async function withChannel(
  { door, services }: World,
  kind: ChannelKind = 'webhook',
  given: { address?: string; token?: string } = {},
) {
  // Deliveries left by other tests must not be sent during this one.
  await door.app.db.delete(channels);
  const reader = await withDigest(door);
  // Composed before the channel was added.
  const createdAt = new Date(door.clock.now.getTime() - 86_400_000);
  await door.app.db.update(emailDigests).set({ createdAt }).where(eq(emailDigests.id, reader.digestId));
  const { status, body } = await reader.reader.post(`/api/search-terms/${reader.termId}/channels`, {
    address: services.addresses[kind],
    kind,
    token: kind === 'matrix' ? services.token : '',
    ...given,
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const path = `/api/channels/${body.channel.id}`;
  return {
    ...reader,
    path,
    channelId: body.channel.id as string,
    secret: body.secret as string,
    log: async (): Promise<ChannelDelivery[]> =>
      (await reader.reader.get(`${path}/deliveries`)).body.deliveries,
    channel: async () =>
      (await reader.reader.get(`/api/search-terms/${reader.termId}/channels`)).body.channels[0],
  };
}

/** The same, with a digest that was sent there once, while the service had this trouble. */
export async function withDelivery(world: World, kind?: ChannelKind, trouble?: Trouble, times?: number) {
  const given = await withChannel(world, kind);
  await composeDigest(world.door, given);
  if (trouble) world.services.misbehave(kind ?? 'webhook', trouble, times);
  await work(world.door);
  return given;
}

/** A digest of the reader's topic, composed now. */
export async function composeDigest(
  { app }: Door,
  { reader, termId }: Pick<Given, 'reader' | 'termId'>,
  {
    papers = [paper],
    topic = 'soil moss',
    ...row
  }: Partial<typeof emailDigests.$inferInsert> & { papers?: PaperInput[]; topic?: string } = {},
): Promise<string> {
  const at = app.now();
  const digest = await addDigest(app, reader.id, {
    ...{ searchTermId: termId, searchTerm: topic, papersData: papers },
    ...{ subject: topic, status: 'sent', sentAt: at, createdAt: at },
    ...{ periodStart: new Date(at.getTime() + ++composed), ...row },
  });
  return digest.id;
}
let composed = 0;

export const paper: PaperInput = {
  id: '1',
  title: 'Moss on stone',
  url: 'https://example.org/moss',
  authors: ['Okafor, A.'],
  journal: 'Journal of Moss',
  source: 'pubmed',
  relevanceScore: 0.9,
  abstract: 'Moss was counted.',
  publishedOn: '2026-03-01',
  takeaway: 'Moss grows on stone.',
};

/** Does the work of tick and workers, after these seconds: plans, then runs every job enqueued since. */
export async function work(door: Door, seconds = 0): Promise<void> {
  door.pass(seconds);
  await planDeliveries(door.app);
  for (const { deliveryId } of await door.jobs('deliver-channel'))
    await deliverToChannel(door.app, deliveryId);
  await door.app.db.execute(sql`delete from asked where queue = 'deliver-channel'`);
}
