import { existsSync } from 'node:fs';
import path from 'node:path';
import { scoredForCalibration } from '#search/engine/rank.ts';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { featuresOf, relevanceFloor } from '#search/score/calibrate.ts';
import { newBuffers } from '#search/score/evidence.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { type Collection, collectionsIn, type JudgedQuery } from '../data/collections.ts';
import { judgedFolder } from '../data/folders.ts';
import { readTopicSet } from '../data/topicSet.ts';
import { learnLogistic, probabilityOf, type Sample } from './logistic.ts';
import { mean } from './measures.ts';
import { asPaper, excludedFor, plainTopic } from './relevance.ts';

/** Readers see the first ten papers of a topic, sometimes more. */
const shown = 20;
/**
 * Half of the papers stand for last week's: likes are taken from them and tested on the other half. Testing on the same
 * papers would leave only the worse ones.
 */
const isSeen = (id: number) => id % 2 === 0;
/** Saved topics are what the product ranks; the other collections' queries are of other kinds. */
const topicsWeight = 400;
/** Medical collections; their topics have no relevant papers in the other collections, and vice versa. */
const medicine = new Set(['med', 'nfcorpus', 'drugreviews']);
const foreignQueries = 60;
/** With few collections, slightly smaller weights do better on held-out ones (docs/decisions/0027-word-families.md). */
const ridge = 2e-3;

/**
 * Learns the weights that turn a score into a probability of relevance from judged collections, and prints the
 * calibration error for each collection when learned from the others: `calibration [DIR]`. Unjudged papers count as not
 * relevant, so probabilities are too low rather than too high. Topics ranked over another field's papers show what a
 * corpus without relevant papers looks like.
 */
export default async function run([folder = judgedFolder]: string[]): Promise<void> {
  const collections: Judgeable[] = [...collectionsIn(folder), ...savedTopics(path.join(folder, 'topics'))];
  if (collections.length === 0) {
    console.error(`There is no collection under ${folder}: nothing to learn from.`);
    process.exitCode = 1;
    return;
  }
  const samples: Judged[] = [];
  for (const collection of collections) samples.push(...(await judgedSums(collection, collections)));
  const weights = learnLogistic(balanced(samples), ridge);
  console.log(`weights ${weights.map((weight) => weight.toFixed(2)).join(', ')}`);
  const own = samples.filter(({ foreignTopic }) => !foreignTopic);
  const held = collections.flatMap(({ name }) =>
    predict(
      own.filter(({ from }) => from === name),
      learnLogistic(balanced(samples.filter(({ from }) => from !== name)), ridge),
    ),
  );
  for (const likes of [false, true]) {
    const asked = ({ liked }: Judged) => liked === likes;
    const when = likes ? 'after likes' : 'without likes';
    print(`${when}, learned from all`, predict(own.filter(asked), weights));
    print(`${when}, each collection by the others`, held.filter(asked));
  }
  const foreign = samples.filter(({ foreignTopic }) => foreignTopic);
  if (foreign.length > 0)
    console.log(
      `topics of another field: ${mean(predict(foreign, weights).map((one) => one.predicted)).toFixed(3)} said on average, ${shareOver(predict(foreign, weights)).toFixed(2)} of them over the floor`,
    );
}

const predict = (samples: readonly Judged[], weights: number[]): Predicted[] =>
  samples.map((one) => ({ ...one, predicted: probabilityOf(one.features, weights) }));

const shareOver = (some: readonly Predicted[]) =>
  mean(some.map((one) => (one.predicted >= relevanceFloor ? 1 : 0)));

interface Judged extends Sample {
  from: string;
  liked: boolean;
  foreignTopic: boolean;
}

type Predicted = Judged & { predicted: number };

