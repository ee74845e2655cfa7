import { openLog } from '#platform/runtime/log.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { greetingOf, openSmtp, outcomeOf } from './smtp.ts';

const reply = (response: string, command: string, code = 'EENVELOPE') =>
  Object.assign(new Error(response), {
    code,
    command,
    response,
    responseCode: Number.parseInt(response, 10),
    permanent: response.startsWith('5') && !response.startsWith('503'),
  });

test.each([
  ['550 5.1.1 The email account that you tried to reach does not exist', 'RCPT TO', 'address'],
  ['550 5.1.1 Unknown', 'MAIL FROM', 'ours'],
  ['450 4.2.1 The user is receiving mail too quickly', 'RCPT TO', 'later'],
  ['451 4.7.1 Greylisted', 'RCPT TO', 'later'],
  ['503 5.5.1 Bad sequence of commands', 'DATA', 'later'],
  ['535 5.7.8 Authentication credentials invalid', 'AUTH PLAIN', 'later'],
  ['554 No SMTP service here', 'CONN', 'later'],
  ['HTTP/1.1 502 Bad Gateway', 'MAIL FROM', 'later'],
  ['\u00ff\u00fe what is no reply', 'RCPT TO', 'later'],
])('reads %s (%s) as %s', (response, command, expected) => {
  const answer = outcomeOf(reply(response, command), 'digest@a.example', 'ada@b.example');
  const found = answer.outcome === 'refused' ? answer.fault : 'isOurs' in answer ? 'ours' : answer.outcome;
  expect(found).toBe(expected);
});

test('keeps of a reply what can be stored', () => {
  const said = `550 5.1.1 a\0b${'c'.repeat(486)}😀`;
  expect(outcomeOf(reply(said, 'RCPT TO'), '', '').response).toMatch(/^550 5.1.1 abc+\ufffd$/);
});

test.each([
  ['https://litwatch.example', 'litwatch.example'],
  ['http://localhost:3000', 'mail.example'],
  ['http://192.168.1.5:3000', 'mail.example'],
  ['http://[::1]:3000', 'mail.example'],
])('greets for %s as %s', (baseUrl, name) => {
  const mail = { from: 'Litwatch <digest@mail.example>' } as Parameters<typeof greetingOf>[0]['mail'];
  expect(greetingOf({ baseUrl, mail })).toBe(name);
});

test.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'ESOCKET', 'later'],
  ['Connection timeout', 'ETIMEDOUT', 'later'],
  ['The operation was aborted', 'EABORT', 'later'],
  ['Invalid recipient "x"', 'EENVELOPE', 'refused'],
])('reads %s as %s', (message, code, outcome) =>
  expect(outcomeOf(Object.assign(new Error(message), { code }), '', '').outcome).toBe(outcome),
);

test('a mail whose lease is lost while it waits for a connection is not sent', async () => {
  const smtp = await startSmtp();
  const url = `${smtp.url}?maxConnections=1`;
  const log = openLog('silent');
  const mailer = openSmtp({
    url,
    from: 'Litwatch <digest@mail.example>',
    name: 'mail.example',
    dkim: null,
    log,
    now: () => new Date(),
  });
  const mail = (id: string) => ({ id, to: `${id}@b.example`, subject: id, html: '<p>.</p>', text: '.' });
  try {
    smtp.misbehave({ kind: 'slow', at: 'MAIL', ms: 200, times: 1 });
    const lost = new AbortController();
    const [first, second, third] = [
      mail('first'),
      { ...mail('second'), lost: lost.signal },
      mail('third'),
    ].map(mailer.send);
    lost.abort();
    expect(await Promise.all([first, second, third])).toMatchObject([
      { outcome: 'sent' },
      { outcome: 'later' },
      { outcome: 'sent' },
    ]);
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(['first', 'third']);
  } finally {
    await mailer.close();
    await smtp.close();
  }
});
