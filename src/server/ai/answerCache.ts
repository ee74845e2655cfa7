import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { aiAnswers, aiUsage } from '#platform/db/schema.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { ModelContext } from './models.ts';

const answerDays = 30;
const usageDays = 90;

/** The cache key of an answer: a hash of everything that it depends on. */
export const answerKey = (...asked: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url');

/** The cached answer, if it still has the wanted shape; undefined otherwise. */
export async function keptAnswer<T>(
  { db }: Pick<ModelContext, 'db'>,
  key: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  const [row] = await db.select({ answer: aiAnswers.answer }).from(aiAnswers).where(eq(aiAnswers.key, key));
  return row && shape.safeParse(row.answer).data;
}

/** Caches an answer; a key that is cached already keeps its first answer. */
export async function keepAnswer(
  { db, now }: Pick<ModelContext, 'db' | 'now'>,
  key: string,
  answer: unknown,
): Promise<void> {
  await db.insert(aiAnswers).values({ key, answer, createdAt: now() }).onConflictDoNothing();
}

/** Removes cached answers after 30 days and usage counts after 90. Safe to run at any time, any number of times. */
export async function removeOldAnswers({ db, now }: Pick<ModelContext, 'db' | 'now'>): Promise<void> {
  const ago = (days: number) => timeBefore(now(), days * dayMs);
  await db.delete(aiAnswers).where(lt(aiAnswers.createdAt, ago(answerDays)));
  await db.delete(aiUsage).where(lt(aiUsage.day, ago(usageDays).toISOString().slice(0, 10)));
}
