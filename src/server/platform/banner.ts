import { eq } from 'drizzle-orm';
import { installation } from './db/schema.ts';
import type { Platform } from './platform.ts';

/** The banner that readers see above their pages; null without one. */
export async function bannerOf({ db }: Pick<Platform, 'db'>): Promise<string | null> {
  const [banner] = await db.select().from(installation).where(eq(installation.name, 'banner'));
  return banner?.value ?? null;
}

/** Replaces the banner; an empty text removes it. */
export async function setBanner({ db, now }: Pick<Platform, 'db' | 'now'>, text: string): Promise<void> {
  if (!text) return void (await db.delete(installation).where(eq(installation.name, 'banner')));
  const row = { value: text, updatedAt: now() };
  await db
    .insert(installation)
    .values({ name: 'banner', ...row })
    .onConflictDoUpdate({ target: installation.name, set: row });
}
