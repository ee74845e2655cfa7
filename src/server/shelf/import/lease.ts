import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { shelfImports } from '#platform/db/schema.ts';
import { claimed, leasesOn } from '#platform/lease.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { minuteMs } from '#shared/values/time.ts';
import type { ShelfApp } from '../app.ts';

/** A worker without a heartbeat for two minutes counts as dead, and another continues its work. */
export const importLeases = leasesOn({
  table: shelfImports,
  id: shelfImports.id,
  token: shelfImports.claimedBy,
  heartbeatAt: shelfImports.claimedAt,
  expiresAfterMs: 2 * minuteMs,
});

export type ImportRow = typeof shelfImports.$inferSelect;

/** Leases an import that is due; null if it is finished, waiting, or leased by another worker. */
export async function leaseImport(
  { db, now }: Pick<ShelfApp, 'db' | 'now'>,
  importId: string,
): Promise<{ row: ImportRow; token: string } | null> {
  const token = randomUUID();
  const [row] = await db
    .update(shelfImports)
    .set(claimed(now(), token))
    .where(and(eq(shelfImports.id, importId), isDue(now())))
    .returning();
  return row ? { row, token } : null;
}

const isDue = (at: Date) =>
  and(
    isNull(shelfImports.finishedAt),
    or(isNull(shelfImports.waitsUntil), lte(shelfImports.waitsUntil, at)),
    importLeases.isExpired(at),
  );

/** Enqueues every import that is due and not leased: its job was lost, its worker died, or it has waited long enough. */
export async function planImports(app: Pick<ShelfApp, 'db' | 'now' | 'send'>): Promise<void> {
  const rows = await app.db
    .select({ id: shelfImports.id })
    .from(shelfImports)
    .where(isDue(app.now()))
    .limit(50);
  for (const { id } of rows) await enqueue(app, 'import-papers', { importId: id }, { key: id });
}
