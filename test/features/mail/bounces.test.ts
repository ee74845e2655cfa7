// Longer than 250 lines because every provider has its own way to sign, and each is tried.
import { createHmac, createSign } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { eq } from 'drizzle-orm';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendNotice } from '#mail/sendNotice.ts';
import { users } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import { type Door, newReader, openDoor } from '../accounts/accountsSetup.ts';

const topic = 'arn:aws:sns:eu-west-1:000000000000:litwatch-mail';
const secret = 'a-shared-secret-of-an-operator';

let door: Door;
beforeAll(async () => {
  door = await openDoor({
    environment: {
      SES_TOPIC_ARN: topic,
      POSTMARK_WEBHOOK_SECRET: secret,
      MAILGUN_SIGNING_KEY: secret,
      BOUNCE_WEBHOOK_SECRET: secret,
    },
  });
});
afterAll(() => door.close());

let email: string;
let count = 0;
beforeEach(async () => {
  email = `reader${++count}@example.org`;
  await door.app.db.insert(users).values({ email, passwordHash: '-', isEmailVerified: true });
});

const now = () => door.clock.now.toISOString();
const rowOf = async (address = email) =>
  (await door.app.db.select().from(users).where(eq(users.email, address)))[0]!;
const blockOf = async (address = email) => (await rowOf(address)).mailBlocked;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  door.door.request(path, {
    method: 'POST',
    // Providers are no browsers of ours, and some say so.
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('any provider', () => {
  const tell = (body: unknown, given = secret) =>
    post('/api/bounces', body, { authorization: `Bearer ${given}` });

  test('reports bounces and complaints, one by one or many at once', async () => {
    expect((await tell({ email: ` ${email.toUpperCase()} `, kind: 'bounce' })).status).toBe(200);
    expect(await blockOf()).toBe('bounce');
    const [first, second] = [`a${email}`, `b${email}`];
    for (const address of [first, second])
      await door.app.db.insert(users).values({ email: address, passwordHash: '-' });
    await tell({
      events: [
        { email: first, kind: 'complaint', at: now() },
        { email: second, kind: 'bounce' },
        { email: 'nobody@example.org', kind: 'bounce' },
        { email: 'no address', kind: 'bounce' },
      ],
    });
    expect([await blockOf(first), await blockOf(second)]).toEqual(['complaint', 'bounce']);
  });

  test('is rejected without the secret', async () => {
    for (const given of ['', 'x', `${secret}x`, secret.slice(1)])
      expect((await tell({ email, kind: 'bounce' }, given)).status).toBe(403);
    expect((await post('/api/bounces', { email, kind: 'bounce' })).status).toBe(403);
    expect(await blockOf()).toBeNull();
  });

  test.each([['{'], ['null'], ['[]'], [{ email: 7, kind: 'bounce' }], [{ email: 'a@b.org', kind: 'party' }]])(
    'hears that %j is no report',
    async (body) => {
      expect((await tell(body)).status).toBe(400);
    },
  );

  test('accepts reports repeated, late and in any order', async () => {
    await tell({ email, kind: 'bounce' });
    await tell({ email, kind: 'complaint' });
    await tell({ email, kind: 'bounce' });
    expect(await blockOf(), 'a bounce outweighs a complaint').toBe('bounce');
    const other = `late${email}`;
    await door.app.db.insert(users).values({ email: other, passwordHash: '-' });
    await tell({ email: other, kind: 'complaint', at: '2026-02-01T00:00:00Z' });
    expect(await blockOf(other), 'what is a month old is a copy').toBeNull();
    await tell({ email: other, kind: 'complaint' });
    await tell({ email: other, kind: 'bounce' });
    expect(await blockOf(other)).toBe('bounce');
  });
});

describe('Postmark', () => {
  const tell = (record: object, password = secret) =>
    post('/api/bounces/postmark', record, {
      authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`,
    });
  const bounce = (Type: string) => ({ RecordType: 'Bounce', ID: 42, Type, Email: email, BouncedAt: now() });

  test.each([
    ['HardBounce', 'bounce'],
    ['BadEmailAddress', 'bounce'],
    ['SpamComplaint', 'complaint'],
    ['SoftBounce', null],
    ['Transient', null],
    ['AutoResponder', null],
    ['Blocked', null],
  ])('counts a bounce of type %s as %s', async (type, block) => {
    expect((await tell(bounce(type))).status).toBe(200);
    expect(await blockOf()).toBe(block);
  });

  test('blocks after a complaint, and after a suppression by Postmark', async () => {
    await tell({ RecordType: 'SpamComplaint', Email: email, BouncedAt: now() });
    expect(await blockOf()).toBe('complaint');
    await tell({
      RecordType: 'SubscriptionChange',
      Recipient: email,
      SuppressSending: true,
      SuppressionReason: 'HardBounce',
      ChangedAt: now(),
    });
    expect(await blockOf()).toBe('bounce');
  });

  test('ignores reports that are no failure', async () => {
    for (const RecordType of ['Delivery', 'Open', 'SomethingNew'])
      expect((await tell({ RecordType, Recipient: email, DeliveredAt: now() })).status).toBe(200);
    expect(await blockOf()).toBeNull();
  });

  test('rejects a request without the password', async () => {
    expect((await tell(bounce('HardBounce'), 'guess')).status).toBe(403);
    expect((await post('/api/bounces/postmark', bounce('HardBounce'))).status).toBe(403);
    expect(await blockOf()).toBeNull();
  });
});

describe('Mailgun', () => {
  const signed = (event: object, { at = door.clock.now, key = secret } = {}) => {
    const [timestamp, token] = [String(Math.floor(at.getTime() / 1000)), 'a'.repeat(50)];
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    return { signature: { timestamp, token, signature }, 'event-data': { recipient: email, ...event } };
  };
  const tell = (body: unknown) => post('/api/bounces/mailgun', body);

  test.each([
    [{ event: 'failed', severity: 'permanent', reason: 'bounce' }, 'bounce'],
    [{ event: 'failed', severity: 'permanent', reason: 'suppress-bounce' }, 'bounce'],
    [{ event: 'failed', severity: 'permanent', reason: 'suppress-complaint' }, 'complaint'],
    [{ event: 'failed', severity: 'permanent', reason: 'generic' }, null],
    [{ event: 'failed', severity: 'permanent', reason: 'old' }, null],
    [{ event: 'failed', severity: 'temporary', reason: 'bounce' }, null],
    [{ event: 'complained' }, 'complaint'],
    [{ event: 'delivered' }, null],
  ])('reads %j as %s', async (event, block) => {
    expect((await tell(signed(event))).status).toBe(200);
    expect(await blockOf()).toBe(block);
  });

  test('rejects another signature, and ignores an old one', async () => {
    const event = { event: 'complained' };
    expect((await tell(signed(event, { key: 'another key' }))).status).toBe(403);
    const forged = signed(event);
    forged.signature.timestamp = String(Number(forged.signature.timestamp) + 1);
    expect((await tell(forged)).status).toBe(403);
    await tell(signed(event, { at: new Date(door.clock.now.getTime() - 2 * 86_400_000) }));
    expect(await blockOf()).toBeNull();
  });
});

describe('Amazon SES', () => {
  let amazon: Server;
  let origin: string;
  let key: string;
  const visits: string[] = [];
  const trusted = tls.getCACertificates();

  beforeAll(async () => {
    // Stands in for the host that keeps Amazon's certificates: its own certificate is the one that signs.
    const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    key = pem.private;
    tls.setDefaultCACertificates([...trusted, pem.cert]);
    amazon = createServer({ key: pem.private, cert: pem.cert }, (request, response) => {
      visits.push(request.url!);
      response.end(request.url!.endsWith('.pem') ? pem.cert : '<ok/>');
    });
    await new Promise<void>((ready) => amazon.listen(0, '127.0.0.1', ready));
    origin = `https://localhost:${(amazon.address() as AddressInfo).port}`;
    door.app.config.bounces.snsHosts = new RegExp(`^${origin.slice(8)}$`);
  });
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted);
    await new Promise((closed) => amazon.close(closed));
  });
  beforeEach(() => {
    visits.length = 0;
  });

  type Envelope = Record<string, string>;
  function signed(fields: Envelope, version = '2'): Envelope {
    const envelope: Envelope = {
      Type: 'Notification',
      MessageId: crypto.randomUUID(),
      TopicArn: topic,
      Timestamp: now(),
      SignatureVersion: version,
      SigningCertURL: `${origin}/SimpleNotificationService.pem`,
      ...fields,
    };
    const names = [
      'Message',
      'MessageId',
      'Subject',
      'SubscribeURL',
      'Timestamp',
      'Token',
      'TopicArn',
      'Type',
    ];
    const sign = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
    for (const name of names) if (envelope[name] !== undefined) sign.update(`${name}\n${envelope[name]}\n`);
    return { ...envelope, Signature: sign.sign(key, 'base64') };
  }
  const tell = (envelope: Envelope) =>
    post('/api/bounces/ses', envelope, { 'x-amz-sns-message-type': envelope.Type! });
  const bounce = (bounceType: string, name = 'notificationType') =>
    JSON.stringify({
      [name]: 'Bounce',
      bounce: { bounceType, bouncedRecipients: [{ emailAddress: email }], timestamp: now() },
    });
  const complaint = (complaintFeedbackType: string | null) =>
    JSON.stringify({
      eventType: 'Complaint',
      complaint: {
        complainedRecipients: [{ emailAddress: `Reader <${email}>` }],
        timestamp: now(),
        complaintFeedbackType,
      },
    });

  test.each([
    ['Permanent', 'bounce'],
    ['Transient', null],
    ['Undetermined', null],
  ])('counts a %s bounce as %s', async (type, block) => {
    expect((await tell(signed({ Message: bounce(type) }))).status).toBe(200);
    expect(await blockOf()).toBe(block);
  });

  test('accepts notifications and events, signed in either version, with a subject', async () => {
    await tell(signed({ Message: bounce('Permanent', 'eventType'), Subject: 'Bounce' }, '1'));
    expect(await blockOf()).toBe('bounce');
  });

  test('blocks after a complaint, unless it is withdrawn', async () => {
    await tell(signed({ Message: complaint('not-spam') }));
    expect(await blockOf()).toBeNull();
    await tell(signed({ Message: complaint('abuse') }));
    expect(await blockOf()).toBe('complaint');
  });

  test('rejects a message that was changed, comes from elsewhere or is old', async () => {
    const good = signed({ Message: bounce('Permanent') });
    const changed: Envelope[] = [
      { ...good, Message: bounce('Permanent').replace(email, 'other@example.org') },
      { ...good, Signature: 'AAAA' },
      { ...good, SigningCertURL: 'https://sns.evil.example/cert.pem' },
      {
        ...good,
        SigningCertURL: good.SigningCertURL!.replace('https://', 'https://sns.eu-west-1.amazonaws.com@'),
      },
      { ...good, SigningCertURL: good.SigningCertURL!.replace('https', 'http') },
      signed({ Message: bounce('Permanent'), TopicArn: `${topic}x` }),
      signed({ Message: bounce('Permanent'), Timestamp: '2026-02-20T00:00:00.000Z' }),
    ];
    for (const envelope of changed) expect((await tell(envelope)).status, JSON.stringify(envelope)).toBe(403);
    expect((await tell({ ...good, SignatureVersion: '9' })).status).toBe(400);
    expect((await post('/api/bounces/ses', 'x')).status).toBe(400);
    expect((await tell(signed({ Message: '{"bounce":' }))).status).toBe(400);
    expect(await blockOf()).toBeNull();
  });

  test('retries a certificate that could not be fetched', async () => {
    const envelope = signed({ Message: bounce('Permanent') });
    door.app.config.bounces.snsHosts = /^127\.0\.0\.1:9$/;
    try {
      expect((await tell({ ...envelope, SigningCertURL: 'https://127.0.0.1:9/cert.pem' })).status).toBe(503);
    } finally {
      door.app.config.bounces.snsHosts = new RegExp(`^${origin.slice(8)}$`);
    }
  });

  test('confirms the subscription to the configured topic, and visits no other address', async () => {
    const subscription = (SubscribeURL: string, TopicArn = topic) =>
      signed({
        Type: 'SubscriptionConfirmation',
        Message: 'You have chosen …',
        Token: 't',
        SubscribeURL,
        TopicArn,
      });
    const confirm = `${origin}/?Action=ConfirmSubscription&Token=t`;
    expect((await tell(subscription(confirm))).status).toBe(200);
    expect(visits.filter((url) => !url.endsWith('.pem'))).toEqual(['/?Action=ConfirmSubscription&Token=t']);
    visits.length = 0;
    expect((await tell(subscription('https://127.0.0.1:9/'))).status).toBe(403);
    expect((await tell(subscription(confirm, `${topic}x`))).status).toBe(403);
    expect(visits.filter((url) => !url.endsWith('.pem'))).toEqual([]);
  });

  test('ignores messages of SNS itself', async () => {
    expect((await tell(signed({ Message: 'Successfully validated SNS topic.' }))).status).toBe(200);
    const end = { Type: 'UnsubscribeConfirmation', Message: 'bye', Token: 't', SubscribeURL: `${origin}/` };
    expect((await tell(signed(end))).status).toBe(200);
    expect(await blockOf()).toBeNull();
  });
});

