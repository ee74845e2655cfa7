import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openLog } from '#platform/runtime/log.ts';
import { openWorkerPool, type WorkerPool } from '#search/live/workerPool.ts';
import type { IndexPaper, Topic } from '#search/types.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { libraryOf } from '../data/corpusOfSize.ts';
import { type Figure, table } from '../report/figures.ts';
import { openSearchEngines } from '../rivals/searchEngines.ts';
import { expansionOf } from './expansions.ts';

/**
 * Topics ranked a second with the full score over 40,000 papers by as many threads as there are cores, as they are
 * typed and with the expansion that a search term keeps, beside two search engines for Node and PostgreSQL's on the
 * same papers and words in the same run (any of the words, as a topic is meant).
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
  const size: Size = quick
    ? { seconds: 2, topics: 400, expanded: 24 }
    : { seconds: 6, topics: 400, expanded: 200 };
  const cores = availableParallelism();
  const on = `${papers.length.toLocaleString('en')} papers, ${cores} threads`;
  const ours = await rankedBy(cores, papers, size);
  const figures: Figure[] = [];
  for (const [kind, name] of kinds)
    figures.push(
      { name, value: ours[kind].rate, unit: '/s', goal: { least: 1000 }, on },
      { name: '  a processor second', value: ours[kind].perProcessor, unit: '', on },
    );
  figures.push(
    { name: '  index built', value: ours.built, unit: 's', on },
    {
      name: '  longest hold-up of the process meanwhile',
      value: ours.holdUp,
      unit: 'ms',
      goal: { most: 10 },
      on: 'build and rank, 99.9 %',
    },
  );
  // An eighth of the papers when there is little time: the others take minutes to read all of them in.
  const fewer = quick ? papers.slice(0, papers.length / 8) : papers;
  const beside = quick ? { ...size, seconds: 1 } : size;
  const like = quick ? await rankedBy(cores, fewer, beside) : ours;
  return [...figures, ...(await besideOthers(fewer, like, beside, quick))];
}

interface Size {
  seconds: number;
  topics: number;
  /** Topics with an expansion: to find theirs takes longer than to rank them. */
  expanded: number;
}

const kinds = [
  ['typed', 'topics ranked as typed'],
  ['expanded', 'topics ranked with their expansion'],
] as const;

interface Rates {
  rate: number;
  perProcessor: number;
}

interface Ours {
  typed: Rates;
  expanded: Rates;
  questions: { typed: Topic[]; expanded: Topic[] };
  built: number;
  holdUp: number;
}

/** Rates of whole threads, and what building and asking cost the process beside them. */
async function rankedBy(count: number, papers: IndexPaper[], size: Size): Promise<Ours> {
  const threads = openWorkerPool({ count, log: openLog('silent') });
  try {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const begun = performance.now();
    const pages = Array.from({ length: Math.ceil(papers.length / 200) }, (_, page) =>
      papers.slice(page * 200, (page + 1) * 200),
    );
    delay.enable();
    await threads.change(pages, []);
    const built = (performance.now() - begun) / 1000;
    const typed = topicsOf(papers, size.topics).map(plain);
    const rates = (topics: Topic[]) => ratesOf(threads, topics, size.seconds, count * 2);
    const ofTyped = await rates(typed);
    delay.disable();
    const expanded = await withExpansions(threads, papers, typed.slice(0, size.expanded));
    delay.enable();
    const ofExpanded = await rates(expanded);
    delay.disable();
    return {
      typed: ofTyped,
      expanded: ofExpanded,
      questions: { typed, expanded },
      built,
      holdUp: delay.percentile(99.9) / 1e6,
    };
  } finally {
    await threads.close();
  }
}

async function ratesOf(
  threads: WorkerPool,
  topics: Topic[],
  seconds: number,
  atOnce: number,
): Promise<Rates> {
  let asked = 0;
  const before = process.cpuUsage();
  const rate = await perSecond(topics, seconds, atOnce, (topic) => {
    asked++;
    return ask(threads, topic, { limit: 10, floor: 0.15 });
  });
  const { user, system } = process.cpuUsage(before);
  return { rate, perProcessor: asked / ((user + system) / 1e6) };
}

const ask = (threads: WorkerPool, topic: Topic, options: { limit: number; floor: number }) =>
  threads.rank({ topic, candidates: { sources: new Set(sourceNames) }, options });

/** Three to five telling words of titles spread over the library: what people type. */
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

/** The others' rates, and how many times the best of them ours is. */
async function besideOthers(papers: IndexPaper[], ours: Ours, size: Size, quick: boolean): Promise<Figure[]> {
  const engines = await openSearchEngines(papers);
  const on = `${papers.length.toLocaleString('en')} papers`;
  const figures: Figure[] = [];
  try {
    for (const [kind, name] of kinds) {
      let best = 0;
      for (const engine of engines) {
        const words = ours.questions[kind].map(wordsOf);
        const rate = await perSecond(words, size.seconds, engine.atOnce, engine.search);
        best = Math.max(best, rate);
        figures.push({ name: `${name}: ${engine.name}`, value: rate, unit: '/s', on });
      }
      figures.push({
        name: `  times the best of them`,
        value: ours[kind].rate / best,
        unit: '×',
        // On few papers the others have less to go through; the goal is for a week of them.
        ...(quick ? {} : { goal: { least: 25 } }),
        on,
      });
    }
  } finally {
    for (const { close } of engines) await close();
  }
  return figures;
}

const wordsOf = ({ text, expansion }: Topic): string =>
  [text, ...expansion.map(({ phrase }) => phrase)].join(' ');

/** As many questions as fit into some seconds, `atOnce` asked at a time, after a while to warm up. */
async function perSecond<Question>(
  questions: readonly Question[],
  seconds: number,
  atOnce: number,
  ask: (question: Question) => unknown,
): Promise<number> {
  let asked = 0;
  const askFor = (milliseconds: number) => {
    const begun = performance.now();
    const askOn = async () => {
      while (performance.now() - begun < milliseconds) await ask(questions[asked++ % questions.length]!);
    };
    return Promise.all(Array.from({ length: atOnce }, askOn));
  };
  await askFor(Math.min(1000, seconds * 500));
  asked = 0;
  const begun = performance.now();
  await askFor(seconds * 1000);
  return asked / ((performance.now() - begun) / 1000);
}
