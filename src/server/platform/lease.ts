import { type AnyColumn, and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { timeBefore } from '#shared/values/time.ts';
import type { Platform } from './platform.ts';

/** A row leased by one run. Only the run whose token is in the row may write its outcome. */
export type Lease = { id: string | number; token: string | number };

/** The lease was taken over, or the row was changed meanwhile. The result of this run must be discarded. */
export class LeaseLost extends Error {}

/** The columns of a released row. A release is written together with the row's new status. */
export const released = { claimedAt: null, claimedBy: null };

/** The columns of a leased row. */
export const claimed = (at: Date, token: string) => ({ claimedAt: at, claimedBy: token });

interface LeaseColumns {
  id: AnyColumn;
  /** The column of the token; the id itself if a new claim gives the row a new id. */
  claimedBy: AnyColumn;
  /** The column of the last heartbeat. */
  claimedAt: AnyColumn;
}

/**
 * Leases on the rows of one table. A process that works on a row writes a token and renews `claimedAt`. If the
 * heartbeat has stopped, another process may claim the row and write its own token. The table's owner defines how a row
 * is claimed, because the conditions differ; it must be one conditional update.
 * @param expiresAfterMs without a heartbeat for this long a row counts as abandoned
 */
export function leasesOn({ id, claimedBy, claimedAt }: LeaseColumns, expiresAfterMs: number) {
  /** Renews the lease. False once it was taken over. */
  async function heartbeat({ db, now }: Pick<Platform, 'db' | 'now'>, lease: Lease): Promise<boolean> {
    const { rows } = await db.execute(
      sql`update ${id.table} set ${sql.identifier(claimedAt.name)} = ${now().toISOString()}::timestamptz
        where ${isHeldBy(lease)} returning 1`,
    );
    return rows.length > 0;
  }

  const isHeldBy = (lease: Lease): SQL | undefined => and(eq(id, lease.id), eq(claimedBy, lease.token));

  return {
    expiresAfterMs,

    /** The condition under which this run may still write the row. */
    isHeldBy,

    /** The condition under which another run may claim a row: its heartbeat has stopped. */
    isExpired: (at: Date): SQL | undefined =>
      or(isNull(claimedAt), lt(claimedAt, timeBefore(at, expiresAfterMs))),

    /** The same check for a row that was read. */
    isAlive: (heartbeat: Date, at: Date): boolean => at.getTime() - heartbeat.getTime() < expiresAfterMs,

    /**
     * Runs `work` and renews the lease four times within its term. Aborts the signal with `LeaseLost` if another run has
     * taken over. A heartbeat that fails to run is logged and does not by itself lose the lease.
     */
    async withHeartbeat<T>(
      app: Pick<Platform, 'db' | 'now' | 'log'>,
      lease: Lease,
      work: (lost: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const lost = new AbortController();
      const timer = setInterval(() => {
        heartbeat(app, lease).then(
          (held) => held || lost.abort(new LeaseLost('the lease was taken over')),
          (error: unknown) => app.log.warn({ err: error }, 'a lease could not be renewed'),
        );
      }, expiresAfterMs / 4);
      timer.unref();
      try {
        return await work(lost.signal);
      } finally {
        clearInterval(timer);
      }
    },
  };
}
