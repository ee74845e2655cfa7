import { is } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import pRetry from 'p-retry';
import type { Db } from './db/open.ts';
import { wasDeadlocked } from './db/serverErrors.ts';
import type { Send, SendAll } from './queue/queues.ts';
import type { Limits } from './rateLimits.ts';
import type { Config } from './runtime/config.ts';
import type { Log } from './runtime/log.ts';

/** What all code of the server gets. Functions destructure what they use, so their signature lists it. */
export interface Platform {
  config: Config;
  db: Db;
  log: Log;
  /** The clock. All code that depends on time takes it from here or as an argument. */
  now: () => Date;
  /** Call it through `enqueue(app, …)`, which adds the job in the transaction of `app.db`. */
  send: Send;
  sendAll: SendAll;
  /** Signs links; at least 32 characters. */
  secret: string;
  /** Limits that differ from the table in `rateLimits.ts`. */
  limits?: Partial<Limits>;
}

/**
 * Runs `work` in one database transaction and hands it an `app` that shadows the outer one: rows and jobs written
 * through it commit or roll back together. Keep it short: the embedded engine has one connection.
 *
 * `work` is repeated up to three times if the server rolled it back for a deadlock, because closing an account deletes rows
 * that other calls have locked while they wait for the account. So it must change nothing but the database.
 */
export const transaction = <A extends Pick<Platform, 'db'>, T>(
  app: A,
  work: (app: A) => Promise<T>,
): Promise<T> => {
  const once = () => app.db.transaction((tx) => work({ ...app, db: tx as unknown as Db }));
  // Inside another transaction, that one was rolled back as a whole.
  if (is(app.db, PgTransaction)) return once();
  const again = ({ error }: { error: Error }) => wasDeadlocked(error);
  return pRetry(once, { retries: 3, minTimeout: 20, randomize: true, shouldRetry: again });
};
