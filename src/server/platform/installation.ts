import { and, eq } from 'drizzle-orm';
import { installation, systemState } from './db/schema.ts';
import type { Platform } from './platform.ts';

type Kept = (typeof installation.$inferSelect)['name'];

/** What the installation keeps under a name; null without it. */
export async function keptValue({ db }: Pick<Platform, 'db'>, name: Kept): Promise<string | null> {
  const [kept] = await db.select().from(installation).where(eq(installation.name, name));
  return kept?.value ?? null;
}

/** Keeps a value under a name, in place of an earlier one. */
export async function keepValue({ db, now }: Pick<Platform, 'db' | 'now'>, name: Kept, value: string) {
  const row = { value, updatedAt: now() };
  await db
    .insert(installation)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: installation.name, set: row });
}

/** Takes a value out, so that it can be taken once. @returns whether it was there */
export async function takeValue({ db }: Pick<Platform, 'db'>, name: Kept, value?: string): Promise<boolean> {
  const isValue = value === undefined ? undefined : eq(installation.value, value);
  const its = and(eq(installation.name, name), isValue);
  return (await db.delete(installation).where(its).returning({ name: installation.name })).length > 0;
}

/** Stores a time that other processes read. */
export async function recordMoment(
  db: Platform['db'],
  name: (typeof systemState.$inferSelect)['name'],
  moment: { at: Date; detail?: string },
): Promise<void> {
  await db
    .insert(systemState)
    .values({ name, ...moment })
    .onConflictDoUpdate({ target: systemState.name, set: moment });
}
