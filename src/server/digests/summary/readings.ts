import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { anyOf, batched } from '#platform/db/batch.ts';
import { paperReadings, type StoredReading } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { DigestsApp } from '../app.ts';
import { type ReadableWork, readPaper } from './reading.ts';
import { readingKey, readingRules, unpacked } from './storedReading.ts';
import type { Reading } from './text/summary.ts';

interface StoredWork extends ReadableWork {
  id: number;
}

/**
 * The readings of works, by id. Works that just arrived and have none are read immediately, and the job that reads ahead
 * is enqueued.
 */
export async function readWorks(
  app: Pick<DigestsApp, 'db' | 'send'>,
  works: readonly StoredWork[],
): Promise<ReadonlyMap<number, Reading>> {
  const readings = new Map(await knownReadings(app, works));
  const unread = works.filter(({ id }) => !readings.has(id));
  for (const work of unread) {
    const reading = readPaper(work);
    remembered.set(readingKey(work), reading);
    readings.set(work.id, reading);
  }
  if (unread.length) await enqueue(app, 'read-papers', { isRecent: true }, { key: 'recent' });
  return readings;
}

/** A cache for delivery days, when the same papers are in many digests. About 3 kB each. */
const remembered = new LRUCache<string, Reading>({ max: 3000 });

/** The stored readings of works, by id. Reads nothing now. */
export async function knownReadings(
  app: Pick<DigestsApp, 'db'>,
  works: readonly StoredWork[],
): Promise<ReadonlyMap<number, Reading>> {
  const readings = new Map<number, Reading>();
  const missing = new Map<number, { work: StoredWork; key: string }>();
  for (const work of works) {
    const key = readingKey(work);
    const reading = remembered.get(key);
    if (reading) readings.set(work.id, reading);
    else missing.set(work.id, { work, key });
  }
  if (!missing.size) return readings;
  for (const { paperId, key, reading } of await storedReadings(app, [...missing.keys()])) {
    const { work, key: wanted } = missing.get(paperId)!;
    // The paper changed after it was read, or while its row was being fetched.
    if (key !== wanted) continue;
    const whole = unpacked(reading, work);
    remembered.set(key, whole);
    readings.set(paperId, whole);
  }
  return readings;
}

interface Stored {
  paperId: number;
  key: string;
  reading: StoredReading;
}

const storedReadings = batched(
  async ({ db }: Pick<DigestsApp, 'db'>, lists: number[][]): Promise<Stored[][]> => {
    const rows = await db
      .select({ paperId: paperReadings.paperId, key: paperReadings.key, reading: paperReadings.reading })
      .from(paperReadings)
      .where(
        and(anyOf(paperReadings.paperId, [...new Set(lists.flat())]), eq(paperReadings.rules, readingRules)),
      )
      .prepare('readings')
      .execute();
    const byId = new Map(rows.map((row) => [row.paperId, row]));
    return lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  },
  { maxWaitMs: 10 },
);
