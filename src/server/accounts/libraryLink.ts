import { eq } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { AccountsApp } from './app.ts';

/**
 * Sets or removes the address through which a reader's library opens papers. The server never requests it: it is only a
 * prefix of the addresses that this reader sees. Idempotent.
 * @throws AppError `invalid` for an address without https, unless the operator allows private addresses
 */
export async function setLibraryLink(
  { db, config }: Pick<AccountsApp, 'db' | 'config'>,
  userId: string,
  link: string | null,
): Promise<{ link: string | null }> {
  if (link && !/^https:/i.test(link) && !config.channels.allowPrivate) {
    const sentence = 'Please enter an address that begins with https://.';
    throw new AppError('invalid', sentence, { fields: { link: sentence } });
  }
  await db.update(users).set({ libraryLink: link }).where(eq(users.id, userId));
  return { link };
}
