import { extract } from '#digests/summary/extractive.ts';
import { readPaper } from '#digests/summary/reading.ts';
import { knownReadings } from '#digests/summary/readings.ts';
import type { Reading } from '#digests/summary/text/summary.ts';
import { openDatabase } from '#platform/db/open.ts';
import { papers } from '#platform/db/schema.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { corpusPapers } from '../data/corpusPapers.ts';
import { seedCorpus } from '../data/seed.ts';
import { type Figure, table } from '../report/figures.ts';

/**
 * Processor time for what a digest says about its papers, without a model: takeaways and brief, facts, and the check for prompt
 * injection. `summary` measures digests of papers that were read ahead, including the statement that fetches the results; digests
 * of papers that other digests had; digests of papers that nobody has read; and reading one paper, which is done once for all
 * digests.
 */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

const papersInDigest = 10;

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const records = corpusPapers()?.filter(({ abstract }) => abstract);
  if (!records) {
    console.error('summary: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  const count = quick ? 100 : 300;
  const database = await openDatabase({ url: process.env.DATABASE_URL ?? null, folder: null });
  try {
    const { db } = database;
    const chosen = spread(records, 2 * count * papersInDigest).map((one) => ({
      ...one,
      title: cleanTitle(one.title),
      abstract: cleanAbstract(one.abstract!),
    }));
    await seedCorpus(db, chosen);
    const digests = digestsOf(await db.select(columns).from(papers).orderBy(papers.id), 2 * count);
    const fetched = async (works: readonly Work[]) => say(works, await knownReadings({ db }, works));
    const onTheSpot = async (works: readonly Work[]) =>
      say(works, new Map(works.map((one) => [one.id, readPaper(one)])));
    const [fresh, others] = [digests.slice(0, count), digests.slice(count)];
    // Warm up, as in a process that has run for a while. The papers themselves were read when they were stored.
    await processorMs(others, fetched);
    const ahead = await processorMs(fresh, fetched);
    // The process has all papers of these digests in its cache.
    const last = fresh.slice(-remembered);
    const again = Array.from({ length: Math.ceil(count / remembered) }, () => last).flat();
    const known = await processorMs(again, fetched);
    const unread = await processorMs(fresh, onTheSpot);
    const reading = await processorMs(fresh, async (works) => {
      for (const work of works) readPaper(work);
    });
    const on = `${count} digests of ${papersInDigest} papers`;
    const base = { unit: 'ms', on };
    return [
      { ...base, name: 'summary of papers that were read ahead', value: ahead, goal: { most: 2.4 } },
      { ...base, name: 'summary of papers that other digests had', value: known },
      { ...base, name: 'summary of papers that nobody has read', value: unread },
      { ...base, name: 'reading one paper, ahead of all digests', value: reading / papersInDigest },
    ];
  } finally {
    await database.close();
  }
}

/** Digests whose papers all fit into a process's cache. */
const remembered = 40;

const columns = {
  id: papers.id,
  source: papers.source,
  title: papers.title,
  abstract: papers.abstract,
  publicationTypes: papers.publicationTypes,
};
type Work = Pick<typeof papers.$inferSelect, keyof typeof columns>;

/** This many, from all over the list. */
const spread = <One>(list: readonly One[], count: number): One[] =>
  Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]!);

/** Digests of papers from all over the corpus, none of them twice. */
const digestsOf = (works: readonly Work[], count: number): Work[][] =>
  Array.from({ length: count }, (_, digest) =>
    Array.from({ length: papersInDigest }, (_, paper) => works[paper * count + digest]!),
  );

/** Does what composing a digest does. */
function say(works: readonly Work[], readings: ReadonlyMap<number, Reading>): void {
  extract(works.map((work, at) => ({ ...work, n: at + 1, reading: readings.get(work.id)! })));
}

/** Processor milliseconds per digest. */
async function processorMs(
  digests: readonly Work[][],
  act: (works: readonly Work[]) => Promise<void>,
): Promise<number> {
  const before = process.cpuUsage();
  for (const digest of digests) await act(digest);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / digests.length;
}
