import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { eq } from 'drizzle-orm';
import { generate } from 'selfsigned';
import { readConfig } from '#app/settings.ts';
import { sealMail } from '#mail/enqueueMail.ts';
import { sendNotice } from '#mail/sendNotice.ts';
import { digestHeaders } from '#mail/transport/message.ts';
import { openMailer } from '#mail/transport/open.ts';
import type { Mailer } from '#mail/transport/types.ts';
import { users } from '#platform/db/schema.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { everyMail } from '#test/mail/samples.ts';
import { opened, temporaryFolder } from '#test/opened.ts';
import { unsubscribeToken } from '#topics/pause.ts';
import { openDoor } from '../accounts/accountsSetup.ts';
import { dkimKeys, verifyDkim } from './dkim.ts';

const open: Mailer[] = [];

const folder = temporaryFolder();
const smtp = await opened(startSmtp());
const door = await opened(openDoor({ environment: { DATA_DIR: folder } }));
afterEach(async () => {
  smtp.misbehave(null);
  smtp.clear();
  for (const mailer of open.splice(0)) await mailer.close();
});

function mailerWith(environment: Record<string, string> = {}) {
  const config = readConfig({ NODE_ENV: 'test', SMTP_URL: smtp.url, ...environment });
  const mailer = openMailer(config, door.app);
  open.push(mailer);
  return { config, mailer };
}

const hello = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
const letter = { id: 'letter-1', to: 'ada@example.org', ...hello };

