import { expect, test } from 'vitest';
import { outcomeOf } from './smtp.ts';

const reply = (response: string, command: string, code = 'EENVELOPE') =>
  Object.assign(new Error(response), {
    code,
    command,
    response,
    responseCode: Number.parseInt(response, 10),
    permanent: response.startsWith('5') && !response.startsWith('503'),
  });

// Replies in the wording of large mail hosts.
test.each([
  ['550 5.1.1 The email account that you tried to reach does not exist', 'RCPT TO', 'refused', true],
  ['550-5.1.1 user unknown', 'RCPT TO', 'refused', true],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'RCPT TO', 'refused', true],
  ['550 No such user here', 'RCPT TO', 'refused', true],
  ['550 Requested action not taken: mailbox unavailable', 'RCPT TO', 'refused', true],
  ['550 5.7.1 Message rejected as spam', 'RCPT TO', 'refused', false],
  ['550 5.1.8 Sender address has invalid domain', 'RCPT TO', 'refused', false],
  ['552 5.2.2 Mailbox is over its quota', 'RCPT TO', 'refused', false],
  ['554 5.7.9 Message not accepted for policy reasons', 'DATA', 'refused', false],
  ['553 5.7.1 Sender address rejected', 'MAIL FROM', 'refused', false],
  ['450 4.2.1 The user is receiving mail too quickly', 'RCPT TO', 'later', undefined],
  ['451 4.7.1 Greylisted', 'RCPT TO', 'later', undefined],
  ['503 5.5.1 Bad sequence of commands', 'DATA', 'later', undefined],
  ['535 5.7.8 Authentication credentials invalid', 'AUTH PLAIN', 'later', undefined],
  ['554 No SMTP service here', 'CONN', 'later', undefined],
])('reads %s (%s) as %s', (response, command, outcome, hardBounce) => {
  const answer = outcomeOf(reply(response, command));
  expect(answer.outcome).toBe(outcome);
  if (answer.outcome === 'refused') expect(answer.hardBounce).toBe(hardBounce);
});

test.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'ESOCKET', 'later'],
  ['Connection timeout', 'ETIMEDOUT', 'later'],
  ['The operation was aborted', 'EABORT', 'later'],
  ['Invalid recipient "x"', 'EENVELOPE', 'refused'],
])('reads %s as %s', (message, code, outcome) => {
  expect(outcomeOf(Object.assign(new Error(message), { code })).outcome).toBe(outcome);
});
