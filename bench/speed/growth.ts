import { parseArgs } from 'node:util';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { corpusOfSize, topicsFrom } from '../data/corpusOfSize.ts';
import { type Figure, table } from '../report/figures.ts';

/**
 * How ranking time grows with ten times the topics, and with ten times the papers. `--papers 400000` takes that many, about
 * what the sources bring in ten weeks, in place of 40,000.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { papers: { type: 'string', default: '40000' } } });
  const size = Math.max(10_000, Number(values.papers) || 0);
  console.log(table(await growthTo(size)));
}

export const measure = ({ quick }: { quick: boolean }): Promise<Figure[]> =>
  growthTo(quick ? 20_000 : 40_000);

async function growthTo(size: number): Promise<Figure[]> {
  const many = corpusOfSize(size);
  if (!many) {
    console.error('growth: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  // A tenth spread over the corpus, so that word frequencies are the same.
  const few = many.filter(({ id }) => id % 10 === 0);
  const topics = topicsFrom(many, 2000);
  const overFew = await timeOf(few);
  const overMany = await timeOf(many);
  const one = overMany(topics.slice(0, 200));
  return [
    {
      name: 'time for 10 × the topics',
      value: overMany(topics) / one,
      unit: '×',
      goal: { most: 10.5 },
      on: `200 and 2,000, over ${many.length} papers`,
    },
    {
      name: 'time a topic over 10 × the papers',
      value: one / overFew(topics.slice(0, 200)),
      unit: '×',
      goal: { most: 8 },
      on: `${few.length} and ${many.length} papers`,
    },
  ];
}

/** CPU milliseconds for topics over papers, the best of three runs; other processes are not counted. */
async function timeOf(
  papers: NonNullable<ReturnType<typeof corpusOfSize>>,
): Promise<(topics: string[]) => number> {
  const index = await buildIndex(papers);
  const once = (topics: string[]) => {
    const before = process.cpuUsage();
    for (const text of topics)
      index.rank(
        { text, expansion: [], liked: [], disliked: [], vector: null },
        { sources: new Set(sourceNames) },
        { limit: 10, floor: 0.15 },
      );
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return (topics) => Math.min(...[1, 2, 3].map(() => once(topics)));
}
