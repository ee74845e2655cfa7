import { createTransport } from 'nodemailer';
import { type SmtpStandIn, startSmtp } from './server.ts';

let smtp: SmtpStandIn;
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(() => smtp.close());

const send = (to: string, messageId = `<${Math.random()}@sample.example>`) =>
  createTransport({ url: smtp.url }).sendMail({
    from: 'Litwatch <digest@litwatch.example>',
    to,
    messageId,
    subject: 'Grüße aus der Bibliothek',
    text: 'Ten papers — ready.',
    html: '<p>Ten papers — ready.</p>',
    headers: { 'List-Id': '<digest.litwatch.example>' },
  });

test('keeps the source and the parsed content of a mail', async () => {
  const coming = smtp.waitFor(({ to }) => to.includes('ada@sample.example'));
  await send('ada@sample.example', '<1@sample.example>');
  const mail = await coming;
  expect(mail).toMatchObject({
    from: 'digest@litwatch.example',
    to: ['ada@sample.example'],
    messageId: '<1@sample.example>',
    subject: 'Grüße aus der Bibliothek',
    headers: { 'list-id': '<digest.litwatch.example>' },
  });
  expect(mail.text.trim()).toBe('Ten papers — ready.');
  expect(mail.raw).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(await smtp.waitFor(({ subject }) => subject.startsWith('Grüße'))).toBe(mail);
});

test('counts a mail that arrived twice once', async () => {
  await send('ada@sample.example', '<1@sample.example>');
  await send('ada@sample.example', '<1@sample.example>');
  await send('ada@sample.example', '<2@sample.example>');
  expect([smtp.mails.length, smtp.distinct]).toEqual([3, 2]);
});

test('refuses some addresses for good, and others for now', async () => {
  smtp.misbehave({ kind: 'refuse', to: 'nobody@' });
  await expect(send('nobody@sample.example')).rejects.toMatchObject({ responseCode: 550 });
  await send('ada@sample.example');
  smtp.misbehave({ kind: 'later', times: 1 });
  await expect(send('ada@sample.example')).rejects.toMatchObject({ responseCode: 451 });
  await send('ada@sample.example');
  expect(smtp.mails).toHaveLength(2);
});

test('refuses connections while down', async () => {
  smtp.misbehave('down');
  await expect(send('ada@sample.example')).rejects.toThrow();
  smtp.misbehave(null);
  await send('ada@sample.example');
});

test('is slow to greet', async () => {
  smtp.misbehave({ kind: 'slow', ms: 60_000 });
  const impatient = createTransport({ url: smtp.url, greetingTimeout: 50 });
  await expect(
    impatient.sendMail({ from: 'a@sample.example', to: 'b@sample.example', text: 'x' }),
  ).rejects.toThrow();
});

test('accepts a mail and breaks the connection before its reply', async () => {
  smtp.misbehave({ kind: 'drop-after-data', times: 1 });
  await expect(send('ada@sample.example', '<1@sample.example>')).rejects.toThrow();
  await send('ada@sample.example', '<1@sample.example>');
  expect([smtp.mails.length, smtp.distinct]).toEqual([2, 1]);
});

test('names the mails that did arrive when a wait times out', async () => {
  await send('ada@sample.example');
  await expect(smtp.waitFor(() => false, 0.01)).rejects.toThrow('there came ada@sample.example: Grüße');
});
