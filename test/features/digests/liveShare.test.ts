import { eq } from 'drizzle-orm';
import { mayAskLive, shareWait } from '#digests/run/find.ts';
import { users } from '#platform/db/schema.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { addUser } from '#test/rows.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';

const door = await opened(openDoor({ limited: {} }));

async function readerFrom(ipAddress: string | null): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`;
  const user = await addUser(door.app, email, { ipAddress });
  return user.id;
}

async function allowed(userId: string, tries: number, source: SourceName | null = 'pubmed'): Promise<number> {
  const may = async () =>
    source ? mayAskLive(door.app, userId, source) : !(await shareWait(door.app, userId, 'import-look-up'));
  let count = 0;
  for (let at = 0; at < tries; at++) if (await may()) count++;
  return count;
}

describe('daily limit of live searches and look-ups', () => {
  it('leaves most of them to others when one free account asks without end', async () => {
    expect(await allowed(await readerFrom('203.0.113.0/24'), 80)).toBe(12);
    expect(await allowed(await readerFrom('198.51.100.0/24'), 1)).toBe(1);
  });

  it.each([
    ['of one network', '192.0.2.0/24', 'pubmed', 24],
    ['that signed out, and whose sign-up is long ago,', null, 'arxiv', 24],
    ['of one network, for the look-ups of imports,', '192.0.2.0/24', null, 30],
  ] as const)('gives many free accounts %s one share between them', async (_, network, source, share) => {
    let count = 0;
    for (let account = 0; account < 8; account++)
      count += await allowed(await readerFrom(network), 12, source);
    expect(count).toBe(share);
    expect(await allowed(await readerFrom('198.51.100.0/24'), 1, source)).toBe(1);
  });

  it('keeps the share of a reader whose network’s share is used up', async () => {
    const [many, one] = [await readerFrom('192.0.2.0/24'), await readerFrom('192.0.2.0/24')];
    for (const reader of [many, await readerFrom('192.0.2.0/24')]) await allowed(reader, 12, 'biorxiv');
    expect(await allowed(one, 20, 'biorxiv')).toBe(0);
    await door.app.db.update(users).set({ ipAddress: '198.51.100.0/24' }).where(eq(users.id, one));
    expect(await allowed(one, 20, 'biorxiv')).toBe(12);
  });
});