describe('mail that crosses a network', () => {
  // A loopback address in a spelling that settings do not recognize. The server behind it offers no TLS.
  const elsewhere = () => smtp.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');

  test('is not handed to a server without TLS', async () => {
    const { mailer } = mailerWith({ SMTP_URL: elsewhere() });
    const answer = await mailer.send(letter);
    // The server's reply to STARTTLS.
    expect(answer).toMatchObject({ outcome: 'later', response: expect.stringContaining('not recognized') });
    expect(smtp.mails).toEqual([]);
  });

  test.each([
    ['refuses STARTTLS', '454 4.7.0 Not now\r\n'],
    ['accepts STARTTLS without a word of TLS', '250 ok\r\n'],
    [
      'adds its own replies before TLS',
      '220 go\r\n250 x\r\n235 ok\r\n250 ok\r\n250 ok\r\n354 go\r\n250 taken\r\n',
    ],
  ])('is not handed over, nor taken for sent, if somebody on the path %s', async (_, reply) => {
    const { cert, private: key } = await generate();
    let said = '';
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 x ESMTP\r\n');
      socket.on('data', (data) => {
        said += data.toString('latin1');
        if (/^EHLO/.test(String(data))) return socket.write('250-x\r\n250 AUTH PLAIN\r\n');
        if (!/^STARTTLS/.test(String(data))) return socket.destroy();
        socket.write(reply);
        if (!reply.startsWith('220')) return;
        const secure = new TLSSocket(socket.removeAllListeners('data'), { isServer: true, cert, key });
        secure.on('error', () => {}).on('data', () => secure.end('421 4.3.0 Later\r\n'));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { mailer } = mailerWith({
      SMTP_URL: `smtp://litwatch:secret@[::ffff:127.0.0.1]:${port}?tls.rejectUnauthorized=false`,
    });
    expect(await mailer.send(letter)).toMatchObject({ outcome: 'later' });
    expect(said).toMatch(/^EHLO \S+\r\nSTARTTLS\r\n/);
    expect(said).not.toMatch(/AUTH|MAIL FROM|Hello/);
    server.close();
  });

  test('is handed to a server with STARTTLS and the right password only', async () => {
    const strict = await startSmtp({ account: { user: 'litwatch', password: 'p@ss word' } });
    const at = (password: string) =>
      `${strict.url.replace('://127.0.0.1', `://litwatch:${encodeURIComponent(password)}@[::ffff:127.0.0.1]`)}?tls.rejectUnauthorized=false`;
    const right = mailerWith({ SMTP_URL: at('p@ss word') });
    const wrong = mailerWith({ SMTP_URL: at('another') });
    const bare = mailerWith({ SMTP_URL: `${strict.url}?ignoreTLS=true` });
    expect(await right.mailer.send(letter)).toMatchObject({ outcome: 'sent' });
    expect(await wrong.mailer.send(letter)).toMatchObject({ outcome: 'later' });
    expect((await bare.mailer.send(letter)).outcome).not.toBe('sent');
    expect(strict.mails).toMatchObject([{ to: ['ada@example.org'] }]);
    await strict.close();
  });

  test('is handed to a server without TLS if a setting allows that', async () => {
    const { mailer } = mailerWith({ SMTP_URL: `${elsewhere()}?requireTLS=false` });
    expect(await mailer.send(letter)).toMatchObject({ outcome: 'sent' });
  });
});

describe('sent mail', () => {
  test('has both parts and its own Message-ID, and suppresses automatic replies', async () => {
    const { mailer } = mailerWith({ MAIL_FROM: 'Litwatch <digest@mail.litwatch.example>' });
    const response = expect.stringContaining('250');
    expect(await mailer.send(letter)).toMatchObject({ outcome: 'sent', response });
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      from: 'digest@mail.litwatch.example',
      to: ['ada@example.org'],
      messageId: '<letter-1@mail.litwatch.example>',
      subject: 'Hello',
      html: expect.stringContaining('<p>Hello</p>'),
      text: expect.stringContaining('Hello'),
    });
    expect(mail!.headers['auto-submitted']).toBe('auto-generated');
    expect(mail!.headers['x-mailer']).toBeUndefined();
  });

  test('takes no header or recipient from its content', async () => {
    const { mailer } = mailerWith();
    await mailer.send({
      ...letter,
      id: 'a>\r\nBcc: eve@example.org',
      subject: `${'long words '.repeat(12)}\r\nBcc: eve@example.org`,
      headers: { 'List-Id': 'x\r\nBcc: eve@example.org' },
    });
    const [mail] = smtp.mails;
    expect(mail!.to).toEqual(['ada@example.org']);
    expect(mail!.headers.bcc).toBeUndefined();
    expect(mail!.subject.length).toBeLessThanOrEqual(78);
    expect(mail!.subject).toMatch(/long words…$|long…$/);
    const many = await mailer.send({ ...letter, to: 'ada@example.org, eve@example.org' });
    expect(many.outcome).not.toBe('later');
    expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('eve@example.org');
  });

  test('reports a refusal as final, and an unknown mailbox as a hard bounce', async () => {
    const { mailer } = mailerWith();
    smtp.misbehave('refuse');
    expect(await mailer.send(letter)).toMatchObject({ outcome: 'refused', code: 550, fault: 'address' });
    smtp.misbehave({ kind: 'refuse', response: '550 5.7.1 Rejected by policy' });
    expect(await mailer.send(letter)).toMatchObject({ outcome: 'later', isOurs: true });
    smtp.misbehave(null);
    expect(await mailer.send(letter)).toMatchObject({ outcome: 'sent' });
  });

  test.each(['later', 'down', 'drop-after-data'] as const)(
    'retries under the same Message-ID after: %s',
    async (kind) => {
      const { mailer } = mailerWith();
      smtp.misbehave({ kind, times: 1 });
      expect((await mailer.send(letter)).outcome).toBe('later');
      expect((await mailer.send(letter)).outcome).toBe('sent');
      expect(smtp.distinct, 'the same Message-ID').toBe(1);
    },
  );

  test('waits when no mail server listens', async () => {
    const { mailer } = mailerWith({ SMTP_URL: 'smtp://127.0.0.1:1' });
    expect((await mailer.send(letter)).outcome).toBe('later');
  });

  test('uses a connection pool that SMTP_URL can limit', async () => {
    const { mailer } = mailerWith({ SMTP_URL: `${smtp.url}?maxConnections=1&maxMessages=2` });
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, at) => mailer.send({ ...letter, id: `letter-${at}` })),
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(7).fill('sent'));
    expect(smtp.distinct).toBe(7);
  });

  test('signs both unsubscribe headers with DKIM', async () => {
    const { privateKey, publicKey } = dkimKeys();
    const key = privateKey.replaceAll('\n', '\\n');
    const dkim = { DKIM_DOMAIN: 'litwatch.example', DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: key };
    const { mailer } = mailerWith(dkim);
    await mailer.send({ ...letter, headers: headersOf('soil') });
    const { raw } = smtp.mails[0]!;
    const { d, s, signed, holds } = verifyDkim(raw, publicKey);
    expect([d, s]).toEqual(['litwatch.example', 'mail']);
    const names = 'from to subject date message-id list-unsubscribe list-unsubscribe-post'.split(' ');
    expect(signed).toEqual(expect.arrayContaining(names));
    expect(holds).toBe(true);
    expect(verifyDkim(raw.replace('Subject: Hello', 'Subject: Hallo'), publicKey).holds).toBe(false);
    expect(verifyDkim(raw.replace('<p>Hello</p>', '<p>Hallo</p>'), publicKey).holds).toBe(false);
    expect(verifyDkim(raw.replace('One-Click', 'No-Click'), publicKey).holds).toBe(false);
  });
});

