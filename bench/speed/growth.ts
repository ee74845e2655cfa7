import { parseArgs } from 'node:util';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { corpusOfSize, topicsFrom } from '../data/corpusOfSize.ts';
import { type Figure, table } from '../report/figures.ts';

/**
 * How ranking time grows with ten times the topics, and with ten times the papers. `--papers 400000` uses that many instead of
 * 40,000, about what the sources publish in ten weeks.
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
  const groups = topicGroups(
    topicsFrom(
      many,
      groupSizes.reduce((sum, one) => sum + one, 0),
    ),
  );
  const [, overFew] = await timesOf(few, groups);
  const [, overMany, tenTimes] = await timesOf(many, groups);
  return [
    {
      name: 'time for 10 × the topics',
      value: tenTimes! / overMany!,
      unit: '×',
      goal: { most: 10.5 },
      on: `200 and 2,000, each asked once, over ${many.length} papers`,
    },
    {
      name: 'time a topic over 10 × the papers',
      value: overMany! / overFew!,
      unit: '×',
      goal: { most: 8 },
      on: `${few.length} and ${many.length} papers`,
    },
  ];
}

/** Topics to warm up, topics to measure, and ten times as many. No topic is in two groups, because a repeated one is cached. */
const groupSizes = [400, 200, 2000];

/** Topics in turn, so that every group is spread over all papers. */
function topicGroups(topics: readonly string[]): string[][] {
  const groups = groupSizes.map((): string[] => []);
  topics.forEach((topic, at) => {
    const place = at % 13;
    groups[place < 2 ? 0 : place < 3 ? 1 : 2]!.push(topic);
  });
  return groups;
}

/** CPU milliseconds for each group of topics over papers; other processes are not counted. */
async function timesOf(
  papers: NonNullable<ReturnType<typeof corpusOfSize>>,
  groups: readonly string[][],
): Promise<number[]> {
  const index = await buildIndex(papers);
  return groups.map((topics) => {
    const before = process.cpuUsage();
    for (const text of topics)
      index.rank(
        { text, expansion: [], liked: [], disliked: [], vector: null },
        { sources: new Set(sourceNames) },
        { limit: 10, floor: 0.15 },
      );
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
}
