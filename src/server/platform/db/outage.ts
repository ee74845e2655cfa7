import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { AppError } from '#shared/contract/errors.ts';
import { errorFields, type Log } from '../runtime/log.ts';
import type { Db } from './types.ts';

/** How long a call waits for the database to come back before it is answered. */
const patienceMs = 2000;
/** While it is away, it is asked this often, however many calls wait. */
const askEveryMs = 100;
/** Seconds after which a caller may try again. */
const retryAfter = 3;

/** Node's codes of a server that cannot be reached. */
const unreachable = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' '),
);

/**
 * PostgreSQL's codes of a server that takes no work now (https://www.postgresql.org/docs/15/errcodes-appendix.html):
 * class 08 (connection; PgBouncer uses it while it has no server), 57P01 to 57P05 (shutting down, starting, dropped),
 * 25006 (a standby), 53100 (disk full), 53300 (no connection left).
 */
const takesNoWork = /^(08\w{3}|57P0[1-5]|25006|53100|53300)$/;

/** What the driver says without a code. */
const driverSays =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** Whether a statement failed because the database is away: not reached, starting, stopping, read-only or full. */
export function isOutage(error: unknown): boolean {
  // A failed fetch has the same codes, and is about somebody else.
  if (error instanceof AppError || error instanceof TypeError) return false;
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && (unreachable.has(code) || takesNoWork.test(code))) return true;
    if (driverSays.test(one.message)) return true;
  }
  return false;
}

const backSoon = () =>
  new AppError('unavailable', 'We are back in a moment. Please try again.', { outage: true, retryAfter });

/** A write whose answer was lost may have been done or not. */
const maybeDone = () =>
  new AppError(
    'unavailable',
    'We lost touch with our database for a moment. This may have been done: please look before you try again.',
    { outage: true, retryAfter },
  );

export interface Outage {
  /**
   * Returns at once unless the database was away when it was last used; then waits for it, two seconds at most.
   * @throws AppError `unavailable` if it is still away: nothing was done
   */
  isOver(): Promise<void>;
  /**
   * Runs a read, which may be repeated, again while the database is away, two seconds at most.
   * @throws AppError `unavailable` if it is still away; else what `read` throws
   */
  patiently<T>(read: () => Promise<T>): Promise<T>;
  /**
   * What to tell a caller about an error: that the database is away; the error itself if that is not the reason.
   * @param mayBeDone whether the call may have written before
   */
  explained(error: unknown, mayBeDone: boolean): unknown;
}

/** Knows whether the database is away, and says so in the log once when that begins and once when it ends. */
export function openOutage({ db, log }: { db: Db; log: Log }): Outage {
  let since: number | null = null;
  let refused = 0;
  let looking: Promise<boolean> | null = null;

  function begins(error: unknown): void {
    refused++;
    if (since !== null) return;
    since = performance.now();
    log.error({ err: errorFields(error) }, 'the database is away: calls are answered with 503');
  }

  async function look(): Promise<boolean> {
    try {
      // A standby answers questions, so ask for what only a primary does.
      const { rows } = await db.execute<{ on: string }>(sql`show transaction_read_only`);
      if (Object.values(rows[0] ?? {})[0] === 'on') return false;
    } catch (error) {
      if (isOutage(error)) return false;
    }
    if (since !== null) {
      const seconds = Math.round((performance.now() - since) / 1000);
      log.warn({ seconds, refused }, 'the database is back');
    }
    since = null;
    refused = 0;
    return true;
  }

  const isBack = (): Promise<boolean> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  async function isOver(until = performance.now() + patienceMs): Promise<void> {
    while (since !== null) {
      const late = delay(Math.max(0, until - performance.now()), false, { ref: false });
      if (await Promise.race([isBack(), late])) return;
      if (performance.now() >= until) throw backSoon();
      await delay(askEveryMs);
    }
  }

  return {
    isOver: () => isOver(),
    async patiently(read) {
      const until = performance.now() + patienceMs;
      for (;;) {
        await isOver(until);
        try {
          return await read();
        } catch (error) {
          if (!isOutage(error)) throw error;
          begins(error);
          if (performance.now() >= until) throw backSoon();
        }
      }
    },
    explained(error, mayBeDone) {
      if (!isOutage(error)) return error;
      begins(error);
      return mayBeDone ? maybeDone() : backSoon();
    },
  };
}
