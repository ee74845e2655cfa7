import { desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { auditLog, users } from './db/schema.ts';
import { roughNetwork } from './http/clientNetwork.ts';
import type { Platform } from './platform.ts';

/** Days for which an entry is kept. */
const keptDays = 365;

/** An act of an administrator, or one that makes somebody one. Never contains a link, a code or a password. */
export interface Act {
  /** The account that acted; null for a command on the server. */
  actor: string | null;
  /** A few words, such as `reader suspended`. */
  action: string;
  /** The account concerned, if any. */
  subject?: string | null;
  /** Further details, without secrets. */
  detail?: string;
  /** Stored coarsely; null for a command on the server. */
  network: string | null;
}

/** Records an act. Call it in the transaction of the act, so that neither exists without the other. */
export async function recordAct(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { actor, action, subject = null, detail = '', network }: Act,
): Promise<void> {
  const row = { at: now(), actorId: actor, action, subjectId: subject, detail };
  await db.insert(auditLog).values({ ...row, network: network && roughNetwork(network) });
}

/** The newest acts, with the addresses of the accounts that still exist. */
export async function recentActs({ db }: Pick<Platform, 'db'>, limit: number) {
  const actors = alias(users, 'actors');
  const subjects = alias(users, 'subjects');
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actor: actors.email,
      action: auditLog.action,
      subject: subjects.email,
      detail: auditLog.detail,
      network: auditLog.network,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .leftJoin(subjects, eq(subjects.id, auditLog.subjectId))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/** Deletes entries older than a year. Idempotent. */
export async function removeOldActs({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  await db.delete(auditLog).where(lt(auditLog.at, timeBefore(now(), keptDays * dayMs)));
}
