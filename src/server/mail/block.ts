import { and, eq, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import type { MailBlock } from '#shared/accounts/me.ts';
import { email } from '#shared/values/fields.ts';
import { hourMs } from '#shared/values/time.ts';

/** A bounce or complaint that a provider reports for one address. */
export interface Trouble {
  email: string;
  kind: MailBlock;
  /** When it happened, according to the provider. */
  at: Date;
}

/** Providers retry for hours, not days; an older report is a replay. */
const oldestHours = 24;

/**
 * Blocks mail to addresses that bounced (all mail) or complained (all but security mail). Idempotent and independent
 * of order: a bounce outweighs a complaint, and a report older than the reader's own clearing of a block does not set
 * it again. Unknown addresses are ignored.
 */
export async function recordTroubles(
  { db, log, now }: App,
  provider: string,
  troubles: Trouble[],
): Promise<void> {
  const oldest = now().getTime() - oldestHours * hourMs;
  const recent = troubles.filter(({ at }) => at.getTime() > oldest);
  for (const kind of ['complaint', 'bounce'] as const)
    for (const { address, at } of addressed(recent.filter((trouble) => trouble.kind === kind))) {
      const outweighed = kind === 'bounce' ? ne(users.mailBlocked, 'bounce') : undefined;
      const isOlder = or(isNull(users.mailBlockedAt), lt(users.mailBlockedAt, at));
      const cleared = and(isNull(users.mailBlocked), isOlder);
      const blocked = await db
        .update(users)
        .set({ mailBlocked: kind, mailBlockedAt: at })
        .where(and(eq(users.email, address), or(cleared, outweighed)))
        .returning({ id: users.id });
      for (const { id } of blocked) log.info({ user: id, provider, kind }, 'mail to an address is held back');
    }
}

/** Unblocks mail. The time is stored, so that older reports do not block it again. */
export async function clearBlock({ db, now }: App, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ mailBlocked: null, mailBlockedAt: now(), mailDoubtedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.mailBlocked)));
}

/** Addresses in the form accounts have; anything else is dropped. */
const addressed = (troubles: Trouble[]) =>
  troubles.flatMap(({ email: text, at }) => {
    const address = email.safeParse(text);
    return address.success ? [{ address: address.data, at }] : [];
  });
