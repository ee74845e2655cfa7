import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { summarize } from '#digests/run/readings.ts';
import { openLog } from '#platform/runtime/log.ts';
import { designOf, factsOf } from '#reading/facts/facts.ts';
import { withReading } from '#reading/reading.ts';
import type { Summary } from '#reading/text/summary.ts';
import type { SummarySentence } from '#shared/digests/digest.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { root } from '../data/folders.ts';
import { optionsIn } from '../data/options.ts';
import { type GradedAbstract, gradedDesign, gradedSentenceOf, readGraded } from './graded.ts';

/** Shares of the shown sentences with a worth of 3, and of 2 or more; a worth is 0 to 3. */
type Shares = { worth3: number; worth2: number };

/** Shares from 0 to 1; `repeats` is a count. */
interface Reading {
  takeaway: Shares;
  brief: Shares & { repeats: number };
  design: { right: number };
  /** `right` among the abstracts that state it, `wrong` among all. */
  n: { right: number; wrong: number };
}

/** Measures takeaways and briefs of hand-graded abstracts with the code that a digest uses: `reading [DIR] [--json FILE]`. */
export default async function run(args: string[]): Promise<void> {
  const { json, named } = optionsIn(args, 'json');
  const folder = named[0] ?? path.join(root, '..', 'shared', 'reading');
  const { abstracts, groups } = readGraded(folder);
  const byDoc = new Map(abstracts.map((one) => [one.doc, one]));
  const alone = await Promise.all(
    abstracts.map(async (one) => ({ papers: [one], ...(await read('', [one])) })),
  );
  const digests = await Promise.all(
    groups.map(async ({ topic, docs }) => {
      const papers = docs.map((doc) => byDoc.get(doc)!);
      return { papers, ...(await read(topic, papers)) };
    }),
  );
  const result: Reading = {
    takeaway: shares(alone.flatMap(takeawayWorths), abstracts.length),
    brief: {
      ...shares(digests.flatMap(briefWorths)),
      repeats: digests.reduce((sum, digest) => sum + repeats(digest), 0),
    },
    ...measureFacts(abstracts),
  };
  const inDigests = shares(digests.flatMap(takeawayWorths));
  const sentences = digests.flatMap(briefWorths).length;
  console.log(`takeaway, ${abstracts.length} papers alone: ${percents(result.takeaway)}`);
  console.log(`takeaway, in ${digests.length} digests: ${percents(inDigests)}`);
  console.log(`brief, ${sentences} sentences: ${percents(result.brief)}, repeats ${result.brief.repeats}`);
  const whole = (share: number) => `${(100 * share).toFixed(0)} %`;
  const { design, n } = result;
  console.log(
    `facts: design right ${whole(design.right)}; n right where stated ${whole(n.right)}, wrong ${whole(n.wrong)}`,
  );
  if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
}

interface Read extends Pick<Summary, 'overview' | 'takeaways'> {
  papers: GradedAbstract[];
}

/** The summary of one digest without a model; of papers alone without a topic, of a digest's each on it. */
const read = (topic: string, papers: GradedAbstract[]): Promise<Summary> =>
  summarize(
    { models: { chat: null, embed: null }, log: openLog('silent') },
    {
      papers: papers.map((one, at) =>
        withReading({ n: at + 1, ...workOf(one), ...(topic && { relevance: 1 }) }),
      ),
      topic,
      userId: null,
    },
  );

const takeawayWorths = ({ papers, takeaways }: Read): number[] =>
  [...takeaways.values()].map((sentence) => worthOf(sentence, papers));

const briefWorths = ({ papers, overview }: Read): number[] =>
  overview.map((sentence) => worthOf(sentence, papers));

/** Sentences of the brief that the reader sees again as the takeaway of the same paper. */
const repeats = ({ overview, takeaways }: Read): number =>
  overview.filter(({ paper, quote }) => takeaways.get(paper)?.quote === quote).length;

const worthOf = ({ paper, quote }: SummarySentence, papers: GradedAbstract[]): number =>
  gradedSentenceOf(quote, papers[paper - 1]!.sentences)?.worth ?? 0;

const shares = (worths: number[], of = worths.length): Shares => ({
  worth3: worths.filter((worth) => worth === 3).length / of,
  worth2: worths.filter((worth) => worth >= 2).length / of,
});

const percents = ({ worth3, worth2 }: Shares): string =>
  `worth 3 ${(100 * worth3).toFixed(0)} %, 2 or more ${(100 * worth2).toFixed(0)} %`;

const workOf = ({ doc, title, abstract, publicationTypes }: GradedAbstract) => ({
  title: cleanTitle(title),
  abstract: cleanAbstract(abstract),
  publicationTypes,
  source: doc.split(':')[0] as SourceName,
});

/** An unstated design counts as `other`; a sample size that is only a sum of groups is not required. */
function measureFacts(abstracts: GradedAbstract[]): Pick<Reading, 'design' | 'n'> {
  const all = abstracts.map((graded) => {
    const work = workOf(graded);
    return { graded, design: designOf(work)?.name ?? 'other', n: factsOf(work).n?.value ?? null };
  });
  const stated = all.filter(({ graded }) => graded.n !== null && graded.n_is !== 'sum');
  return {
    design: {
      right: all.filter(({ graded, design }) => gradedDesign(graded.design) === design).length / all.length,
    },
    n: {
      right: stated.filter(({ graded, n }) => n === graded.n).length / stated.length,
      wrong: all.filter(({ graded, n }) => n !== null && n !== graded.n).length / all.length,
    },
  };
}
