import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { AppError } from '#shared/contract/errors.ts';
import { errorFields, type Log } from '../runtime/log.ts';
import type { Db } from './types.ts';

/** How long a call waits for the database to come back before it is answered. */
const patienceMs = 2000;
/** While it is away, it is asked this often, however many calls wait. */
const askEveryMs = 250;
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

/** A standby and a full disk refuse writes alone. */
const refusesWrites = /^(25006|53100)$/;

/** Classes of what the driver, Drizzle and the queue throw. The server's own errors have a severity, whatever their class. */
const ofDatabase = new Set(['Error', 'AggregateError', 'DrizzleQueryError', 'Object']);

/** Whether a statement failed because the database is away: not reached, starting, stopping, read-only or full. */
export function isOutage(error: unknown): boolean {
  // A refusal of ours, a failed fetch, or a source's broken connection has another class, and may have the same codes.
  const [first] = causesOf(error);
  if (!first || !('severity' in first || ofDatabase.has(first.constructor?.name))) return false;
  const isAway = (one: Cause) => unreachable.has(codeOf(one)) || takesNoWork.test(codeOf(one));
  return causesOf(error).some((one) => isAway(one) || driverSays.test(String(one.message)));
}

type Cause = { code?: unknown; message?: unknown; cause?: unknown };

const codeOf = ({ code }: Cause): string => String(code ?? '');

/** The error and what caused it, five steps at most. The queue's errors are plain objects. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (
    let one = error;
    typeof one === 'object' && one !== null && causes.length < 5;
    one = (one as Cause).cause
  )
    causes.push(one);
  return causes;
}

const backSoon = () =>
  new AppError('unavailable', 'We are back in a moment. Please try again.', { outage: true, retryAfter });

/** A write whose answer was lost may have been done or not. One that was refused was not. */
const maybeDone = () =>
  new AppError(
    'unavailable',
    'We lost touch with our database for a moment. This may have been done: please look before you try again.',
    { outage: true, mayBeDone: true, retryAfter },
  );

export type Outage = ReturnType<typeof openOutage>;

/** Knows whether the database is away. The log says it once when that begins and once when it ends. */
export function openOutage({ db, log }: { db: Db; log: Log }) {
  let since: number | null = null;
  let answersReads = false;
  let met = 0;
  let ended = Promise.resolve();

  function begins(error: unknown): void {
    met++;
    answersReads = causesOf(error).some((one) => refusesWrites.test(codeOf(one)));
    if (since !== null) return;
    since = performance.now();
    log.error({ err: errorFields(error) }, 'the database is away: calls are answered with 503');
    ended = wait();
  }

  async function wait(): Promise<void> {
    while (!(await takesWrites())) await delay(askEveryMs, undefined, { ref: false });
    log.warn({ seconds: Math.round((performance.now() - since!) / 1000), met }, 'the database is back');
    since = null;
    answersReads = false;
    met = 0;
  }

  async function takesWrites(): Promise<boolean> {
    try {
      // A standby and a full disk answer questions; only a write tells.
      await db.execute(sql`insert into system_state (name, at) values ('probe', now())
        on conflict (name) do update set at = excluded.at`);
      return true;
    } catch (error) {
      return !isOutage(error);
    }
  }

  async function isOver(until = performance.now() + patienceMs): Promise<void> {
    if (since === null) return;
    await Promise.race([ended, delay(Math.max(0, until - performance.now()), undefined, { ref: false })]);
    if (since !== null) throw backSoon();
  }

  return {
    /**
     * Returns at once unless the database was away; then waits until it takes writes again, two seconds at most.
     * @throws AppError `unavailable` if it is still away: nothing was done
     */
    isOver: () => isOver(),
    /**
     * Runs a read, which may be repeated, again while the database is away, two seconds at most.
     * @throws AppError `unavailable` if it is still away; else what `read` throws
     */
    async patiently<T>(read: () => Promise<T>): Promise<T> {
      const until = performance.now() + patienceMs;
      for (;;) {
        if (!answersReads) await isOver(until);
        try {
          return await read();
        } catch (error) {
          if (!isOutage(error)) throw error;
          begins(error);
          if (performance.now() >= until) throw backSoon();
        }
        await isOver(until);
      }
    },
    /**
     * What to tell a caller about an error: that the database is away; the error itself if that is not the reason.
     * @param mayBeDone whether the call may have written, unless the database says that it refused
     */
    explained(error: unknown, mayBeDone: boolean): unknown {
      if (!isOutage(error)) return error;
      begins(error);
      // `answersReads` says that the statement was refused, not lost: it did nothing.
      return mayBeDone && !answersReads ? maybeDone() : backSoon();
    },
  };
}