const token = unsubscribeToken({ secret: 'x'.repeat(32) }, crypto.randomUUID(), crypto.randomUUID());
const headersOf = (term: string) =>
  digestHeaders({
    baseUrl: 'https://litwatch.example',
    term,
    token,
    from: 'Litwatch <digest@litwatch.example>',
    supportEmail: 'support@litwatch.example',
  });

describe('digest mail', () => {
  test('has List-Id and one-click unsubscribe headers (RFC 2919, RFC 8058)', async () => {
    const { mailer } = mailerWith();
    await mailer.send({ ...letter, headers: headersOf('soil "microbiome" <x>') });
    const { headers } = smtp.mails[0]!;
    expect(headers['list-id']).toMatch(
      /^"Litwatch: soil microbiome x" <[0-9a-f]{16}\.digests\.litwatch\.example>$/,
    );
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(headers['list-unsubscribe']).toBe(
      `<https://litwatch.example/api/unsubscribe/${token}>, <mailto:support@litwatch.example?subject=Unsubscribe%20${token}>`,
    );
    expect(headers.precedence).toBe('bulk');
  });

  test('encodes a List-Id that is not ASCII', async () => {
    const { mailer } = mailerWith();
    await mailer.send({ ...letter, headers: headersOf('مقاومة المضادات الحيوية في البكتيريا سالبة الجرام') });
    expect(smtp.mails[0]!.headers['list-id']).toMatch(
      /^=\?UTF-8\?Q\?.*\?= <[0-9a-f]{16}\.digests\.litwatch\.example>$/,
    );
  });
});

test.each(everyMail)('contains no tracking in its source: %s', async (_, render) => {
  const { mailer } = mailerWith();
  await mailer.send({ ...letter, ...(await render()), headers: headersOf('soil') });
  const { raw, email, html } = smtp.mails[0]!;
  expect(raw).not.toMatch(/<img|multipart\/related|Content-ID|Disposition-Notification|Return-Receipt/i);
  const types = [...raw.matchAll(/^Content-Type: ([\w/]+)/gm)].map(([, type]) => type);
  expect(types).toEqual(['multipart/alternative', 'text/plain', 'text/html']);
  expect(email.attachments).toEqual([]);
  // Our host, the papers' hosts and the doctype's: no redirect between the reader and a paper.
  const hosts = new Set([...html.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host));
  for (const host of hosts) expect(['litwatch.example', 'example.org', 'www.w3.org']).toContain(host);
  expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
});

describe('notices', () => {
  const blockedOf = async (email: string) =>
    (await door.app.db.select().from(users).where(eq(users.email, email)))[0]!.mailBlocked;
  const reset = { link: 'https://litwatch.example/reset-password?token=t', validFor: '60 minutes' };

  test('blocks an address that does not exist', async () => {
    const app = { ...door.app, ...mailerWith() };
    await door.app.db.insert(users).values({ email: 'unknown@example.org', passwordHash: '' });
    smtp.misbehave('refuse');
    await sendNotice(app, sealMail(app, 'welcome', { to: 'unknown@example.org', data: {} }));
    expect(await blockedOf('unknown@example.org')).toBe('bounce');
    smtp.misbehave(null);
    await sendNotice(app, sealMail(app, 'reset', { to: 'unknown@example.org', data: reset }));
    expect(smtp.mails).toEqual([]);
  });

  test('retries under the same Message-ID', async () => {
    const app = { ...door.app, ...mailerWith() };
    smtp.misbehave({ kind: 'drop-after-data', times: 1 });
    const notice = sealMail(app, 'reset', { to: 'late@example.org', data: reset });
    await expect(sendNotice(app, notice)).rejects.toThrow();
    await sendNotice(app, notice);
    expect(smtp.mails).toHaveLength(2);
    expect(smtp.distinct).toBe(1);
  });
});
