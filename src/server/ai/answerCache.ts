import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import type { z } from 'zod';
import { anyOf } from '#platform/db/batch.ts';
import { aiAnswers, aiUsage } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { ModelContext } from './models.ts';

const answerDays = 30;
const usageDays = 90;

/** The cache key of an answer: a hash of everything that it depends on. */
export const answerKey = (...asked: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url');

/** The cached answer, if it still has the wanted shape; undefined otherwise. */
export const keptAnswer = async <T>(
  context: Pick<ModelContext, 'db'>,
  key: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> => (await keptAnswers(context, [key], shape)).get(key);

/** As `keptAnswer`, for several, by key. */
export async function keptAnswers<T>(
  { db }: Pick<ModelContext, 'db'>,
  keys: string[],
  shape: z.ZodType<T>,
): Promise<Map<string, T>> {
  const rows = await db.select().from(aiAnswers).where(anyOf(aiAnswers.key, keys));
  return new Map(
    rows.flatMap(({ key, answer }) => {
      const { success, data } = shape.safeParse(answer);
      return success ? [[key, data] as const] : [];
    }),
  );
}

/** Caches an answer; a key that is cached already keeps its first answer. */
export const keepAnswer = (
  context: Pick<ModelContext, 'db' | 'now'>,
  key: string,
  answer: unknown,
): Promise<void> => keepAnswers(context, new Map([[key, answer]]));

/** As `keepAnswer`, for several. */
export async function keepAnswers(
  { db, now }: Pick<ModelContext, 'db' | 'now'>,
  answers: ReadonlyMap<string, unknown>,
): Promise<void> {
  const rows = [...answers].map(([key, answer]) => ({ key, answer, createdAt: now() }));
  if (rows.length) await db.insert(aiAnswers).values(rows).onConflictDoNothing();
}

/** Removes cached answers after 30 days and usage counts after 90. Safe to run at any time, any number of times. */
export async function removeOldAnswers({ db, now }: Pick<ModelContext, 'db' | 'now'>): Promise<void> {
  const ago = (days: number) => timeBefore(now(), days * dayMs);
  await db.delete(aiAnswers).where(lt(aiAnswers.createdAt, ago(answerDays)));
  await db.delete(aiUsage).where(lt(aiUsage.day, ago(usageDays).toISOString().slice(0, 10)));
}
