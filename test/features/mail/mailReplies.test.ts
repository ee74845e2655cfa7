import { eq } from 'drizzle-orm';
import { heedReply } from '#mail/sendNotice.ts';
import { openMailer } from '#mail/transport/open.ts';
import { systemState, users } from '#platform/db/schema.ts';
import { dayMs } from '#shared/values/time.ts';
import { eventually, opened, startWorld } from '#test/world.ts';
import cases from './mailReplies.test.json' with { type: 'json' };

let at = new Date('2026-05-04T08:00:00Z');
const world = await opened(
  startWorld({ corpus: [], environment: { ADMIN_EMAILS: 'operator@house.example' }, now: () => at }),
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
const replies = Object.values(cases.replies).flat() as [fault: string, reply: string, at?: string][];

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
