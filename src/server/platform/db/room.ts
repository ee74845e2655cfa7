import { eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { AppError } from '#shared/contract/errors.ts';
import type { Db } from './open.ts';
import { users } from './schema.ts';

/**
 * Locks the account's row until the transaction ends, so that two calls at once cannot both take the last place.
 * @throws AppError `conflict` if there are as many rows as there can be
 */
export async function requireRoom(
  db: Db,
  userId: string,
  { table, of, most, sentence }: { table: PgTable; of: SQL; most: number; sentence: string },
): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  if ((await db.$count(table, of)) >= most) throw new AppError('conflict', sentence);
}
