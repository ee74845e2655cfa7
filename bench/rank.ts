import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { openLog } from '../src/server/log.ts';
import type { IndexPaper } from '../src/server/ranking/ranked.ts';
import { openThreads } from '../src/server/ranking/threads.ts';
import { sourceNames } from '../src/shared/paper.ts';
import { type Figure, table } from './figures.ts';
import { libraryOf } from './library.ts';
import { openPostgresSearch } from './postgresSearch.ts';

/**
 * Topics ranked a second with the full score over 40,000 papers by as many threads as there are cores, beside two
 * search engines for Node and PostgreSQL's on the same papers and topics in the same run (any of the words, as a
 * topic is meant).
 */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const papers = libraryOf(40_000);
  if (!papers) {
    console.error('rank: skipped, there are no real records beside the project.');
    return [];
  }
  const topics = topicsOf(papers, 400);
  const seconds = quick ? 2 : 6;
  const cores = availableParallelism();
  const on = `${papers.length.toLocaleString('en')} papers`;
  const ours = await rankedBy(cores, papers, topics, seconds);
  const figures: Figure[] = [
    {
      name: 'topics ranked',
      value: ours.rate,
      unit: '/s',
      goal: { least: 1000 },
      on: `${on}, ${cores} threads`,
    },
    { name: '  a processor second', value: ours.perProcessor, unit: '', on },
    { name: '  index built', value: ours.built, unit: 's', on },
    {
      name: '  longest hold-up of the process meanwhile',
      value: ours.holdUp,
      unit: 'ms',
      goal: { most: 10 },
      on: 'build and rank, 99.9 %',
    },
  ];
  // An eighth of the papers when there is little time: the others take minutes to read all of them in.
  const fewer = quick ? papers.slice(0, papers.length / 8) : papers;
  const like = quick ? (await rankedBy(cores, fewer, topics, seconds)).rate : ours.rate;
  const others = await ratesOfOthers(fewer, topics, seconds);
  for (const [name, rate] of others)
    figures.push({ name: `  ${name}`, value: rate, unit: '/s', on: `${fewer.length} papers` });
  figures.push({
    name: '  times the best of them',
    value: like / Math.max(...others.map(([, rate]) => rate)),
    unit: '×',
    // On few papers the others have less to go through; the goal is for a week of them.
    ...(quick ? {} : { goal: { least: 25 } }),
    on: `${fewer.length} papers`,
  });
  return figures;
}

/** Three to five telling words of titles spread over the library: what people type. */
function topicsOf(papers: readonly IndexPaper[], count: number): string[] {
  const step = Math.floor(papers.length / count);
  return Array.from({ length: count }, (_, at) => {
    const words = papers[at * step]!.title.match(/[\p{L}\p{N}-]{5,}/gu) ?? ['research'];
    return words.slice(0, 3 + (at % 3)).join(' ');
  });
}

/** Rates of whole threads, and what building and asking cost the process beside them. */
async function rankedBy(count: number, papers: IndexPaper[], topics: string[], seconds: number) {
  const threads = openThreads({ count, log: openLog('silent') });
  try {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const begun = performance.now();
    const pages = Array.from({ length: Math.ceil(papers.length / 200) }, (_, page) =>
      papers.slice(page * 200, (page + 1) * 200),
    );
    delay.enable();
    await threads.change(pages, []);
    const built = (performance.now() - begun) / 1000;
    const cpu = { used: 0, asked: 0 };
    const before = process.cpuUsage();
    const rate = await perSecond(topics, seconds, count * 2, (text) => {
      cpu.asked++;
      return threads.rank({
        topic: { text, expansion: [], liked: [], disliked: [], vector: null },
        candidates: { sources: new Set(sourceNames) },
        options: { limit: 10, floor: 0.15 },
      });
    });
    delay.disable();
    const { user, system } = process.cpuUsage(before);
    return {
      rate,
      built,
      perProcessor: cpu.asked / ((user + system) / 1e6),
      holdUp: delay.percentile(99.9) / 1e6,
    };
  } finally {
    await threads.close();
  }
}

async function ratesOfOthers(
  papers: IndexPaper[],
  topics: string[],
  seconds: number,
): Promise<[string, number][]> {
  const documents = papers.map(({ id, title, abstract }) => ({
    id: String(id),
    title,
    abstract: abstract ?? '',
  }));
  const mini = new MiniSearch({ fields: ['title', 'abstract'], searchOptions: { boost: { title: 2 } } });
  mini.addAll(documents);
  const rates: [string, number][] = [
    ['MiniSearch', await perSecond(topics, seconds, 1, (text) => mini.search(text).slice(0, 10))],
  ];
  const orama = create({ schema: { title: 'string', abstract: 'string' } as const });
  await insertMultiple(orama, documents, 2000);
  rates.push([
    'Orama',
    await perSecond(topics, seconds, 1, async (term) => search(orama, { term, limit: 10, threshold: 1 })),
  ]);
  const postgres = await openPostgresSearch(papers);
  if (!postgres) {
    console.error('rank: PostgreSQL left out, its binaries are not here.');
    return rates;
  }
  try {
    rates.push(['PostgreSQL, two connections', await perSecond(topics, seconds, 2, postgres.search)]);
  } finally {
    await postgres.close();
  }
  return rates;
}

/** As many topics as fit into some seconds, `atOnce` asked at a time, after a second to warm up. */
async function perSecond(
  topics: string[],
  seconds: number,
  atOnce: number,
  ask: (topic: string) => unknown,
): Promise<number> {
  let asked = 0;
  const askFor = (milliseconds: number) => {
    const begun = performance.now();
    const askOn = async () => {
      while (performance.now() - begun < milliseconds) await ask(topics[asked++ % topics.length]!);
    };
    return Promise.all(Array.from({ length: atOnce }, askOn));
  };
  await askFor(1000);
  asked = 0;
  const begun = performance.now();
  await askFor(seconds * 1000);
  return asked / ((performance.now() - begun) / 1000);
}
