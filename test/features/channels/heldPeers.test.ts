import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { startChannels } from '#stand-ins/channels/server.ts';
import { addDigest, addTopic } from '#test/rows.ts';
import { signupForm } from '#test/visitor.ts';
import { eventually, newReader, opened, startWorld } from '#test/world.ts';

/** Connections that are open at a server which says nothing, or answers `/upgrade` with an upgrade that nobody asked for. */
const held = new Set<Socket>();
const peer = createServer((socket) => {
  held.add(socket.on('error', () => {}).once('close', () => held.delete(socket)));
  socket.on('data', (asked) => {
    if (String(asked).startsWith('POST /upgrade'))
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
});
await once(peer.listen(0, '127.0.0.1'), 'listening');
const address = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;

/** Names that a silent name server was asked for. */
const named = new Set<string>();
const nameServer = createSocket('udp4', (question) => named.add(question.toString('latin1', 12, 24)));
await once(nameServer.bind(0, '127.0.0.1'), 'listening');

const world = await opened(
  startWorld({
    corpus: [],
    environment: { ALLOW_PRIVATE_WEBHOOKS: 'on' },
    configure: ({ channels }) =>
      void Object.assign(channels, { nameServers: [`127.0.0.1:${nameServer.address().port}`] }),
  }),
);
const services = await opened(startChannels());
const readers = await Promise.all([0, 1, 2, 3, 4].map((n) => newReader(world, `held${n}@example.org`)));
const other = await newReader(world, 'other@example.org');
afterAll(() => {
  for (const socket of held) socket.destroy();
  peer.close();
  nameServer.close();
});

/** Composes a digest of a topic that goes to these addresses. */
async function compose(reader: typeof other, addresses: string[]) {
  const { app } = world;
  const { id: searchTermId } = await addTopic(app, reader.id, crypto.randomUUID(), { status: 'completed' });
  for (const address of addresses) {
    const added = await reader.post(`/api/search-terms/${searchTermId}/channels`, {
      ...{ address, kind: 'webhook', token: '' },
    });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
  }
  const at = app.now();
  await addDigest(app, reader.id, { searchTermId, status: 'sent', sentAt: at, createdAt: at });
}

const settled = (status: number | null) =>
  world.app.db.$count(
    channelDeliveries,
    sql`attempts = 1 and status = 'pending' and http_status is not distinct from ${status}`,
  );

/** Ten peers, by their number; when all ten are held; and what is true while they are, or after it. */
const peers: [string, (n: number) => string, () => Promise<boolean>, () => Promise<boolean>][] = [
  [
    'ten servers that upgrade',
    (n) => `${address}/upgrade/${n}`,
    async () => (await settled(101)) === 10,
    async () => held.size === 0,
  ],
  [
    'ten silent name servers',
    (n) => `http://n${n}.example/`,
    async () => named.size === 10,
    async () => (await settled(null)) === 10,
  ],
  [
    'ten silent servers',
    (n) => `${address}/${n}`,
    async () => held.size === 10,
    async () => held.size === 10,
  ],
];

describe('deliveries of another reader', () => {
  it.each(peers)('arrive while %s are held', async (_, addressOf, isHeld, isSo) => {
    await world.app.db.delete(channels);
    services.received.length = 0;
    world.smtp.clear();
    for (const [n, reader] of readers.entries())
      await compose(reader, [addressOf(2 * n), addressOf(2 * n + 1)]);
    await enqueue(world.app, 'tick', {});
    await eventually(isHeld, 'ten held peers');
    await compose(other, [services.addresses.webhook.replace('127.0.0.1', 'localhost')]);
    await enqueue(world.app, 'tick', {});
    await other.post('/api/forgot-password', { email: 'other@example.org' });
    await world.smtp.waitFor(({ to }) => to.includes('other@example.org'));
    await eventually(async () => services.taken('webhook').length === 1, 'the webhook of another reader');
    await eventually(isSo, 'what holds of the ten', 15);
  });

  it('arrive while a silent mail server holds ten mails', async () => {
    services.received.length = 0;
    world.smtp.clear();
    world.smtp.misbehave({ kind: 'slow', at: 'MAIL', ms: 60_000 });
    for (let n = 0; n < 10; n++)
      expect(
        (await world.browser().post('/api/signup', signupForm(`mail${n}@example.org`))).status,
      ).toBeLessThan(300);
    await eventually(async () => {
      const { rows } = await world.app.db.execute(
        sql`select 1 from pgboss.job where name = 'send-mail' and state = 'active'`,
      );
      return rows.length === 4;
    }, 'the mails that are being sent');
    await compose(other, [services.addresses.webhook]);
    await enqueue(world.app, 'tick', {});
    await eventually(async () => services.taken('webhook').length === 1, 'the webhook of another reader');
    expect(world.smtp.mails).toEqual([]);
    world.smtp.misbehave(null);
  });
});
