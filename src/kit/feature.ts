import { and, eq, lte, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Db } from '#platform/db/open.ts';
import type { networkReader } from '#platform/http/clientNetwork.ts';
import type { Reader, Route } from '#platform/http/route.ts';
import type { Platform } from '#platform/platform.ts';
import type { QueueDepth, Signals } from '#platform/queue/pgBoss.ts';
import type { Payloads, Policies, QueueName } from '#platform/queue/queues.ts';
import type { Config, Settings } from '#platform/runtime/config.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { Belongs } from '#shared/papers/paper.ts';
import type { Page } from '#shared/site/pages.ts';

/** All services of a server. Who opens one adds it: `declare module '#kit/feature.ts' { interface App { index: LiveIndex } }`. */
export interface App extends Platform {
  /** The rooms of the core and the features, in the order of their lists. */
  features: readonly Feature[];
  /** The jobs that wait and run, by queue. */
  depth: () => Promise<QueueDepth[]>;
}

type NetworkOf = ReturnType<typeof networkReader>;

/** `kind` is null for a topic of words. */
type Topic = { id: string; kind: string | null };

export type FileLink = { label: string; href: string };

/** An account that is being deleted. */
export type Removed = { id: string; email: string; stripeCustomerId: string | null };

/** What is known of a request besides itself. */
export interface Asked {
  network: string;
  /** Whether the endpoint can be called with an API token. */
  allowApiToken: boolean;
  /** Whether the request's own connection, not what it claims, comes from a trusted proxy. */
  isFromProxy: (http: Context) => boolean;
}

/** Does a queue's jobs. */
type Work<Q extends QueueName> = (app: App, payload: Payloads[Q], signals: Signals) => Promise<unknown>;

/** What is done in the background. All of it is safe to repeat, at any time. */
export interface Jobs {
  /** Does the jobs of its queues. */
  work?: { readonly [Q in QueueName]?: Work<Q> };
  /** When a queue gets a job by the clock: cron's five fields, in UTC. */
  every?: { readonly [Q in QueueName]?: string };
  /** Enqueues what is due. Every 20 seconds, in one process; an error of one sweep does not stop the others. */
  sweep?: (app: App) => Promise<unknown>;
  /** Deletes what is past its time. Every night. */
  tidy?: (app: App) => Promise<unknown>;
  /** Enqueues what each start of a worker begins with. */
  onStart?: (app: App) => Promise<unknown>;
}

/** What a feature adds to a topic's digest. */
export interface Followed {
  /** In the order of a followed thing's digest; `belongs` says why a work is among them. */
  works: readonly { id: number; belongs?: Belongs }[];
  /** What was read for them, and how many days back that reaches. */
  coverage: readonly Coverage[];
  days: number;
}

/** The server's half of a feature: all by which it takes part. The core asks features through `app.features` alone. */
export interface Feature {
  name: string;
  /** Features without which this one cannot be. */
  needs?: readonly Feature[];
  /** Its contracts, as the API page lists them. */
  contract?: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
  /** Events that it posts to addresses of readers, for the API page. */
  webhooks?: Readonly<Record<string, z.ZodType>>;
  /** Its tables, which it alone writes. */
  tables?: readonly PgTable[];
  /** Its pages, as the server answers them; `web.ts` has their screens. */
  pages?: readonly Page[];
  settings?: Settings;
  routes?: readonly Route<App>[];
  /** Whether its routes are served; they are if this is left out. */
  isServed?: (config: Config) => boolean;
  /** What it serves besides the calls of its contract, by path. `networkOf` gives the client's network for rate limits. */
  mounts?: (app: App, networkOf: NetworkOf) => Record<string, Hono>;
  /** Its queues, with their retry policies. */
  queues?: Policies;
  /** What its workers do. Loaded by a process that works, so that one that only serves pages does without. */
  jobs?: () => Promise<Jobs>;
  /** Enqueues what to do next when a harvest has brought new papers. */
  onHarvested?: (app: App) => Promise<unknown>;
  /**
   * Works that it adds to a topic: candidates for one of words, the whole digest for a kind of its own. Null if it knows
   * nothing of the topic. `since` is null for a first digest. A failure of a service is told by `coverage`, not thrown.
   */
  followed?: (app: App, topic: Topic, since: Date | null) => Promise<Followed | null>;
  /** Hears of works that were read with their lists of references, as DOIs. Safe to repeat. */
  onReferences?: (app: App, works: readonly { paperId: number; references: string[] }[]) => Promise<unknown>;
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
  /**
   * Whom a request names in a way of its own, such as by a token: a reader, or null for nobody. Undefined where it says
   * nothing in that way: then the next feature is asked, and the session at last.
   */
  whoCalls?: (app: App, http: Context, asked: Asked) => Promise<Reader | null | undefined>;
  /** Where a browser goes to end a sign-in elsewhere, by how the session here began; null if there is nothing to end. */
  onSignOut?: (app: App, via: string | null) => Promise<string | null>;
  /** A way in which readers prove again who they are, besides the password, and whether this reader has it. */
  proofWay?: { name: string; has: (app: App, userId: string) => Promise<boolean> };
  /** Links that admit people to a server which takes new accounts by invitation. */
  admits?: {
    /** What the link's token admits by; null if it admits nobody, or nobody any more. */
    open: (app: App, token: string) => Promise<{ id: string } | null>;
    /** Uses it up, in the transaction that opens the account; false if that cannot be done any more. */
    take: (app: App, id: string) => Promise<boolean>;
  };
  /** Removes what a cascade does not, before an account's row is deleted. In that transaction. */
  onReaderRemoved?: (app: App, user: Removed) => Promise<unknown>;
  /** What it gives access to without the password. */
  access?: {
    /** In words for the mail about a new password, such as `the API token “Notebook”`; empty without any. */
    list: (app: App, userId: string) => Promise<string[]>;
    /** Ends what was set up until then. In a transaction; returns how much. */
    end: (app: App, userId: string, until: Date) => Promise<number>;
    /** Whether a new password by a mailed link ends it too, without asking. */
    endsAtReset?: boolean;
  };
  /** What it stores about a reader, for the download of all data: its fields there. */
  exported?: Readonly<
    Record<string, { shape: z.ZodType; read: (app: App, userId: string) => Promise<unknown> }>
  >;
  /** Files with the papers of a digest, to which its mail links. */
  digestFiles?: (app: App, digestId: string) => readonly FileLink[];
  /** What its settings turn on or off, in sentences for `--check`. */
  abilities?: (config: Config) => readonly { isOn: boolean; what: string }[];
  /** Security events that it records, each with the words that the reader sees. */
  events?: Readonly<Record<string, string>>;
}

/** Declares a feature, or a room of the core, which takes part in the same way. */
export const feature = (made: Feature): Feature => made;

/** For `access.end`: deletes the reader's rows of a table that were made until then; returns how many. Idempotent. */
export const endsRowsOf =
  (table: PgTable & Record<'userId' | 'createdAt', AnyPgColumn>) =>
  async ({ db }: App, userId: string, until: Date): Promise<number> => {
    const mine = and(eq(table.userId, userId), lte(table.createdAt, until));
    return (await db.delete(table).where(mine).returning({ userId: table.userId })).length;
  };
