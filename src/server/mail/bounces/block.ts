import { and, eq, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import type { MailBlock } from '#shared/accounts/account.ts';
import { email } from '#shared/fields.ts';
import { hourMs } from '#shared/time.ts';
import type { MailApp } from '../app.ts';

/** One thing that a provider tells about one address. */
export interface Trouble {
  email: string;
  kind: MailBlock;
  /** When it happened, as the provider says. */
  at: Date;
}

/** Providers repeat what was not taken for hours, not days: what is older is a copy that somebody kept. */
const oldestHours = 24;

/**
 * Holds back mail to the addresses that came back (all of it) or complained (all but security mail). Safe to run
 * any number of times, in any order: a bounce outweighs a complaint, and what happened before the reader cleared
 * a block does not set it again. An address that is nobody's is passed over.
 */
export async function recordTroubles(
  { db, log, now }: Pick<MailApp, 'db' | 'log' | 'now'>,
  provider: string,
  troubles: Trouble[],
): Promise<void> {
  const oldest = now().getTime() - oldestHours * hourMs;
  const news = troubles.filter(({ at }) => at.getTime() > oldest);
  for (const kind of ['complaint', 'bounce'] as const)
    for (const { address, at } of addressed(news.filter((trouble) => trouble.kind === kind))) {
      const outweighed = kind === 'bounce' ? ne(users.mailBlocked, 'bounce') : undefined;
      const cleared = and(
        isNull(users.mailBlocked),
        or(isNull(users.mailBlockedAt), lt(users.mailBlockedAt, at)),
      );
      const blocked = await db
        .update(users)
        .set({ mailBlocked: kind, mailBlockedAt: at })
        .where(and(eq(users.email, address), or(cleared, outweighed)))
        .returning({ id: users.id });
      for (const { id } of blocked) log.info({ user: id, provider, kind }, 'mail to an address is held back');
    }
}

/** Lets mail go again; the moment is kept, so that older news does not block it anew. */
export async function clearBlock({ db, now }: Pick<MailApp, 'db' | 'now'>, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ mailBlocked: null, mailBlockedAt: now() })
    .where(and(eq(users.id, userId), isNotNull(users.mailBlocked)));
}

/** In the form accounts have; what is no address is left out. */
const addressed = (troubles: Trouble[]) =>
  troubles.flatMap(({ email: text, at }) => {
    const address = email.safeParse(text);
    return address.success ? [{ address: address.data, at }] : [];
  });