test('answers 503 for a provider that is not configured', async () => {
  const bare = await openDoor();
  try {
    for (const path of [
      '/api/bounces',
      '/api/bounces/ses',
      '/api/bounces/postmark',
      '/api/bounces/mailgun',
    ]) {
      const answer = await bare.door.request(path, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(503);
    }
  } finally {
    await bare.close();
  }
});

describe('the reader', () => {
  const report = (address: string, kind: string, at?: string) =>
    post('/api/bounces', { email: address, kind, at }, { authorization: `Bearer ${secret}` });

  test('sees that mail is held back, and clears the block without a mail being sent', async () => {
    const reader = await newReader(door, `sees${email}`);
    expect((await reader.get('/api/auth/me')).body.user.mailBlocked).toBeNull();
    await report(reader.email, 'complaint');
    expect((await reader.get('/api/auth/me')).body.user.mailBlocked).toBe('complaint');
    const before = await door.jobs('send-mail');
    const { status, body } = await reader.post('/api/mail-block/clear');
    expect(status).toBe(200);
    expect(body.message).toMatch(/^Mail goes to your address again/);
    expect((await reader.get('/api/auth/user')).body.mailBlocked).toBeNull();
    expect(await door.jobs('send-mail')).toEqual(before);
  });

  test('is blocked again by later reports only, after clearing a block', async () => {
    const reader = await newReader(door, `again${email}`);
    const earlier = now();
    await report(reader.email, 'bounce');
    door.clock.now = new Date(door.clock.now.getTime() + 60_000);
    await reader.post('/api/mail-block/clear');
    await report(reader.email, 'bounce', earlier);
    expect(await blockOf(reader.email)).toBeNull();
    door.clock.now = new Date(door.clock.now.getTime() + 60_000);
    await report(reader.email, 'bounce');
    expect(await blockOf(reader.email)).toBe('bounce');
  });

  test('clears a block at most three times a day', async () => {
    const limited = await openDoor({
      environment: { BOUNCE_WEBHOOK_SECRET: secret },
      limited: { 'mail-block': limits['mail-block'] as never },
    });
    try {
      const reader = await newReader(limited, email);
      const answers: number[] = [];
      for (let time = 0; time < 4; time++) {
        await limited.app.db.update(users).set({ mailBlocked: 'bounce' }).where(eq(users.id, reader.id));
        answers.push((await reader.post('/api/mail-block/clear')).status);
      }
      expect(answers).toEqual([200, 200, 200, 429]);
    } finally {
      await limited.close();
    }
  });

  test('gets security mail after a complaint, and nothing after a bounce', async () => {
    const sent: string[] = [];
    const mailer = {
      ...door.app.mailer,
      send: async ({ subject }: { subject: string }) => {
        sent.push(subject);
        return { outcome: 'sent', response: '250' } as const;
      },
    };
    const reset = { link: 'https://litwatch.test/reset-password?token=t', validFor: '60 minutes' };
    const both = async () => {
      await sendNotice({ ...door.app, mailer }, { mail: 'welcome', to: email, data: {} });
      await sendNotice({ ...door.app, mailer }, { mail: 'reset', to: email, data: reset });
    };
    await report(email, 'complaint');
    await both();
    expect(sent).toEqual(['Reset your Litwatch password']);
    await report(email, 'bounce');
    await both();
    expect(sent).toHaveLength(1);
  });
});
