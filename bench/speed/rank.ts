import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openLog } from '#platform/runtime/log.ts';
import type { IndexPaper, Topic } from '#search/core/types.ts';
import { openWorkerPool, type WorkerPool } from '#search/live/workerPool.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { corpusOfSize } from '../data/corpusOfSize.ts';
import { type Figure, table } from '../report/figures.ts';
import { askFor } from '../rivals/askFor.ts';
import { searchEngines } from '../rivals/searchEngines.ts';
import { expansionOf } from './expansions.ts';

/**
 * Topics ranked per second over 40,000 papers with one thread per core, as typed and with their expansion. Compares them in the
 * same run with Xapian, SQLite, two search engines for Node, and PostgreSQL, each in as many processes, on the same papers and
 * words (joined by OR, as topics are meant).
 */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const papers = corpusOfSize(40_000);
  if (!papers) {
    console.error('rank: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  const size: Size = quick
    ? { seconds: 2, topics: 400, expanded: 24, fresh: 1000 }
    : { seconds: 6, topics: 400, expanded: 200, fresh: 4000 };
  const cores = availableParallelism();
  const on = `${papers.length.toLocaleString('en')} papers, ${cores} threads`;
  const ours = await rankedBy(cores, papers, size);
  const figures: Figure[] = [];
  for (const [kind, name] of kinds)
    figures.push(
      { name, value: ours[kind].rate, unit: '/s', goal: { least: 1000 }, on },
      { name: `  ${kind}, a processor second`, value: ours[kind].perProcessor, unit: '', on },
    );
  figures.push(
    { name: 'topics ranked as typed, each for the first time', value: ours.fresh.rate, unit: '/s', on },
    { name: '  first time, a processor second', value: ours.fresh.perProcessor, unit: '', on },
  );
  figures.push(
    { name: '  index built', value: ours.built, unit: 's', on },
    {
      name: '  longest event loop delay meanwhile',
      value: ours.eventLoopDelay,
      unit: 'ms',
      goal: { most: 5 },
      on: 'build and rank, 99.9 %',
    },
  );
  // An eighth of the papers for --quick: the other engines take minutes to index all.
  const compared = quick ? papers.slice(0, papers.length / 8) : papers;
  const comparedSize = quick ? { ...size, seconds: 1 } : size;
  const oursOnSame = quick ? await rankedBy(cores, compared, comparedSize) : ours;
  return [...figures, ...(await againstOthers(compared, oursOnSame, comparedSize, cores))];
}

interface Size {
  seconds: number;
  topics: number;
  /** Topics with an expansion; finding it takes longer than ranking. */
  expanded: number;
  /** Topics that are asked once, so that nothing about them is cached. */
  fresh: number;
}

const kinds = [
  ['typed', 'topics ranked as typed'],
  ['expanded', 'topics ranked with their expansion'],
] as const;

type Kind = (typeof kinds)[number][0];

interface Rates {
  rate: number;
  perProcessor: number;
}

interface Ours {
  typed: Rates;
  expanded: Rates;
  fresh: Rates;
  questions: { typed: Topic[]; expanded: Topic[] };
  built: number;
  eventLoopDelay: number;
}

/** Rates of the worker threads, and what building and ranking cost the main thread. */
async function rankedBy(count: number, papers: IndexPaper[], size: Size): Promise<Ours> {
  const threads = openWorkerPool({ count, log: openLog('silent') });
  try {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const startedAt = performance.now();
    const pages = Array.from({ length: Math.ceil(papers.length / 200) }, (_, page) =>
      papers.slice(page * 200, (page + 1) * 200),
    );
    delay.enable();
    await threads.change(pages, []);
    const built = (performance.now() - startedAt) / 1000;
    const typed = topicsOf(papers, size.topics).map(plain);
    const rates = (topics: Topic[]) => ratesOf(threads, topics, size.seconds, count * 2);
    const ofTyped = await rates(typed);
    const known = new Set(typed.map(({ text }) => text));
    const fresh = topicsOf(papers, size.fresh).filter((text) => !known.has(text));
    const ofFresh = await ratesOnce(threads, [...new Set(fresh)].map(plain), count * 2);
    delay.disable();
    const expanded = await withExpansions(threads, papers, typed.slice(0, size.expanded));
    delay.enable();
    const ofExpanded = await rates(expanded);
    delay.disable();
    return {
      typed: ofTyped,
      expanded: ofExpanded,
      fresh: ofFresh,
      questions: { typed, expanded },
      built,
      eventLoopDelay: delay.percentile(99.9) / 1e6,
    };
  } finally {
    await threads.close();
  }
}

async function ratesOf(
  threads: WorkerPool,
  topics: Topic[],
  seconds: number,
  concurrency: number,
): Promise<Rates> {
  const answered = await askFor(topics, seconds, concurrency, (topic) => ask(threads, topic, shown));
  return { rate: answered.asked / answered.seconds, perProcessor: answered.asked / answered.processor };
}

/** The same, each topic once. */
async function ratesOnce(threads: WorkerPool, topics: Topic[], concurrency: number): Promise<Rates> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  let next = 0;
  const askInTurn = async () => {
    while (next < topics.length) await ask(threads, topics[next++]!, shown);
  };
  await Promise.all(Array.from({ length: concurrency }, askInTurn));
  const { user, system } = process.cpuUsage(before);
  return {
    rate: topics.length / ((performance.now() - startedAt) / 1000),
    perProcessor: topics.length / ((user + system) / 1e6),
  };
}

