import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import { newReader, openDoor } from '../accounts/accountsSetup.ts';

it('a Mailgun signature that was used cannot sign a report on another reader', async () => {
  const key = 'the signing key of Mailgun';
  const door = await openDoor({ environment: { MAILGUN_SIGNING_KEY: key }, limited: {} });
  try {
    const [reported, victim] = [
      await newReader(door, 'reported@example.org'),
      await newReader(door, 'victim@example.org'),
    ];
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
