import { existsSync, readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { digestSent } from '#features/messages/contract.ts';
import {
  deliverToChannel,
  leaseDelivery,
  planDeliveries,
  releaseDeliveries,
} from '#features/messages/server/delivery/deliver.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import { searchTerms, users } from '#platform/db/schema.ts';
import type { Received } from '#stand-ins/channels/server.ts';
import {
  composeDigest,
  type Given,
  openChannels,
  opened,
  paper,
  withChannel,
  withDelivery,
  work,
} from './channelsSetup.ts';

const world = await opened(openChannels());
const { door, services } = world;
beforeEach(() => {
  services.misbehave('webhook', null);
  services.received.length = 0;
});

const taken = () => services.taken('webhook');
/** Verifies like a receiver. The library uses the real clock. */
const verified = ({ text, headers }: Received, secret: string) => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(headers['webhook-id']!, at, text);
  return headers['webhook-signature']!.split(' ').includes(signature);
};
/** Composes a digest and plans its delivery. */
const planned = async (given: Given) => {
  await composeDigest(door, given);
  await planDeliveries(door.app);
  return (await door.jobs('deliver-channel'))[0]!.deliveryId;
};

describe('webhook', () => {
  it('delivers a digest as a signed event that the scheme’s own library verifies', async () => {
    door.clock.now = new Date();
    const given = await withChannel(world);
    const digestId = await composeDigest(door, given);
    await work(door);
    const [event] = taken();
    const body = new Webhook(given.secret).verify(event!.text, event!.headers) as { data: { id: string } };
    expect(digestSent.parse(body)).toEqual(body);
    const data = { id: digestId, searchTerm: 'soil moss', papersData: [{ title: 'Moss on stone' }] };
    expect(body).toMatchObject({ type: 'digest.sent', data });
    expect(event!.headers['content-type']).toBe('application/json');
    expect(event!.text).not.toContain(given.reader.email);
    expect(event!.text).not.toContain(given.reader.id);
    expect(await given.log()).toMatchObject([{ digestId, status: 'sent', attempts: 1, httpStatus: 204 }]);
  });

  it('receives each digest once, however often it is planned and enqueued', async () => {
    const given = await withChannel(world);
    const deliveryId = await planned(given);
    await Promise.all([1, 2, 3].map(() => deliverToChannel(door.app, deliveryId)));
    await work(door);
    await work(door, 600);
    expect(taken()).toHaveLength(1);
  });

  it('receives neither digests from before it was added nor nothing-new notices', async () => {
    const before = await withChannel(world);
    await composeDigest(door, before, { createdAt: new Date(door.clock.now.getTime() - 1000) });
    await composeDigest(door, before, { digestType: 'note', papers: [] });
    await work(door);
    expect(taken()).toEqual([]);
  });

  it('keeps its id and gets a new time at every attempt, with the pauses of the scheme', async () => {
    const given = await withDelivery(world, 'webhook', { status: 500 }, 2);
    await work(door);
    expect(services.received).toHaveLength(1);
    expect(await given.log()).toMatchObject([
      { status: 'pending', httpStatus: 500, problem: 'The address answered 500.' },
    ]);
    await work(door, 6);
    await work(door, 299);
    expect(services.received).toHaveLength(2);
    await work(door, 32);
    const tries = services.received;
    expect(tries.map(({ status }) => status)).toEqual([500, 500, 204]);
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    expect(tries.every((one) => verified(one, given.secret))).toBe(true);
  });

  it('drops a digest after three days of failures, and tries the next one', async () => {
    const given = await withChannel(world);
    await composeDigest(door, given);
    services.misbehave('webhook', { status: 503 });
    const began = door.clock.now.getTime();
    for (let tries = 0; tries < 12; tries++) {
      await work(door);
      const nextAttemptAt = (await given.log())[0]!.nextAttemptAt;
      if (!nextAttemptAt) break;
      door.clock.now = new Date(nextAttemptAt);
    }
    expect(services.received).toHaveLength(10);
    const days = (door.clock.now.getTime() - began) / 86_400_000;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(4);
    expect(await given.log()).toMatchObject([
      { status: 'failed', problem: 'Stopped trying after three days: The address answered 503.' },
    ]);
    services.misbehave('webhook', null);
    await composeDigest(door, given);
    await work(door);
    expect(taken()).toHaveLength(1);
  });

  it('waits as long as Retry-After says', async () => {
    await withDelivery(world, 'webhook', { status: 429, headers: { 'retry-after': '3600' } }, 1);
    await work(door, 3590);
    expect(taken()).toEqual([]);
    await work(door, 20);
    expect(taken()).toHaveLength(1);
  });

  it('turns off after a 410, and says so', async () => {
    const given = await withDelivery(world, 'webhook', { status: 410 });
    expect((await given.channel()).ended).toBe('The address answered 410: it wants no more deliveries.');
    await composeDigest(door, given);
    await work(door);
    expect(services.received).toHaveLength(1);
    expect((await given.reader.post(`${given.path}/test`)).status).toBe(409);
  });

  it('follows no redirect', async () => {
    const headers = { location: `${services.url}/hook/other` };
    const given = await withDelivery(world, 'webhook', { status: 302, headers });
    expect(services.received.map(({ path }) => path)).toEqual(['/hook/digests']);
    expect(await given.log()).toMatchObject([{ status: 'pending', httpStatus: 302 }]);
  });

  it('stays below 20 kB for any digest', async () => {
    const given = await withChannel(world);
    const why = { matched: Array(200).fill('soil moss'), expanded: [], because: null };
    const long = { ...paper, title: 'm'.repeat(1500), authors: Array(3000).fill('Okafor, A.'), why };
    await composeDigest(door, given, { papers: Array(10).fill(long), aiSummary: 's'.repeat(9000) });
    await work(door);
    const [event] = taken();
    expect(event!.text.length).toBeLessThan(20_000);
    expect(digestSent.parse(event!.body).data.papersData).toHaveLength(10);
  });

  it('receives nothing after its topic is deleted or its reader suspended', async () => {
    const { db } = door.app;
    const deleted = await withChannel(world);
    await planned(deleted);
    await db.update(searchTerms).set({ deletedAt: new Date() }).where(eq(searchTerms.id, deleted.termId));
    await work(door);
    const suspended = await withChannel(world);
    await planned(suspended);
    await db.update(users).set({ isActive: false }).where(eq(users.id, suspended.reader.id));
    await work(door);
    expect(services.received).toEqual([]);
  });
});