const shown = { limit: 10, floor: 0.15 };

const ask = (threads: WorkerPool, topic: Topic, options: { limit: number; floor: number }) =>
  threads.rank({ topic, candidates: { sources: new Set(sourceNames) }, options });

/** Three to five long words of titles spread over the corpus: what people type. */
function topicsOf(papers: readonly IndexPaper[], count: number): string[] {
  const step = Math.floor(papers.length / count);
  return Array.from({ length: count }, (_, at) => {
    const words = papers[at * step]!.title.match(/[\p{L}\p{N}-]{5,}/gu) ?? ['research'];
    return words.slice(0, 3 + (at % 3)).join(' ');
  });
}

const plain = (text: string): Topic => ({ text, expansion: [], liked: [], disliked: [], vector: null });

async function withExpansions(threads: WorkerPool, papers: IndexPaper[], topics: Topic[]): Promise<Topic[]> {
  const far = papers.filter((_, at) => at % Math.ceil(papers.length / 1000) === 0);
  return Promise.all(
    topics.map(async (topic) => {
      const near = await ask(threads, topic, { limit: 120, floor: 0 });
      return {
        ...topic,
        expansion: expansionOf(
          topic.text,
          near.map(({ id }) => papers[id]!),
          far,
        ),
      };
    }),
  );
}

/** The rates of other engines in as many processes, and how ours compare, core for core. */
async function againstOthers(papers: IndexPaper[], ours: Ours, size: Size, cores: number): Promise<Figure[]> {
  const on = `${papers.length.toLocaleString('en')} papers, ${cores} processes`;
  const figures: Record<Kind, Figure[]> = { typed: [], expanded: [] };
  for await (const rival of searchEngines(papers, cores)) {
    try {
      for (const [kind, name] of kinds) {
        const { rate, perProcessor } = await rival.rates(ours.questions[kind].map(wordsOf), size.seconds);
        figures[kind].push({ name: `${name}: ${rival.name}`, value: rate, unit: '/s', on });
        if (perProcessor === undefined) continue;
        figures[kind].push(
          { name: `  ${rival.name}, ${kind}, a processor second`, value: perProcessor, unit: '', on },
          {
            name: `  ours to ${rival.name}'s, ${kind}, core for core`,
            value: ours[kind].perProcessor / perProcessor,
            unit: '×',
            ...(rival.name === 'Xapian' ? { goal: { least: kind === 'typed' ? 1 : 2 } } : {}),
            on,
          },
        );
      }
    } finally {
      await rival.close();
    }
  }
  return kinds.flatMap(([kind]) => figures[kind]);
}

const wordsOf = ({ text, expansion }: Topic): string =>
  [text, ...expansion.map(({ phrase }) => phrase)].join(' ');
