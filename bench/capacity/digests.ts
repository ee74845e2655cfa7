import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '#platform/db/open.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { spawnLitwatch } from '#test/chaos/setup/process.ts';
import { corpusOfSize, topicsFrom } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { seedCorpus, seedReaders } from '../data/seed.ts';
import { type Figure, table } from '../report/figures.ts';
import { openSmtpSink } from './smtpSink.ts';

/**
 * Weekly digests per second end to end: ranked, summarized from the abstracts, rendered as HTML and text, stored, and
 * accepted by a mail server. One process as `npm start` runs it, on each of the two databases.
 */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const size = quick ? 5000 : 40_000;
  const papers = corpusOfSize(size);
  if (!papers) {
    console.error('digests: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  const on = (readers: number) => `${readers} readers, ${size} papers`;
  const figures: Figure[] = [];
  const postgres = await startPostgres();
  if (postgres) {
    try {
      const topics = topicsFrom(papers, quick ? 500 : 4000);
      const rate = await weekOf({ DATABASE_URL: postgres.url }, papers, topics);
      figures.push({
        name: 'digests on PostgreSQL',
        value: rate,
        unit: '/s',
        goal: { least: 200 },
        on: on(topics.length),
      });
    } finally {
      await postgres.stop();
    }
  } else console.error('digests: skipped PostgreSQL, which is not installed.');
  const topics = topicsFrom(papers, quick ? 250 : 1500);
  const rate = await weekOf({}, papers, topics);
  figures.push({
    name: 'digests on PGlite',
    value: rate,
    unit: '/s',
    goal: { least: 120 },
    on: on(topics.length),
  });
  return figures;
}

/** Digests per second with the index built: from the first tenth of the mails to the last twentieth. */
async function weekOf(
  environment: Record<string, string>,
  papers: NonNullable<ReturnType<typeof corpusOfSize>>,
  topics: string[],
): Promise<number> {
  const folder = temporaryFolder();
  const smtp = await openSmtpSink();
  const url = environment.DATABASE_URL ?? null;
  const database = await openDatabase({ url, folder: url ? null : path.join(folder, 'database') });
  await seedCorpus(database.db, papers);
  await seedReaders(database.db, topics);
  await database.close();
  const litwatch = spawnLitwatch(
    [],
    { ...quietEnvironment(folder), SMTP_URL: smtp.url, ...environment },
    process.env.BENCH_LOG,
  );
  try {
    await smtp.until(Math.floor(topics.length * 0.95));
    const first = Math.floor(topics.length * 0.1);
    const last = Math.floor(topics.length * 0.95) - 1;
    return ((last - first) / (smtp.accepted[last]! - smtp.accepted[first]!)) * 1000;
  } finally {
    await litwatch.kill();
    await smtp.close();
    await rm(folder, { recursive: true, force: true });
  }
}