describe('delivery whose sender was killed', () => {
  const hang = async (given: Given) => {
    const deliveryId = await planned(given);
    // The row as left by a process that got a successful response and was killed before it could store that.
    await door.app.db
      .update(channelDeliveries)
      .set({ status: 'sending', claimedAt: door.app.now(), claimedBy: crypto.randomUUID(), attempts: 1 })
      .where(eq(channelDeliveries.id, deliveryId));
  };

  it('waits while its lease is valid, then is sent under the same id', async () => {
    const given = await withChannel(world);
    await hang(given);
    await work(door, 50);
    expect(taken()).toEqual([]);
    await work(door, 80);
    const { id } = (await given.log())[0]!;
    expect(taken().map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${id}`]);
  });

  it('is sent at once after a restart on the embedded database', async () => {
    const given = await withChannel(world);
    await hang(given);
    await releaseDeliveries(door.app);
    await work(door, 61);
    expect(await given.log()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });
});

it('settles a delivery whose sender is killed each time, after as many attempts as any other has', async () => {
  const given = await withChannel(world);
  const deliveryId = await planned(given);
  let leases = 0;
  for (; leases < 20; leases++) {
    door.pass(61);
    if ((await given.log())[0]!.attempts >= 10) break;
    expect(await leaseDelivery(door.app, deliveryId)).toMatchObject({ token: expect.any(String) });
  }
  await deliverToChannel(door.app, deliveryId);
  expect(leases).toBe(10);
  expect(taken()).toEqual([]);
  expect(await given.log()).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
});

it('sends at most two deliveries of one account at once; the others wait, and lose no attempt', async () => {
  const given = await withChannel(world);
  for (let n = 0; n < 4; n++) await composeDigest(door, given);
  await planDeliveries(door.app);
  const jobs = await door.jobs('deliver-channel');
  const leases = await Promise.all(jobs.map(({ deliveryId }) => leaseDelivery(door.app, deliveryId)));
  expect(leases.filter((lease) => lease === 'busy')).toHaveLength(2);
  await door.app.db.execute(sql`delete from asked`);
  const waiting = jobs[leases.indexOf('busy')]!;
  await deliverToChannel(door.app, waiting.deliveryId);
  expect(await door.jobs('deliver-channel'), 'asked for again').toEqual([waiting]);
  expect((await given.log()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1]);
});

describe('secret of a webhook', () => {
  it('is shown once, and encrypted where it is kept', async () => {
    const given = await withChannel(world);
    expect(given.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await given.channel())).not.toContain(given.secret.slice(6));
    const rows = JSON.stringify(await door.app.db.select().from(channels));
    for (const hidden of [given.secret.slice(6), '/hook/digests']) expect(rows).not.toContain(hidden);
  });

  it('also signs for a day after it is replaced', async () => {
    const given = await withChannel(world);
    const { body } = await given.reader.post(`${given.path}/secret`);
    expect(body.secret).not.toBe(given.secret);
    await given.reader.post(`${given.path}/test`);
    await work(door);
    door.pass(86_400);
    await given.reader.post(`${given.path}/test`);
    await work(door);
    const [first, second] = taken();
    expect([verified(first!, given.secret), verified(first!, body.secret)]).toEqual([true, true]);
    expect([verified(second!, given.secret), verified(second!, body.secret)]).toEqual([false, true]);
    expect((await given.channel()).formerSecretUntil).toBeNull();
  });
});

describe('log of a channel', () => {
  it('lists a test, and resends a delivery under its own id', async () => {
    const given = await withChannel(world);
    expect((await given.reader.post(`${given.path}/test`)).body.message).toBe('A test is on its way.');
    await work(door);
    expect(taken()[0]!.body).toMatchObject({ type: 'webhook.test', data: { searchTerm: 'soil moss' } });
    const { id } = (await given.log())[0]!;
    expect((await given.reader.post(`${given.path}/deliveries/${id}/resend`)).status).toBe(200);
    expect((await given.reader.post(`${given.path}/deliveries/${id}/resend`)).status).toBe(409);
    await work(door);
    expect(taken().map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${id}`, `msg_${id}`]);
    expect((await given.reader.post(`${given.path}/deliveries/unknown/resend`)).status).toBe(404);
  });

  it('is deleted with its channel', async () => {
    const given = await withChannel(world);
    await composeDigest(door, given);
    expect((await given.reader.delete(given.path)).status).toBe(200);
    await work(door);
    expect(services.received).toEqual([]);
    expect((await given.reader.get(`${given.path}/deliveries`)).status).toBe(404);
  });
});

