import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { oneTimeCodes } from '#platform/db/schema.ts';
import { errorFields } from '#platform/runtime/log.ts';
import { seal, unseal } from '#platform/seal.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeBefore } from '#shared/values/time.ts';
import type { AccountsApp } from '../app.ts';

/** RFC 6238's default, which every app supports. */
const period = 30;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
/** The codes of the half minutes before and after are valid too, because clocks differ and typing takes time. */
const window = 1;
/** Time to set up the app. */
const setupMs = 30 * minuteMs;

type Holder = { id: string; email: string };

/** Since when sign-in asks for codes; null while it does not. */
export async function codesSince({ db }: Pick<AccountsApp, 'db'>, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ confirmedAt: oneTimeCodes.confirmedAt })
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.userId, userId));
  return row?.confirmedAt ?? null;
}

/**
 * A new secret for the reader's app. It takes effect when `confirmCodes` gets a code of it. Replaces an earlier
 * unconfirmed one.
 * @throws AppError `conflict` while codes are on
 */
export async function beginCodes(
  { db, now, secret: key }: AccountsApp,
  holder: Holder,
): Promise<{ secret: string; address: string }> {
  const secret = new Secret({ size: secretBytes });
  const row = {
    sealedSecret: seal(key, 'one-time codes', { userId: holder.id, secret: secret.base32 }),
    lastStep: 0,
    createdAt: now(),
  };
  const kept = await db
    .insert(oneTimeCodes)
    .values({ userId: holder.id, ...row })
    .onConflictDoUpdate({ target: oneTimeCodes.userId, set: row, setWhere: isNull(oneTimeCodes.confirmedAt) })
    .returning({ userId: oneTimeCodes.userId });
  if (!kept.length)
    throw new AppError('conflict', 'Codes are already on. Turn them off first to set up another app.');
  return { secret: secret.base32, address: generator(secret.base32, holder.email).toString() };
}

/**
 * Turns codes on, given the app's first code. Call it in a transaction.
 * @throws AppError `invalid` for a wrong code, or if the set-up took too long; `conflict` if another secret was confirmed
 */
export async function confirmCodes(app: AccountsApp, userId: string, code: string): Promise<void> {
  const { db, now } = app;
  const [row] = await db.select().from(oneTimeCodes).where(eq(oneTimeCodes.userId, userId));
  if (!row || row.confirmedAt || row.createdAt < timeBefore(now(), setupMs))
    throw new AppError('invalid', 'This took too long. Please begin again with a new code to scan.');
  const step = stepOf(app, row, code);
  if (step === null)
    throw new AppError(
      'invalid',
      'This code is not right. Please check that your phone shows the right time.',
      {
        fields: { code: 'This code is not right. Please check that your phone shows the right time.' },
      },
    );
  // Confirms exactly the secret that the code belongs to, and only once.
  const confirmed = await db
    .update(oneTimeCodes)
    .set({ confirmedAt: now(), lastStep: step })
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.sealedSecret, row.sealedSecret),
        isNull(oneTimeCodes.confirmedAt),
      ),
    )
    .returning({ userId: oneTimeCodes.userId });
  if (!confirmed.length) throw new AppError('conflict', 'Codes were set up somewhere else at the same time.');
}

/** Deletes the app's secret. Idempotent; returns whether codes were on. */
export async function removeCodes({ db }: Pick<AccountsApp, 'db'>, userId: string): Promise<boolean> {
  const removed = await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId)).returning();
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Whether this is an unused code of the reader's app. Uses it up. */
export async function spendCode(app: AccountsApp, userId: string, code: string): Promise<boolean> {
  const { db } = app;
  const ofReader = and(eq(oneTimeCodes.userId, userId), isNotNull(oneTimeCodes.confirmedAt));
  const [row] = await db.select().from(oneTimeCodes).where(ofReader);
  const step = row ? stepOf(app, row, code) : null;
  if (step === null) return false;
  // A single statement, so that the second of two calls with the same code finds it used.
  const used = await db
    .update(oneTimeCodes)
    .set({ lastStep: step })
    .where(and(ofReader, lt(oneTimeCodes.lastStep, step)))
    .returning({ userId: oneTimeCodes.userId });
  return used.length > 0;
}

/** The half minute of a code, counted from 1970; null if no near one has this code. */
function stepOf(
  { now, log, secret: key }: Pick<AccountsApp, 'now' | 'log' | 'secret'>,
  { userId, sealedSecret }: { userId: string; sealedSecret: string },
  code: string,
): number | null {
  const token = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const secret = openSecret(key, userId, sealedSecret);
  if (!secret) {
    log.warn(
      { user: userId, err: errorFields(new Error('sealed with another SESSION_SECRET')) },
      'one-time codes cannot be checked',
    );
    return null;
  }
  const timestamp = now().getTime();
  const delta = generator(secret, '').validate({ token, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** Null if it was encrypted with another SESSION_SECRET, or for another account. */
function openSecret(key: string, userId: string, sealed: string): string | null {
  try {
    const opened = unseal(key, 'one-time codes', sealed) as { userId: string; secret: string };
    return opened.userId === userId ? opened.secret : null;
  } catch {
    return null;
  }
}

const generator = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Litwatch', label, secret, algorithm: 'SHA1', digits: 6, period });
