import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { sealMail } from '#mail/enqueueMail.ts';
import { sendNotice } from '#mail/sendNotice.ts';
import { users } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import { newReader, openDoor } from '../accounts/accountsSetup.ts';
import { addReader, blockOf, openBounces, post, secret, timestamp } from './bounceSetup.ts';

const here = openBounces();

describe('generic bounce webhook', () => {
  const tell = (body: unknown, given = secret) =>
    post(here, '/api/bounces', body, { authorization: `Bearer ${given}` });

  test('blocks addresses that bounced or complained, one or many at once', async () => {
    expect((await tell({ email: ` ${here.email.toUpperCase()} `, kind: 'bounce' })).status).toBe(200);
    expect(await blockOf(here)).toBe('bounce');
    const [first, second] = [`a${here.email}`, `b${here.email}`];
    for (const address of [first, second]) await addReader(here, address);
    await tell({
      events: [
        { email: first, kind: 'complaint', at: timestamp(here) },
        { email: second, kind: 'bounce' },
        { email: 'nobody@example.org', kind: 'bounce' },
        { email: 'no address', kind: 'bounce' },
      ],
    });
    expect([await blockOf(here, first), await blockOf(here, second)]).toEqual(['complaint', 'bounce']);
  });

  test('rejects a report without the secret', async () => {
    for (const given of ['', 'x', `${secret}x`, secret.slice(1)])
      expect((await tell({ email: here.email, kind: 'bounce' }, given)).status).toBe(403);
    expect((await post(here, '/api/bounces', { email: here.email, kind: 'bounce' })).status).toBe(403);
    expect(await blockOf(here)).toBeNull();
  });

  test.each([['{'], ['null'], ['[]'], [{ email: 7, kind: 'bounce' }], [{ email: 'a@b.org', kind: 'party' }]])(
    'rejects %j as no report',
    async (body) => expect((await tell(body)).status).toBe(400),
  );

  test('accepts repeated, late and reordered reports', async () => {
    await tell({ email: here.email, kind: 'bounce' });
    await tell({ email: here.email, kind: 'complaint' });
    await tell({ email: here.email, kind: 'bounce' });
    expect(await blockOf(here), 'a bounce outweighs a complaint').toBe('bounce');
    const other = `late${here.email}`;
    await addReader(here, other);
    await tell({ email: other, kind: 'complaint', at: '2026-02-01T00:00:00Z' });
    expect(await blockOf(here, other), 'a month-old report is a repetition').toBeNull();
    await tell({ email: other, kind: 'complaint' });
    await tell({ email: other, kind: 'bounce' });
    expect(await blockOf(here, other)).toBe('bounce');
  });

  test('answers 503 when the provider is not set up', async () => {
    const bare = await openDoor();
    try {
      for (const from of ['', '/ses', '/postmark', '/mailgun']) {
        const answer = await bare.door.request(`/api/bounces${from}`, { method: 'POST', body: '{}' });
        expect(answer.status).toBe(503);
      }
    } finally {
      await bare.close();
    }
  });
});

describe('reader with blocked mail', () => {
  const report = (address: string, kind: string, at?: string) =>
    post(here, '/api/bounces', { email: address, kind, at }, { authorization: `Bearer ${secret}` });

  test('sees the block, and clears it without a mail', async () => {
    const reader = await newReader(here.door, `sees${here.email}`);
    expect((await reader.get('/api/auth/me')).body.user.mailBlocked).toBeNull();
    await report(reader.email, 'complaint');
    expect((await reader.get('/api/auth/me')).body.user.mailBlocked).toBe('complaint');
    const before = await here.door.jobs('send-mail');
    const { status, body } = await reader.post('/api/mail-block/clear');
    expect(status).toBe(200);
    expect(body.message).toMatch(/^Email to your address is on again/);
    expect((await reader.get('/api/auth/user')).body.mailBlocked).toBeNull();
    expect(await here.door.jobs('send-mail')).toEqual(before);
  });

  test('is blocked again only by later events', async () => {
    const reader = await newReader(here.door, `again${here.email}`);
    const earlier = timestamp(here);
    await report(reader.email, 'bounce');
    here.door.pass(60);
    await reader.post('/api/mail-block/clear');
    await report(reader.email, 'bounce', earlier);
    expect(await blockOf(here, reader.email)).toBeNull();
    here.door.pass(60);
    await report(reader.email, 'bounce');
    expect(await blockOf(here, reader.email)).toBe('bounce');
  });

  test('clears the block three times a day at most', async () => {
    const limited = await openDoor({
      environment: { BOUNCE_WEBHOOK_SECRET: secret },
      limited: { 'mail-block': limits['mail-block'] as never },
    });
    try {
      const reader = await newReader(limited, here.email);
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

  test('gets security mails after a complaint, and nothing after a bounce', async () => {
    const sent: string[] = [];
    const mailer = {
      ...here.door.app.mailer,
      send: async ({ subject }: { subject: string }) => {
        sent.push(subject);
        return { outcome: 'sent', response: '250' } as const;
      },
    };
    const reset = { link: 'https://litwatch.test/reset-password?token=t', validFor: '60 minutes' };
    const both = async () => {
      const welcome = sealMail(here.door.app, 'welcome', { to: here.email, data: {} });
      await sendNotice({ ...here.door.app, mailer }, welcome);
      const again = sealMail(here.door.app, 'reset', { to: here.email, data: reset });
      await sendNotice({ ...here.door.app, mailer }, again);
    };
    await report(here.email, 'complaint');
    await both();
    expect(sent).toEqual(['Reset your Litwatch password']);
    await report(here.email, 'bounce');
    await both();
    expect(sent).toHaveLength(1);
  });
});

it('a Mailgun signature that was used cannot sign a report on another reader', async () => {
  const key = 'the signing key of Mailgun';
  const door = await openDoor({ environment: { MAILGUN_SIGNING_KEY: key }, limited: {} });
  try {
    const reported = await newReader(door, 'seen@example.org');
    const victim = await newReader(door, 'victim@example.org');
    const [timestamp, token] = [String(Math.floor(door.clock.now.getTime() / 1000)), 'a'.repeat(50)];
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    const tell = (recipient: string) =>
      door.visitor().post('/api/bounces/mailgun', {
        signature: { timestamp, token, signature },
        'event-data': { recipient, event: 'complained' },
      });
    expect((await tell(reported.email)).status).toBe(200);
    expect((await tell(victim.email)).status).toBe(200);
    const blockOf = async (email: string) =>
      (await door.app.db.select().from(users).where(eq(users.email, email)))[0]!.mailBlocked;
    expect(await blockOf(reported.email)).toBe('complaint');
    expect(await blockOf(victim.email)).toBeNull();
  } finally {
    await door.close();
  }
});