test('a private network is closed to webhooks unless the operator opens it', async () => {
  const closed = await openChannels({ ALLOW_PRIVATE_WEBHOOKS: 'off' });
  await expect(withChannel(closed)).rejects.toThrow('https://');
  const { withDigest } = await import('../topics/feedbackSetup.ts');
  const { reader, termId } = await withDigest(closed.door);
  for (const address of [
    ...['https://127.0.0.1/hook', 'https://localhost:8443/hook', 'https://10.0.0.1/', 'https://[::1]/'],
    ...['https://169.254.169.254/latest/meta-data/', 'https://0x7f000001/', 'http://example.org/hook'],
    ...['https://user:password@example.org/', 'https://no-such-host.invalid/', 'ftp://example.org/'],
  ]) {
    const { status } = await reader.post(`/api/search-terms/${termId}/channels`, { address });
    expect(status, address).toBe(400);
  }
  await closed.close();
});

describe('published test vectors', () => {
  const file = '../shared/wire/webhooks/standard-webhooks-vectors.json';
  it.runIf(existsSync(file))('are signed as published', () => {
    const { good } = JSON.parse(readFileSync(file, 'utf8')) as {
      good: { secret: string; id: string; timestamp: string; payload: string; signature: string }[];
    };
    for (const { secret, id, timestamp, payload, signature } of good)
      expect(new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), payload)).toBe(signature);
  });
});
