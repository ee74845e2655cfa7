import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '#platform/db/open.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { spawnLitwatch } from '#test/chaos/setup/process.ts';
import { addDueReaders } from '#test/chaos/setup/seed.ts';
import { corpusOfSize, topicsFrom } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { seedCorpus } from '../data/seed.ts';
import type { Figure } from '../report/figures.ts';
import { openSmtpSink } from './smtpSink.ts';

/**
 * Weekly digests per second end to end: ranked, summarized from the abstracts, rendered as HTML and text, stored, and
 * accepted by a mail server. One process as `npm start` runs it, on each of the two databases.
 */
export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const size = quick ? 5000 : 40_000;
  const papers = corpusOfSize(size);
  if (!papers) {
    console.error('digests: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  const postgres = await startPostgres();
  if (!postgres) console.error('digests: skipped PostgreSQL, which is not installed.');
  const figureOf = async (on: string, readers: number, goal: number): Promise<Figure> => ({
    name: `digests on ${on}`,
    value: await weekOf(on === 'PGlite' ? null : postgres!.url, papers, topicsFrom(papers, readers)),
    ...{ unit: '/s', goal: { least: goal }, on: `${readers} readers, ${size} papers` },
  });
  try {
    const embedded = () => figureOf('PGlite', quick ? 250 : 1500, 120);
    return [...(postgres ? [await figureOf('PostgreSQL', quick ? 500 : 4000, 200)] : []), await embedded()];
  } finally {
    await postgres?.stop();
  }
}

/** Digests per second with the index built: from the first tenth of the mails to the last twentieth. */
async function weekOf(
  url: string | null,
  papers: NonNullable<ReturnType<typeof corpusOfSize>>,
  topics: string[],
): Promise<number> {
  const folder = temporaryFolder();
  const smtp = await openSmtpSink();
  const database = await openDatabase({ url, folder: url ? null : path.join(folder, 'database') });
  await seedCorpus(database.db, papers);
  await addDueReaders(database.db, topics);
  await database.close();
  const environment = { ...quietEnvironment(folder), SMTP_URL: smtp.url, ...(url && { DATABASE_URL: url }) };
  const litwatch = spawnLitwatch([], environment, process.env.BENCH_LOG);
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