async function judgedSums(collection: Judgeable, all: readonly Judgeable[]): Promise<Judged[]> {
  const { name: from, saved = false } = collection;
  const { reader } = await buildIndex(collection.papers.map(asPaper));
  const buffers = newBuffers(reader);
  const numbers = new Map(collection.papers.map(({ id }, i) => [id, i]));
  const last = new Set(collection.papers.keys().filter(isSeen));
  const sums = (query: JudgedQuery, liked: number[], count = shown) => {
    const texts = liked.map((id) => ({
      id,
      title: collection.papers[id]!.title,
      abstract: collection.papers[id]!.text,
    }));
    const candidates = {
      sources: new Set(sourceNames),
      except: new Set([...excludedFor(query, numbers), ...(liked.length ? last : [])]),
    };
    const topic = { ...plainTopic(query.text), ...(saved && { text: query.text }), liked: texts };
    return scoredForCalibration(buffers, topic, candidates, count);
  };
  const judge = (query: JudgedQuery, id: number) =>
    (query.judged.get(collection.papers[id]!.id) ?? 0) >= (saved ? 2 : 1);

  const own = collection.queries.flatMap((query) => {
    const first = sums(query, [], 50);
    const seen = first.filter(({ id }) => isSeen(id) && judge(query, id)).map(({ id }) => id);
    const likes = [1, 3].filter((count) => seen.length >= count).map((count) => seen.slice(0, count));
    return [[], ...likes].flatMap((liked) =>
      (liked.length ? sums(query, liked) : first.slice(0, shown)).map(({ id, sum, features }) => ({
        features: featuresOf(sum, features),
        relevant: judge(query, id),
        weight: 1,
        from,
        liked: liked.length > 0,
        foreignTopic: false,
      })),
    );
  });
  const foreign = all
    .filter((other) => !saved && !other.saved && medicine.has(other.name) !== medicine.has(from))
    .flatMap(({ queries }) => queries.slice(0, foreignQueries))
    .flatMap((query) => sums({ ...query, pooled: false }, []))
    .map(({ sum, features }) => ({
      features: featuresOf(sum, features),
      relevant: false,
      weight: 1,
      from,
      liked: false,
      foreignTopic: true,
    }));
  return [...own, ...foreign];
}

/** A judged collection, or saved topics (`saved`), whose operators count and whose grades 2 and 3 are relevant. */
type Judgeable = Collection & { saved?: boolean };

function savedTopics(folder: string): Judgeable[] {
  const set = existsSync(folder) ? readTopicSet(folder) : null;
  if (!set) return [];
  const papers = set.papers.map(({ name, title, abstract }) => ({ id: name, title, text: abstract ?? '' }));
  const queries = set.topics.map(({ id, text }) => ({
    ...{ id, text, pooled: false },
    judged: new Map(set.grades.get(id) ?? []),
  }));
  return [{ name: 'topics', saved: true, papers, queries }];
}

/** Weights a collection by the square root of its size; lists without likes, which most readers see, count most. */
function balanced(samples: readonly Judged[]): Sample[] {
  const kindOf = ({ from, liked, foreignTopic }: Judged) => `${from} ${liked} ${foreignTopic}`;
  const counts = Map.groupBy(samples, kindOf);
  return samples.map((one) => ({
    ...one,
    weight:
      ((one.foreignTopic ? 0.5 : one.liked ? 0.5 : 1) * (one.from === 'topics' ? topicsWeight : 1)) /
      Math.sqrt(counts.get(kindOf(one))!.length),
  }));
}

/** Prints predicted and observed relevance by tenths, with the expected calibration error (Naeini et al. 2015). */
function print(title: string, predicted: readonly Predicted[]): void {
  const bins = Array.from({ length: 10 }, (_, bin) =>
    predicted.filter((one) => Math.min(Math.floor(one.predicted * 10), 9) === bin),
  );
  console.log(
    `${title}: calibration error ${errorOf(predicted).toFixed(3)}, ${[...Map.groupBy(predicted, ({ from }) => from)].map(([name, some]) => `${name} ${errorOf(some).toFixed(3)}`).join(', ')}`,
  );
  for (const [bin, some] of bins.entries())
    if (some.length > 0)
      console.log(
        `  ${(bin / 10).toFixed(1)}–${((bin + 1) / 10).toFixed(1)}  said ${mean(some.map((one) => one.predicted)).toFixed(2)}  found ${shareOf(some).toFixed(2)}  of ${some.length}`,
      );
}

function errorOf(predicted: readonly Predicted[]): number {
  const bins = Map.groupBy(predicted, (one) => Math.min(Math.floor(one.predicted * 10), 9));
  return [...bins.values()].reduce(
    (sum, some) =>
      sum +
      (Math.abs(mean(some.map((one) => one.predicted)) - shareOf(some)) * some.length) / predicted.length,
    0,
  );
}

const shareOf = (some: readonly Predicted[]) => mean(some.map(({ relevant }) => (relevant ? 1 : 0)));
