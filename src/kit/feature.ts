import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Db } from '#platform/db/open.ts';
import type { Route } from '#platform/http/route.ts';
import type { Platform } from '#platform/platform.ts';
import type { Signals } from '#platform/queue/pgBoss.ts';
import type { Payloads, QueueName, RetryPolicy } from '#platform/queue/queues.ts';
import type { Config, Settings } from '#platform/runtime/config.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';

/**
 * All services of a running server. The module that opens a service adds its member:
 * `declare module '#kit/feature.ts' { interface App { index: LiveIndex } }`.
 */
export interface App extends Platform {
  /** What this server can do, in the order of the lists. */
  features: readonly Feature[];
}

/** Does a queue's jobs. */
type Work<Q extends QueueName> = (app: App, payload: Payloads[Q], signals: Signals) => Promise<unknown>;

/**
 * The server's half of a feature: everything by which it takes part in the product. The core asks all features through
 * `app.features`, and imports none.
 */
export interface Feature {
  name: string;
  /** Features without which this one cannot be. */
  needs?: readonly Feature[];
  /** Its contracts, as the API page lists them. */
  contract?: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
  /** Its tables, which it alone writes. */
  tables?: readonly PgTable[];
  settings?: Settings;
  routes?: readonly Route<App>[];
  /** Its queues: their retry policies, and who does the work. */
  queues?: { readonly [Q in QueueName]?: RetryPolicy & { work: Work<Q> } };
  /** Enqueues what is due. Every 20 seconds, by one process; safe to repeat. */
  sweep?: (app: App) => Promise<unknown>;
  /** Deletes what is past its time. Every night; safe to repeat. */
  tidy?: (app: App) => Promise<unknown>;
  /** Releases what a killed process held. Only at the start on an embedded database, which one process owns. */
  release?: (app: App) => Promise<unknown>;
  /**
   * Moves its rows from absorbed works to those that stay. In the transaction of the merge, before the absorbed rows are
   * deleted.
   * @param pairs for a `from` or `join`: a table `j` of `kept` and `absorbed`
   */
  onPapersMerged?: (db: Db, pairs: SQL) => Promise<unknown>;
  /** What pages have to know of it before anybody signs in, as its `web/` reads it from `Site.features`. */
  site?: (config: Config) => unknown;
  /** A way in which readers prove again who they are, besides the password, and whether this reader has it. */
  proofWay?: { name: string; has: (app: App, userId: string) => Promise<boolean> };
  /** What it gives access to without the password. */
  access?: {
    /** In words for the mail about a new password, such as `the API token “Notebook”`; empty without any. */
    list: (app: App, userId: string) => Promise<string[]>;
    /** Ends what was set up until then. In a transaction; returns how much. */
    end: (app: App, userId: string, until: Date) => Promise<number>;
  };
  /** What it stores about a reader, for the download of all data: its fields there. */
  exported?: Readonly<
    Record<string, { shape: z.ZodType; read: (app: App, userId: string) => Promise<unknown> }>
  >;
  /** What its settings turn on or off, in sentences for `--check`. */
  abilities?: (config: Config) => readonly { isOn: boolean; what: string }[];
  /** Security events that it records, each with the words that the reader sees. */
  events?: Readonly<Record<string, string>>;
}

/** Declares a feature. */
export const feature = (made: Feature): Feature => made;
