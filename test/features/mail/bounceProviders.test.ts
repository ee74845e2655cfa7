import { createHmac, createSign } from 'node:crypto';
import { readConfig } from '#app/settings.ts';
import { blockOf, openBounces, post, secret, startAmazon, timestamp, topic } from './bounceSetup.ts';

const here = openBounces();

describe('Postmark', () => {
  const tell = (record: object, password = secret) =>
    post(here, '/api/bounces/postmark', record, {
      authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`,
    });
  const record = (fields: object) => {
    const [Email, BouncedAt] = [here.email, timestamp(here)];
    return { ID: 42, Email, Recipient: Email, BouncedAt, ChangedAt: BouncedAt, ...fields };
  };
  const suppression = { SuppressSending: true, SuppressionReason: 'HardBounce' };

  test.each([
    [{ RecordType: 'Bounce', Type: 'HardBounce' }, 'bounce'],
    [{ RecordType: 'Bounce', Type: 'BadEmailAddress' }, 'bounce'],
    [{ RecordType: 'Bounce', Type: 'SpamComplaint' }, 'complaint'],
    [{ RecordType: 'Bounce', Type: 'SoftBounce' }, null],
    [{ RecordType: 'Bounce', Type: 'Transient' }, null],
    [{ RecordType: 'Bounce', Type: 'AutoResponder' }, null],
    [{ RecordType: 'Bounce', Type: 'Blocked' }, null],
    [{ RecordType: 'SpamComplaint' }, 'complaint'],
    [{ RecordType: 'SubscriptionChange', ...suppression }, 'bounce'],
    [{ RecordType: 'Delivery' }, null],
    [{ RecordType: 'Open' }, null],
    [{ RecordType: 'SomethingNew' }, null],
  ])('%j sets the block %s', async (fields, block) => {
    expect((await tell(record(fields))).status).toBe(200);
    expect(await blockOf(here)).toBe(block);
  });

  test('rejects requests without the password', async () => {
    const bounce = record({ RecordType: 'Bounce', Type: 'HardBounce' });
    expect((await tell(bounce, 'guess')).status).toBe(403);
    expect((await post(here, '/api/bounces/postmark', bounce)).status).toBe(403);
    expect(await blockOf(here)).toBeNull();
  });
});

describe('Mailgun', () => {
  const signed = (event: object, { at = here.door.clock.now, key = secret } = {}) => {
    const [timestamp, token] = [String(Math.floor(at.getTime() / 1000)), 'a'.repeat(50)];
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    return { signature: { timestamp, token, signature }, 'event-data': { recipient: here.email, ...event } };
  };
  const tell = (body: unknown) => post(here, '/api/bounces/mailgun', body);

  test.each([
    [{ event: 'failed', severity: 'permanent', reason: 'bounce' }, 'bounce'],
    [{ event: 'failed', severity: 'permanent', reason: 'suppress-bounce' }, 'bounce'],
    [{ event: 'failed', severity: 'permanent', reason: 'suppress-complaint' }, 'complaint'],
    [{ event: 'failed', severity: 'permanent', reason: 'generic' }, null],
    [{ event: 'failed', severity: 'permanent', reason: 'old' }, null],
    [{ event: 'failed', severity: 'temporary', reason: 'bounce' }, null],
    [{ event: 'complained' }, 'complaint'],
    [{ event: 'delivered' }, null],
  ])('%j sets the block %s', async (event, block) => {
    expect((await tell(signed(event))).status).toBe(200);
    expect(await blockOf(here)).toBe(block);
  });

  test('rejects a wrong signature, and ignores an old one', async () => {
    const event = { event: 'complained' };
    expect((await tell(signed(event, { key: 'another key' }))).status).toBe(403);
    const forged = signed(event);
    forged.signature.timestamp = String(Number(forged.signature.timestamp) + 1);
    expect((await tell(forged)).status).toBe(403);
    await tell(signed(event, { at: new Date(here.door.clock.now.getTime() - 2 * 86_400_000) }));
    expect(await blockOf(here)).toBeNull();
  });
});

describe('Amazon SES', () => {
  let amazon: Awaited<ReturnType<typeof startAmazon>>;
  beforeAll(async () => {
    amazon = await startAmazon(here.door);
  });
  afterAll(() => amazon.close());

  type Envelope = Record<string, string>;
  function signed(fields: Envelope, version = '2'): Envelope {
    const envelope: Envelope = {
      Type: 'Notification',
      MessageId: crypto.randomUUID(),
      TopicArn: topic,
      Timestamp: timestamp(here),
      SignatureVersion: version,
      SigningCertURL: `${amazon.origin}/SimpleNotificationService.pem`,
      ...fields,
    };
    const sign = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
    for (const name of 'Message MessageId Subject SubscribeURL Timestamp Token TopicArn Type'.split(' '))
      if (envelope[name] !== undefined) sign.update(`${name}\n${envelope[name]}\n`);
    return { ...envelope, Signature: sign.sign(amazon.key, 'base64') };
  }
  const tell = (envelope: Envelope) =>
    post(here, '/api/bounces/ses', envelope, { 'x-amz-sns-message-type': envelope.Type! });
  const bounce = (bounceType: string, name = 'notificationType') =>
    JSON.stringify({
      [name]: 'Bounce',
      bounce: { bounceType, bouncedRecipients: [{ emailAddress: here.email }], timestamp: timestamp(here) },
    });
  const complaint = (complaintFeedbackType: string) => {
    const complainedRecipients = [{ emailAddress: `Reader <${here.email}>` }];
    const complaint = { complainedRecipients, timestamp: timestamp(here), complaintFeedbackType };
    return JSON.stringify({ eventType: 'Complaint', complaint });
  };

  const bye = { Type: 'UnsubscribeConfirmation', Message: 'bye', Token: 't' };
  test.each([
    ['a permanent bounce', () => signed({ Message: bounce('Permanent') }), 'bounce'],
    ['a transient bounce', () => signed({ Message: bounce('Transient') }), null],
    ['an undetermined bounce', () => signed({ Message: bounce('Undetermined') }), null],
    [
      'a bounce of the other kind and signature',
      () => signed({ Message: bounce('Permanent', 'eventType'), Subject: 'Bounce' }, '1'),
      'bounce',
    ],
    ['a complaint', () => signed({ Message: complaint('abuse') }), 'complaint'],
    ['a complaint that says not-spam', () => signed({ Message: complaint('not-spam') }), null],
    ['a message of SNS itself', () => signed({ Message: 'Successfully validated SNS topic.' }), null],
    ['the end of a subscription', () => signed({ ...bye, SubscribeURL: `${amazon.origin}/` }), null],
  ])('%s sets the right block', async (_, envelope, block) => {
    expect((await tell(envelope())).status).toBe(200);
    expect(await blockOf(here)).toBe(block);
  });

  test('rejects messages that are changed, old, or from another topic or host', async () => {
    const good = signed({ Message: bounce('Permanent') });
    const url = good.SigningCertURL!;
    const changed: Envelope[] = [
      { ...good, Message: bounce('Permanent').replace(here.email, 'other@example.org') },
      { ...good, Signature: 'AAAA' },
      { ...good, SigningCertURL: 'https://sns.evil.example/cert.pem' },
      { ...good, SigningCertURL: url.replace('https://', 'https://sns.eu-west-1.amazonaws.com@') },
      { ...good, SigningCertURL: url.replace('https', 'http') },
      signed({ Message: bounce('Permanent'), TopicArn: `${topic}x` }),
      signed({ Message: bounce('Permanent'), Timestamp: '2026-02-20T00:00:00.000Z' }),
    ];
    for (const envelope of changed) expect((await tell(envelope)).status, JSON.stringify(envelope)).toBe(403);
    expect((await tell({ ...good, SignatureVersion: '9' })).status).toBe(400);
    expect((await post(here, '/api/bounces/ses', 'x')).status).toBe(400);
    expect((await tell(signed({ Message: '{"bounce":' }))).status).toBe(400);
    expect(await blockOf(here)).toBeNull();
  });

  test('answers 503 when the certificate cannot be fetched', async () => {
    const envelope = signed({ Message: bounce('Permanent') });
    const { bounces } = here.door.app.config;
    const { snsHosts } = bounces;
    bounces.snsHosts = /^127\.0\.0\.1:9$/;
    try {
      expect((await tell({ ...envelope, SigningCertURL: 'https://127.0.0.1:9/cert.pem' })).status).toBe(503);
    } finally {
      bounces.snsHosts = snsHosts;
    }
  });

  test('confirms the subscription to our own topic, and visits no other address', async () => {
    const asked = { Type: 'SubscriptionConfirmation', Message: 'You have chosen …', Token: 't' };
    const subscription = (SubscribeURL: string, TopicArn = topic) =>
      signed({ ...asked, SubscribeURL, TopicArn });
    const { origin, visits } = amazon;
    visits.length = 0;
    const confirm = `${origin}/?Action=ConfirmSubscription&Token=t`;
    expect((await tell(subscription(confirm))).status).toBe(200);
    expect(visits.filter((url) => !url.endsWith('.pem'))).toEqual(['/?Action=ConfirmSubscription&Token=t']);
    visits.length = 0;
    expect((await tell(subscription('https://127.0.0.1:9/'))).status).toBe(403);
    expect((await tell(subscription(confirm, `${topic}x`))).status).toBe(403);
    expect(visits.filter((url) => !url.endsWith('.pem'))).toEqual([]);
  });
});

test.each([
  ['sns.eu-west-1.amazonaws.com', true],
  ['sns.us-gov-west-1.amazonaws.com', true],
  ['sns.cn-north-1.amazonaws.com.cn', true],
  ['sns.s3-us-west-2.amazonaws.com', false],
  ['sns.s3.amazonaws.com', false],
  ['sns.a.b.amazonaws.com', false],
  ['sns.amazonaws.com', false],
])('%s is a host of Amazon’s certificates: %s', (host, may) => {
  expect(readConfig({}).bounces.snsHosts.test(host)).toBe(may);
});
