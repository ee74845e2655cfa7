import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { recoveryCodes, users } from '#platform/db/schema.ts';
import { recoveryCodeCount } from '#shared/accounts/secondStep.ts';
import type { AccountsApp } from '../app.ts';
import { equalizeTiming, hashPassword, passwordMatches } from '../credentials/password.ts';

/** Excludes letters and digits that look alike. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** The first group finds the row; the others are the secret, 49 bits. */
const groups = [4, 5, 5];
const length = groups.reduce((sum, group) => sum + group);

type Db = Pick<AccountsApp, 'db'>;

/** The number of unused codes. */
export const recoveryCodesLeft = ({ db }: Db, userId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));

/** New codes with their hashes. Hashing is slow, so make them before a transaction. */
export async function makeRecoveryCodes(): Promise<{ code: string; codeHash: string }[]> {
  const codes = new Map<string, string>();
  while (codes.size < recoveryCodeCount) {
    const code = groups.map((size) => Array.from({ length: size }, letter).join('')).join('-');
    codes.set(prefixOf(plain(code)), code);
  }
  const made: { code: string; codeHash: string }[] = [];
  for (const code of codes.values()) made.push({ code, codeHash: await hashPassword(plain(code)) });
  return made;
}

type MadeCodes = Awaited<ReturnType<typeof makeRecoveryCodes>>;

/**
 * Replaces the account's codes, storing only hashes. Call it in a transaction: it locks the account, so that two
 * simultaneous calls leave one set.
 */
export async function keepRecoveryCodes({ db }: Db, userId: string, codes: MadeCodes): Promise<void> {
  await lockAccount({ db }, userId);
  await removeRecoveryCodes({ db }, userId);
  await db
    .insert(recoveryCodes)
    .values(codes.map(({ code, codeHash }) => ({ userId, prefix: prefixOf(plain(code)), codeHash })));
}

/**
 * Stores codes with the first second step, unless there are some already. Call it in a transaction: if two steps are
 * turned on at once, one call returns codes, and these work.
 * @param made codes made before the transaction, if there were none then
 */
export async function giveFirstRecoveryCodes(
  { db }: Db,
  userId: string,
  made: MadeCodes | null,
): Promise<string[] | null> {
  await lockAccount({ db }, userId);
  if (await recoveryCodesLeft({ db }, userId)) return null;
  const codes = made ?? (await makeRecoveryCodes());
  await keepRecoveryCodes({ db }, userId, codes);
  return codes.map(({ code }) => code);
}

/** Locks the account's row until the transaction ends, so that changes of its second step run one after another. */
export async function lockAccount({ db }: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** Deletes all codes of an account. Idempotent. */
export async function removeRecoveryCodes({ db }: Db, userId: string): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Whether this is a recovery code of the reader. Uses it up. Takes as long for any other text. */
export async function spendRecoveryCode({ db }: Db, userId: string, code: string): Promise<boolean> {
  const typed = plain(code);
  const named = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.prefix, prefixOf(typed)));
  const [row] = await db.select().from(recoveryCodes).where(named);
  if (!row || typed.length !== length) {
    await equalizeTiming();
    return false;
  }
  if (!(await passwordMatches(row.codeHash, typed))) return false;
  // Only one of two calls with the same code deletes it.
  const used = await db
    .delete(recoveryCodes)
    .where(and(named, eq(recoveryCodes.codeHash, row.codeHash)))
    .returning({ prefix: recoveryCodes.prefix });
  return used.length > 0;
}

/** Ignores spaces, dashes and case of a typed code. */
const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z\d]/g, '');
const prefixOf = (code: string): string => code.slice(0, groups[0]);
const letter = (): string => letters[randomInt(letters.length)]!;
