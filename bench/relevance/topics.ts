import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildIndex, topicOf } from '#test/inlineIndex.ts';
import { corpusPapers } from '../data/corpusRecords.ts';
import { judgedFolder } from '../data/folders.ts';
import { optionsIn } from '../data/options.ts';
import { ownTopics } from '../data/ownTopics.ts';
import { readTopicSet, type TopicSet } from '../data/topicSet.ts';
import { firstDigest, runLength, shownFor } from './firstDigest.ts';
import { pairedTest } from './measures.ts';
import { plainBm25 } from './plainBm25.ts';
import { averageOf, scoreTopic, type TopicScore } from './topicMeasures.ts';
import { judgedDigests, type ModelName, modelNames } from './withModel.ts';

type Run = ReadonlyMap<string, readonly string[]>;

/**
 * How well saved topics are understood: `topics [DIR] [--run FILE] [--json FILE] [--model NAME]`. Ranks every topic of DIR over all papers at once, as a first digest does, with its floor. Prints the result
 * beside plain BM25 and the ranking without floor. `--run` writes `topic TAB paper TAB rank`, twenty papers a topic. Below that
 * come the papers shown for our own topics (`ownTopics`). With `--model`, a stand-in of that name judges the papers of each digest
 * (`withModel.ts`), and `--run` writes what then is shown.
 */
export default async function run(args: string[]): Promise<void> {
  const options = optionsIn(args, 'run', 'json', 'model');
  const { json, named, run: file } = options;
  const folder = named[0] ?? path.join(judgedFolder, 'topics');
  const set = readTopicSet(folder);
  if (!set) {
    console.error(
      `There are no topics (topics.jsonl or queries.jsonl, with corpus.jsonl.gz or corpus.ids) in ${folder}.`,
    );
    process.exitCode = 1;
    return;
  }
  const model = modelNames.find((name) => name === options.model);
  if (options.model && !model) {
    console.error(`There is no model ${options.model}. There are: ${modelNames.join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  const runs = await (model ? runsWith(set, model) : runsOf(set));
  const shown = runs.get(model ?? 'product')!;
  if (file) writeFileSync(file, runFile(shown));
  const scores = new Map([...runs].map(([name, one]) => [name, scoresOf(set, one)]));
  print(set, scores);
  if (!model) await printOwn();
  if (json) {
    const rows = [...scores].map(([name, some]) => [name, { ...averageOf(some), topics: some }]);
    writeFileSync(json, `${JSON.stringify(Object.fromEntries(rows), null, 1)}\n`);
  }
}

async function runsOf(set: TopicSet): Promise<Map<string, Run>> {
  const index = await buildIndex(set.papers);
  const ask = (floor?: number): Run =>
    new Map(set.topics.map(({ id, text }) => [id, firstDigest(index, set, topicOf(text), floor)]));
  const texts = set.papers.map(({ name, title, abstract }) => ({ id: name, title, text: abstract ?? '' }));
  const bm25 = plainBm25({ name: '', queries: [], papers: texts });
  return new Map([
    ['product', ask()],
    ['no floor', ask(0)],
    ['BM25', new Map(set.topics.map(({ id, text }) => [id, bm25(text).slice(0, runLength)]))],
  ]);
}

/** The product without and with a model that judges. */
async function runsWith(set: TopicSet, model: ModelName): Promise<Map<string, Run>> {
  const index = await buildIndex(set.papers);
  const product = set.topics.map(({ id, text }) => [id, firstDigest(index, set, topicOf(text))] as const);
  const { run, asked, heard, tokens } = await judgedDigests(index, set, model);
  console.log(`${model}: ${asked} questions of about ${tokens} tokens, heard for ${heard} topics\n`);
  return new Map<string, Run>([
    ['product', new Map(product)],
    [model, run],
  ]);
}

const runFile = (run: Run): string =>
  [...run].flatMap(([topic, papers]) => papers.map((paper, i) => `${topic}\t${paper}\t${i + 1}\n`)).join('');

const scoresOf = ({ topics, grades }: TopicSet, run: Run): TopicScore[] =>
  topics.map((topic) => scoreTopic(topic, grades.get(topic.id) ?? new Map(), run.get(topic.id)!));

function print(set: TopicSet, scores: ReadonlyMap<string, TopicScore[]>): void {
  const names = [...scores.keys()];
  const gains = (name: string) =>
    scores.get(name)!.flatMap(({ nothing, ndcg10 }) => (nothing ? [] : [ndcg10]));
  console.log(
    `${'run'.padEnd(14)} nDCG@10  graded   P@10  recall@20  precision  shown  nothing  p against ${names.at(-1)}`,
  );
  for (const name of names) {
    const all = averageOf(scores.get(name)!);
    const p = name === names.at(-1) ? '' : pairedTest(gains(name), gains(names.at(-1)!)).toFixed(4);
    console.log(
      `${name.padEnd(14)}   ${f(all.ndcg10)}   ${f(all.graded10)}  ${f(all.p10)}      ${f(all.recall20)}      ${f(all.precision)}  ${all.shown.toFixed(1).padStart(5)}  ${all.nothing.toFixed(1).padStart(7)}  ${p}`,
    );
  }
  console.log(`\n${'nDCG@10 by kind'.padEnd(18)}${names.map((name) => name.padStart(14)).join('')}`);
  for (const kind of new Set(set.topics.map((topic) => topic.kind))) {
    const of = (name: string) => averageOf(scores.get(name)!.filter((one) => one.kind === kind)).ndcg10;
    console.log(`${kind.padEnd(18)}${names.map((name) => f(of(name)).padStart(14)).join('')}`);
  }
}

/** Prints what is shown for our own topics, whose judges looked at wrong papers rather than at missed ones. */
async function printOwn(): Promise<void> {
  const papers = corpusPapers();
  if (!papers) return;
  const index = await buildIndex(papers);
  for (const [use, topics] of Map.groupBy(ownTopics(), (topic) => topic.use)) {
    const { shown, right, partly, wrong, ungraded, nothing } = shownFor(index, papers, topics);
    console.log(
      `\n${topics.length} topics of ours (${use}), ${papers.length} papers: shown ${shown}, right ${right}, partly ${partly}, wrong ${wrong}, ungraded ${ungraded}; ${nothing.toFixed(1)} papers a topic where none is right`,
    );
  }
}

const f = (figure: number) => figure.toFixed(3);
