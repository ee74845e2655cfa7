import { sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { minuteMs } from '#shared/values/time.ts';

declare module '#kit/feature.ts' {
  interface App {
    /** The clock of the database, which all processes share. */
    databaseTime: () => Promise<Date>;
  }
}

/** Reads the database's clock. */
export async function readDatabaseTime(db: App['db']): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  return new Date(Number(rows[0]!.ms));
}

/** Above this, leases and due times that one process writes mislead the others. */
const toleratedMs = minuteMs;

export interface ClockCheck {
  isRight: boolean;
  /** For the operator. */
  sentence: string;
}

/**
 * Compares the clock of this process with the database's. All times that processes share are compared with the database's
 * time to within a minute, because a process whose clock is not right plans nothing and is not ready.
 */
export async function checkClock({
  now,
  databaseTime,
}: Pick<App, 'now' | 'databaseTime'>): Promise<ClockCheck> {
  const asked = now().getTime();
  const there = (await databaseTime()).getTime();
  return judgeSkew(there - (asked + now().getTime()) / 2);
}

/** @param skewMs the database's clock minus ours */
export const judgeSkew = (skewMs: number): ClockCheck => ({
  isRight: Math.abs(skewMs) <= toleratedMs,
  sentence: `${(Math.abs(skewMs) / 1000).toFixed(1)} s from the database's clock.`,
});
