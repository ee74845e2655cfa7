import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openLog } from '#platform/runtime/log.ts';
import type { IndexPaper } from '#search/core/types.ts';
import { openWorkerPool } from '#search/live/workerPool.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { corpusOfSize, numberedTopic } from '../data/corpusOfSize.ts';
import { measureCosts } from './weekCosts.ts';
import { measurePlanning } from './weekPlanning.ts';
import { measureSources } from './weekSources.ts';

/**
 * Measures a week of a large service with 40,000 papers and 100,000 topics: planning and ranking; how time grows with ten times
 * the topics and the papers; how many calls a day's harvests make; and what a paper and a digest cost in CPU time and database
 * bytes. `week --quick` runs a tenth of it.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { quick: { type: 'boolean', default: false } } });
  const part = values.quick ? 10 : 1;
  const papers = corpusOfSize(40_000 / part);
  if (!papers) return console.log('week: skipped, the real records are missing (../shared/corpus).');
  const terms = 100_000 / part;

  await rankAll(papers, terms);
  const postgres = await startPostgres();
  if (!postgres) return console.log('week: skipped the rest, PostgreSQL is not installed.');
  try {
    await planAll(postgres.url, terms);
    const sources = await measureSources(postgres.url, papers);
    report(
      `a day's calls to the sources at ${count(papers.length)} papers a week`,
      `${sources.calls} of 600 allowed`,
    );
    for (const [source, calls] of Object.entries(sources.bySource)) report(`  ${source}`, `${calls}`);
    report('database bytes a paper, all tables and indexes', `${kilobytes(sources.bytesPerPaper)}`);
    report('  written ahead (WAL)', `${kilobytes(sources.walPerPaper)}`);

    const costs = await measureCosts(postgres.url, papers, { warm: 100, digests: 1000 / part });
    report('processor time of a digest, ranked to accepted', `${costs.cpuMilliseconds.toFixed(1)} ms`);
    report('  of PostgreSQL beside it', `${costs.serverMilliseconds.toFixed(1)} ms`);
    report('database bytes a digest stays with', kilobytes(costs.bytes));
    report('  of which its mail, until the text is left out', kilobytes(costs.storedMailBytes));
    report('  written ahead (WAL)', kilobytes(costs.wal));
    report('bytes of a mail', kilobytes(costs.mailBytes));
    report(
      `memory of the process with ${count(papers.length)} papers`,
      `${Math.round(costs.memory / 2 ** 20)} MB`,
    );
  } finally {
    await postgres.stop();
  }
}

const report = (what: string, figure: string): void =>
  console.log(`${what.padEnd(58)}${figure.padStart(24)}`);
const count = (number: number): string => number.toLocaleString('en');
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB`;

async function rankAll(papers: IndexPaper[], terms: number): Promise<void> {
  const tenth = await rankedIn(papers, terms / 10);
  const fewPapers = await rankedIn(papers.slice(0, papers.length / 10), terms / 10);
  const all = await rankedIn(papers, terms);
  const line = (terms: number, papers: number, { seconds, built }: Timed) =>
    report(
      `${count(terms)} terms ranked over ${count(papers)} papers`,
      `${seconds.toFixed(1)} s, ${count(Math.round(terms / seconds))}/s; index ${built.toFixed(1)} s`,
    );
  line(terms / 10, papers.length / 10, fewPapers);
  line(terms / 10, papers.length, tenth);
  line(terms, papers.length, all);
  report('  ten times the terms', `${(all.seconds / tenth.seconds).toFixed(1)} × the time`);
  report('  ten times the papers', `${(tenth.seconds / fewPapers.seconds).toFixed(1)} × the time`);
}

interface Timed {
  seconds: number;
  /** Seconds that building the index took. */
  built: number;
}

/** Ranks with as many threads as there are cores, as a worker process does. */
async function rankedIn(papers: IndexPaper[], terms: number): Promise<Timed> {
  const count = availableParallelism();
  const threads = openWorkerPool({ count, log: openLog('silent') });
  try {
    const startedAt = performance.now();
    const pages = Array.from({ length: Math.ceil(papers.length / 200) }, (_, page) =>
      papers.slice(page * 200, (page + 1) * 200),
    );
    await threads.change(pages, []);
    const built = performance.now();
    let next = 0;
    const rankNext = async () => {
      while (next < terms)
        await threads.rank({
          topic: {
            text: numberedTopic(papers, next++),
            expansion: [],
            liked: [],
            disliked: [],
            vector: null,
          },
          candidates: { sources: new Set(sourceNames) },
          options: { limit: 10, floor: 0.15 },
        });
    };
    await Promise.all(Array.from({ length: count * 2 }, rankNext));
    return { seconds: (performance.now() - built) / 1000, built: (built - startedAt) / 1000 };
  } finally {
    await threads.close();
  }
}

async function planAll(url: string, terms: number): Promise<void> {
  const tenth = await measurePlanning(url, terms / 10);
  const all = await measurePlanning(url, terms);
  for (const { due, seconds } of [tenth, all])
    report(
      `${count(due)} terms due at one minute, planned and queued`,
      `${seconds.toFixed(1)} s, ${count(Math.round(due / seconds))}/s`,
    );
  report('  ten times the terms', `${(all.seconds / tenth.seconds).toFixed(1)} × the time`);
  report('jobs taken from that queue, the first tenth', `${count(Math.round(all.takenFirst))}/s`);
  report('  the last tenth', `${count(Math.round(all.takenLast))}/s`);
  report('  of the slowest and the fastest second', `${count(all.slowest)} and ${count(all.fastest)}`);
}
