import type { Models } from './ai/model.ts';
import type { Cards } from './billing/cards.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/send.ts';
import type { Send, SendAll } from './queues.ts';
import type { Window } from './ranking/window.ts';
import type { Sources } from './sources/source.ts';

/** What the parts of the server work with. Functions destructure what they use: the signature is the list. */
export interface App {
  config: Config;
  db: Db;
  log: Log;
  /** The clock: everything that depends on time takes it from here or as an argument. */
  now: () => Date;
  /** Call it through `enqueue(app, …)`, which writes the job by the handle in `app.db`. */
  send: Send;
  sendAll: SendAll;
  mailer: Mailer;
  sources: Sources;
  window: Window;
  models: Models;
  /** The payment provider; null where payments are not set up. */
  cards: Cards | null;
  /** Signs links; at least 32 characters. */
  secret: string;
  /** How often what may be done, where it differs from the table of `limits.ts`. */
  limits?: Partial<Limits>;
}

/**
 * Runs `work` in one database transaction and hands it an `app` that shadows the outer one:
 * rows and jobs written through it commit or roll back together.
 * Keep it short: the embedded engine has one connection.
 */
export const transaction = <A extends Pick<App, 'db'>, T>(app: A, work: (app: A) => Promise<T>): Promise<T> =>
  app.db.transaction((tx) => work({ ...app, db: tx as unknown as Db }));
