import { eq } from 'drizzle-orm';
import { heedReply } from '#mail/heedReply.ts';
import { openMailer } from '#mail/transport/open.ts';
import { systemState, users } from '#platform/db/schema.ts';
import { dayMs } from '#shared/values/time.ts';
import { eventually, opened, startWorld } from '#test/world.ts';

let at = new Date('2026-05-04T08:00:00Z');
const world = await opened(
  startWorld({ environment: { ADMIN_EMAILS: 'operator@house.example' }, now: () => at }),
);
beforeEach(() => {
  world.smtp.misbehave(null);
  world.smtp.clear();
});

const from = 'digest@litwatch.example';
const blockOf = async (email: string) => {
  const [row] = await world.app.db.select().from(users).where(eq(users.email, email));
  return row!.mailBlocked;
};
let mails = 0;
/** Sends a mail as a job does; in a process that has heard nothing before, unless one is given. */
async function send(
  to: string,
  response: string | null,
  where = 'RCPT',
  mailer = openMailer(world.config, world.app),
) {
  await world.app.db.insert(users).values({ email: to, passwordHash: '' }).onConflictDoNothing();
  world.smtp.misbehave(response === null ? null : { kind: 'refuse', to, response, at: where as 'RCPT' });
  const letter = { id: `letter-${mails++}`, to, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  const answer = await heedReply(world.app, to, await mailer.send(letter));
  return answer.outcome === 'refused' ? answer.fault : 'isOurs' in answer ? 'ours' : answer.outcome;
}

// Replies as the servers' documents, RFCs and published bounce logs give them; $from is our sender, $to the reader.
const replies: [fault: string, reply: string, at?: string][] = [
  // RFC 3463, RFC 7505, Google, Microsoft 365, Postfix, Apple, Proofpoint, Fastmail
  [
    'address',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. gsmtp",
  ],
  ['address', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient $to not found by SMTP address lookup'],
  ['address', '550 5.1.1 <$to>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['address', '550 5.1.1 <$to>: user does not exist', 'DATA'],
  ['address', '553 5.1.3 <$to>: Bad recipient address syntax'],
  ['address', '556 5.1.10 Recipient address has null MX'],
  ['address', '550 5.1.6 Mailbox has moved, no forwarding address'],
  // Exim, GMX, Yahoo, Exchange Online's edge, qmail, Mimecast, Mail.ru, Cisco, Google: disabled
  ['perhaps', '550 No such user here'],
  ['perhaps', '550 Requested action not taken: mailbox unavailable'],
  ['perhaps', "554 delivery error: dd This user doesn't have a yahoo.com account ($to) [0]", 'DATA'],
  ['perhaps', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
  ['perhaps', '553 sorry, no mailbox here by that name. (#5.7.1)'],
  ['perhaps', '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550'],
  [
    'perhaps',
    '550 Message was not accepted -- invalid mailbox. Local mailbox $to is unavailable: user not found',
  ],
  ['perhaps', '550 #5.1.0 Address rejected.'],
  ['perhaps', '550 5.2.1 The email account that you tried to reach is disabled.'],
  ['perhaps', '550 Unrouteable address'],
  // Limits of the account: Google, Microsoft, Exchange, Amazon SES, SendGrid, Zoho, QQ, Mailgun, cPanel
  [
    'ours',
    '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550 5.4.5 sending limits go to',
    'DATA',
  ],
  [
    'ours',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    'DATA',
  ],
  [
    'ours',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; message submission limit exceeded',
    'DATA',
  ],
  ['ours', '550 5.7.705 Access denied, tenant has exceeded threshold'],
  ['ours', '550 Maximum credits exceeded', 'MAIL'],
  ['ours', '550 5.4.6 Unusual sending activity detected. Please try after sometime', 'DATA'],
  ['ours', '550 Domain frequency limited [0.0.0.0]', 'DATA'],
  [
    'ours',
    '550 Domain litwatch.example has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.',
  ],
  // The sender: Exim's callouts, Postfix, Microsoft, SES, SendGrid, sendmail
  ['ours', '550-Verification failed for <$from>\n550-No Such User Here\n550 Sender verify failed'],
  ['ours', '550-Verification failed for <$from>\n550 No such user here'],
  ['ours', '550 5.1.0 <$from>: Sender address rejected: User unknown in virtual mailbox table'],
  ['ours', '553 5.7.1 <$from>: Sender address rejected: not owned by user litwatch'],
  ['ours', '550 5.1.8 Access denied, bad outbound sender AS(42004)'],
  [
    'ours',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: $from',
    'DATA',
  ],
  [
    'ours',
    '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
    'DATA',
  ],
  ['ours', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'DATA'],
  ['ours', '501 5.1.7 Invalid address', 'MAIL'],
  // Policy, names on block lists, signatures
  ['ours', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  [
    'ours',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
    'MAIL',
  ],
  [
    'ours',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n550 5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.',
    'DATA',
  ],
  [
    'ours',
    '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
    'DATA',
  ],
  ['ours', '554 5.7.1 <$to>: Relay access denied'],
  [
    'ours',
    '550 5.7.509 Access denied, sending domain litwatch.example does not pass DMARC verification and has a DMARC policy of reject.',
    'DATA',
  ],
  [
    'ours',
    '554-No SMTP service\n554-IP address is block listed.\n554 For explanation visit the postmaster page',
    'MAIL',
  ],
  ['ours', '550 5.7.1 Message rejected as spam by Content Filtering.', 'DATA'],
  // A mailbox that is full, and a mail that is too large
  ['later', '552 5.2.2 The email account that you tried to reach is over quota and inactive.'],
  ['later', '552 Requested mail action aborted: exceeded storage allocation, mailbox full', 'DATA'],
  ['mail', '552 5.3.4 Message size exceeds fixed limit'],
  ['mail', "552-5.2.3 Your message exceeded Google's message size limits.\n552 5.2.3 Please see", 'DATA'],
];

describe('refusal of a mail server', () => {
  it.each(replies.map(([fault, reply, where], at) => ({ fault, reply, where, at })))(
    'is read as $fault: $reply',
    async ({ fault, reply, where, at }) => {
      const to = `reader@house-${at}.example`;
      const text = reply.replaceAll('$from', from).replaceAll('$to', to);
      expect(await send(to, text, where)).toBe(fault);
      expect(await blockOf(to)).toBe(fault === 'address' ? 'bounce' : null);
    },
  );

  it('stops mail the second time within two weeks if it is not sure, unless a digest came between', async () => {
    const again = async (to: string, days: number, came = false) => {
      await send(to, '550 No such user here');
      at = new Date(at.getTime() + days * dayMs);
      if (came) await world.app.db.update(users).set({ lastDigestSentAt: at }).where(eq(users.email, to));
      await send(to, '550 No such user here');
      return blockOf(to);
    };
    expect(await again('twice@twice.example', 7)).toBe('bounce');
    expect(await again('late@twice.example', 15)).toBeNull();
    expect(await again('back@twice.example', 7, true)).toBeNull();
  });

  it('is not believed when a whole domain suddenly has no users, and the readers before get mail again', async () => {
    const readers = Array.from({ length: 12 }, (_, at) => `reader${at}@campus.example`);
    const seen = [];
    for (const to of readers) seen.push(await send(to, '550 5.1.1 User unknown'));
    expect(seen).toEqual([...Array(9).fill('address'), 'later', 'later', 'later']);
    expect(new Set(await Promise.all(readers.map(blockOf)))).toEqual(new Set([null]));
    // Where others get their mail, an unknown reader is unknown.
    await world.app.db.update(users).set({ lastDigestSentAt: at }).where(eq(users.email, readers[0]!));
    await send(readers[1]!, '550 5.1.1 User unknown');
    expect(await blockOf(readers[1]!)).toBe('bounce');
  });

  it('lets all mail wait, and tells the operator, after five in a row that blame the sender', async () => {
    at = new Date(at.getTime() + 2 * dayMs);
    const mailer = openMailer(world.config, world.app);
    for (let at = 0; at < 5; at++)
      await send(`reader${at}@limit.example`, '550 5.4.5 Daily user sending limit exceeded.', 'RCPT', mailer);
    expect(await send('other@calm.example', null, 'RCPT', mailer)).toBe('later');
    const details = await (await fetch(`${world.url}/readyz?details`)).text();
    expect(details).toMatch(/warning +mail +Mail waits until 2026-.*: 550 5\.4\.5 Daily user sending limit/);
    await world.smtp.waitFor(
      ({ to, text }) => to.includes('operator@house.example') && /sending limit/.test(text),
    );
    at = new Date(at.getTime() + 60_000);
    expect(await send('other@calm.example', null, 'RCPT', mailer)).toBe('sent');
    expect(await world.app.db.$count(systemState, eq(systemState.name, 'mail'))).toBe(1);
    expect(await world.app.db.$count(users, eq(users.mailBlocked, 'bounce'))).toBeGreaterThan(0);
    expect(await blockOf('reader0@limit.example')).toBeNull();
    await eventually(
      async () => (await (await fetch(`${world.url}/readyz`)).text()) === 'ready',
      'the server',
    );
  });
});
