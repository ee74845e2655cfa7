import { and, asc, eq } from 'drizzle-orm';
import { passkeys } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { type Passkey, passkeysAtMost } from '#shared/accounts/secondStep.ts';
import type { AuthenticationResponse, RegistrationResponse } from '#shared/accounts/webAuthn.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { AccountsApp } from '../app.ts';
import { lockAccount } from './recoveryCodes.ts';
import { verifyAuthentication, verifyRegistration } from './webAuthn.ts';

type Row = typeof passkeys.$inferSelect;

/** The account's passkeys, oldest first. */
export const passkeyRows = ({ db }: Pick<AccountsApp, 'db'>, userId: string): Promise<Row[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), passkeys.id);

/** A passkey as its owner sees it. */
export const shownPasskey = ({ id, name, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/**
 * Adds the passkey that a browser made. Call it in a transaction.
 * @throws AppError `invalid` for a response that is not valid, `conflict` for too many passkeys or a known one
 */
export async function addPasskey(
  { db, now, config }: AccountsApp,
  userId: string,
  { name, response, challenge }: { name: string; response: RegistrationResponse; challenge: string },
): Promise<Passkey> {
  const made = await verifyRegistration(config, response, challenge);
  // Prevents two simultaneous calls from both taking the last place.
  await lockAccount({ db }, userId);
  if ((await db.$count(passkeys, eq(passkeys.userId, userId))) >= passkeysAtMost)
    throw new AppError('conflict', `You have ${passkeysAtMost} passkeys. Please remove one first.`);
  const [row] = await db
    .insert(passkeys)
    .values({
      userId,
      credentialId: made.id,
      publicKey: made.publicKey,
      counter: made.counter,
      transports: response.response.transports ?? [],
      name,
      createdAt: now(),
    })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  if (!row) throw new AppError('conflict', 'This passkey has been added already.');
  return shownPasskey(row);
}

/** @throws AppError `not_found` for a passkey that is not the reader's */
export async function renamePasskey(
  { db }: Pick<AccountsApp, 'db'>,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = isUuid(id)
    ? await db.update(passkeys).set({ name }).where(own(userId, id)).returning()
    : [];
  if (!renamed.length) throw unknown();
}

/**
 * Removes a passkey.
 * @returns its name
 * @throws AppError `not_found` for a passkey that is not the reader's
 */
export async function removePasskey(
  { db }: Pick<AccountsApp, 'db'>,
  userId: string,
  id: string,
): Promise<string> {
  const [removed] = isUuid(id) ? await db.delete(passkeys).where(own(userId, id)).returning() : [];
  if (!removed) throw unknown();
  return removed.name;
}

/**
 * The account whose passkey has signed the challenge. Records the use.
 * @param userId if given, the passkey must belong to this account
 * @throws AppError `invalid` for an unknown passkey or a response that is not valid
 */
export async function acceptPasskey(
  { db, now, config }: AccountsApp,
  response: AuthenticationResponse,
  { challenge, userId }: { challenge: string; userId: string | null },
): Promise<string> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id));
  if (!row || (userId !== null && row.userId !== userId))
    throw new AppError('invalid', 'This passkey is not known here. Please use another one.');
  const counter = await verifyAuthentication(config, response, { challenge, passkey: row });
  await db.update(passkeys).set({ counter, lastUsedAt: now() }).where(eq(passkeys.id, row.id));
  return row.userId;
}

const own = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));
const unknown = () => new AppError('not_found', 'This passkey does not exist.');
