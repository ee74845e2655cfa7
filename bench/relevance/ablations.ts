import path from 'node:path';
import { leftOut, type Part } from '#search/core/parts.ts';
import type { SearchIndex } from '#search/core/types.ts';
import { shippedBackground } from '#search/documents/background.ts';
import { buildIndex, openIndex } from '#search/engine/searchIndex.ts';
import type { IndexReader } from '#search/index/reader.ts';
import { relevanceFloor } from '#search/score/calibrate.ts';
import { weights } from '#search/score/combine.ts';
import { type Collection, collectionsIn } from '../data/collections.ts';
import { corpusPapers } from '../data/corpusPapers.ts';
import { judgedFolder } from '../data/folders.ts';
import { ownTopics } from '../data/ownTopics.ts';
import { readTopicSet, type TopicSet } from '../data/topicSet.ts';
import { firstDigest, shownFor } from './firstDigest.ts';
import { meanOf, measure } from './measures.ts';
import { asPaper, rankingBy } from './relevance.ts';
import { averageOf, scoreTopic } from './topicMeasures.ts';

interface Row {
  name: string;
  parts?: Part[];
  /** Weights of the sum that are set to 0. */
  figures?: (keyof typeof weights)[];
}

const rows: Row[] = [
  { name: '(nothing)' },
  { name: 'half of a name counting less', parts: ['halves of names'] },
  { name: 'narrower headings', parts: ['narrower headings'] },
  { name: 'these and classes of drugs', parts: ['narrower headings', 'drug classes'] },
  { name: 'any closed group', parts: ['closed groups'] },
  { name: 'abbreviations', parts: ['abbreviations'] },
  { name: 'joined and split spellings', parts: ['spellings'] },
  { name: 'other languages and corrections', parts: ['corrections'] },
  { name: 'kinds as a condition', parts: ['kinds of document'] },
  { name: 'coverage in the sum', figures: ['coverage', 'coverageOfMany'] },
  { name: 'ideas in one passage', parts: ['passages'] },
  { name: 'few papers that lack an idea', parts: ['padding'] },
  { name: 'senses of a word family', parts: ['senses'] },
  { name: 'proximity', figures: ['proximity'] },
  { name: 'pseudo-relevance feedback', figures: ['feedback'] },
  { name: 'latent similarity', figures: ['latent'] },
  { name: 'neighbors', figures: ['neighbors'] },
];

/**
 * What each part of the ranking contributes on every set, as a table for docs/ranking.md: `ablations [NAME…]`. Each row leaves
 * one part out and changes nothing else; a name selects the rows that contain it. Prints nDCG@10, and recall@20 of the topics as
 * they are shown; for our own topics, how many papers shown were right, partly right and neither.
 */
export default async function run(names: string[]): Promise<void> {
  const set = readTopicSet(path.join(judgedFolder, 'topics'));
  const collections = collectionsIn(judgedFolder);
  if (!set && collections.length === 0) {
    console.error(`There are no graded sets under ${judgedFolder}.`);
    process.exitCode = 1;
    return;
  }
  const topics = set && { set, reader: (await buildIndex(set.papers)).reader };
  const indexed: Indexed[] = [];
  for (const collection of collections)
    indexed.push({ collection, reader: (await buildIndex(collection.papers.map(asPaper))).reader });
  const papers = corpusPapers();
  const own = papers && { papers, reader: (await buildIndex(papers)).reader, topics: ownTopics() };
  const heads = [
    ...(topics ? ['topics', 'recall@20'] : []),
    ...collections.map(({ name }) => name),
    ...(own ? ['right', 'partly', 'not right'] : []),
  ];
  console.log(`| without | ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length + 1)}`);
  for (const row of rows) {
    if (names.length > 0 && !names.some((name) => row.name.includes(name))) continue;
    const figures = without(row, () => [
      ...[...(topics ? figuresOfTopics(topics) : []), ...indexed.map(figureOf)].map((figure) =>
        figure.toFixed(3).replace(/^0/, ''),
      ),
      ...(own ? countsOf(own) : []),
    ]);
    console.log(`| ${row.name} | ${figures.join(' | ')} |`);
  }
}

interface Own {
  papers: NonNullable<ReturnType<typeof corpusPapers>>;
  reader: IndexReader;
  topics: ReturnType<typeof ownTopics>;
}

interface Indexed {
  collection: Collection;
  reader: IndexReader;
}

/** An index without cached plans of earlier rows, because plans are cached by reader. */
const anotherIndex = (reader: IndexReader): SearchIndex => openIndex({ ...reader }, shippedBackground());

/** The result of `work` while a row's parts are left out. */
function without<T>({ parts = [], figures = [] }: Row, work: () => T): T {
  const before = { ...weights };
  for (const part of parts) leftOut.add(part);
  for (const figure of figures) weights[figure] = 0;
  try {
    return work();
  } finally {
    leftOut.clear();
    Object.assign(weights, before);
  }
}

function figuresOfTopics({ set, reader }: { set: TopicSet; reader: IndexReader }): number[] {
  const index = anotherIndex(reader);
  const scores = set.topics.map((topic) =>
    scoreTopic(
      topic,
      set.grades.get(topic.id) ?? new Map(),
      firstDigest(index, set, topic.text, { expands: true, floor: relevanceFloor }),
    ),
  );
  const { ndcg10, recall20 } = averageOf(scores);
  return [ndcg10, recall20];
}

/** Papers that are shown for our own topics: right, partly right, and all others. */
function countsOf({ papers, reader, topics }: Own): number[] {
  const { shown, right, partly } = shownFor(anotherIndex(reader), papers, topics);
  return [right, partly, shown - right - partly];
}

function figureOf({ collection, reader }: Indexed): number {
  const ask = rankingBy(anotherIndex(reader), collection);
  const measured = collection.queries.map((query) =>
    measure(
      ask(query).map(({ paper }) => paper),
      query,
    ),
  );
  return meanOf(measured).ndcg10;
}
