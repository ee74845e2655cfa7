import { hash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { App } from '#kit/feature.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { paperReadings, type StoredReading } from '#platform/db/schema.ts';
import { enqueue, type Payloads } from '#platform/queue/queues.ts';
import { type ReadableWork, readPaper, worded } from '#reading/reading.ts';
import type { Reading, SpelledOut } from '#reading/text/summary.ts';
import { readingVersion } from '#reading/version.ts';
import type { PaperFacts } from '#shared/papers/paper.ts';

interface StoredWork extends ReadableWork {
  id: number;
}

/**
 * The readings of works, by id. Works that just arrived and have none are read immediately, and the job that reads ahead
 * is enqueued.
 */
export async function readWorks(
  app: Pick<App, 'db' | 'send'>,
  works: readonly StoredWork[],
): Promise<ReadonlyMap<number, Reading>> {
  const readings = new Map(await knownReadings(app, works));
  const unread = works.filter(({ id }) => !readings.has(id));
  for (const work of unread) {
    const reading = readPaper(work);
    remembered.set(readingKey(work), reading);
    readings.set(work.id, reading);
  }
  if (unread.length) await enqueueReading(app, { isRecent: true });
  return readings;
}

/** A cache for delivery days, when the same papers are in many digests. About 3 kB each. */
const remembered = new LRUCache<string, Reading>({ max: 3000 });

/** The stored readings of works, by id. Reads nothing now. */
export async function knownReadings(
  app: Pick<App, 'db'>,
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
  async ({ db }: Pick<App, 'db'>, lists: number[][]): Promise<Stored[][]> => {
    const rows = await db
      .select({ paperId: paperReadings.paperId, key: paperReadings.key, reading: paperReadings.reading })
      .from(paperReadings)
      .where(
        and(
          anyOf(paperReadings.paperId, [...new Set(lists.flat())]),
          eq(paperReadings.rules, readingVersion),
        ),
      );
    const byId = new Map(rows.map((row) => [row.paperId, row]));
    return lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  },
  { maxWaitMs: 10 },
);

/** Identifies everything on which a reading depends, including the rules. */
export const readingKey = ({ title, abstract, publicationTypes, source }: ReadableWork): string =>
  hash(
    'sha256',
    [readingVersion, source ?? '', title, abstract ?? '', ...publicationTypes].join('\0'),
    'base64url',
  );

/** A reading in some 200 bytes: quotes are stored as positions in the text. */
export const packed = (
  { sentences, facts, addressesModel }: Reading,
  { title, abstract }: ReadableWork,
): StoredReading => ({
  sentences: sentences.map(({ quote, finding, informative, spelledOut = [] }) => [
    abstract!.indexOf(quote),
    quote.length,
    finding,
    informative,
    ...spelledOut.flatMap(({ at, from, length }) => [at, from, length]),
  ]),
  facts: changeQuotes(facts, (quote: string): Place => {
    if (quote === title) return 0;
    const from = abstract?.indexOf(quote) ?? -1;
    return from < 0 ? quote : [from, quote.length];
  }),
  ...(addressesModel && { addressesModel }),
});

/** The reading of a work that was stored under its `readingKey`. */
export function unpacked(
  { sentences, facts, addressesModel = false }: StoredReading,
  { title, abstract }: ReadableWork,
): Reading {
  const text = abstract ?? '';
  return {
    sentences: sentences.map(([from, length, finding, informative, ...places]) =>
      worded(
        { quote: text.slice(from, from! + length!), finding: finding!, informative: informative! },
        text,
        places.length ? spelledOutAt(places) : none,
      ),
    ),
    facts: changeQuotes(facts, (place: Place): string => {
      if (typeof place === 'string') return place;
      return Array.isArray(place) ? text.slice(place[0], place[0] + place[1]) : title;
    }) as PaperFacts,
    addressesModel,
  };
}

const none: readonly SpelledOut[] = [];
const spelledOutAt = (places: readonly number[]): SpelledOut[] =>
  Array.from({ length: places.length / 3 }, (_, at) => {
    const [place, from, length] = places.slice(3 * at) as [number, number, number];
    return { at: place, from, length };
  });

/** 0 for the title, position and length in the abstract, or words that are in neither. */
type Place = 0 | [from: number, length: number] | string;

/** The facts with their quotes changed. */
const changeQuotes = <From, To>(facts: object, change: (quote: From) => To): object =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'object' ? { ...fact, quote: change(fact.quote) } : fact,
    ]),
  );

/** Reads papers ahead for the digests that may contain them: the recent ones, or all. */
export const enqueueReading = (
  app: Pick<App, 'db' | 'send'>,
  extent: Payloads['read-papers'],
): Promise<void> => enqueue(app, 'read-papers', extent, { key: extent.isRecent ? 'recent' : 'all' });
