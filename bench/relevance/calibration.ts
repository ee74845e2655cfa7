import { existsSync } from 'node:fs';
import path from 'node:path';
import { scoredForCalibration } from '#engine/feedback/judge.ts';
import { featuresOf, leastWorth, relevanceOf, worthFeaturesOf } from '#engine/score/calibrate.ts';
import { newBuffers } from '#engine/score/evidence.ts';
import { matchWord } from '#shared/papers/match.ts';
import { buildIndex, everywhere, topicOf } from '#test/inlineIndex.ts';
import { judgedFolder } from '../data/folders.ts';
import { readTopicSet, type TopicSet } from '../data/topicSet.ts';
import { learnLogistic, probabilityOf } from './logistic.ts';
import { bitsFrom, mean } from './measures.ts';
import { averageOf, scoreTopic } from './topicMeasures.ts';

/** A digest holds at most this many papers. */
const shown = 50;
/** Readers mostly see this many. */
const first = 20;
/**
 * Half of the papers stand for last week's: likes are taken from them and tested on the other half. Testing on the same
 * papers would leave only the worse ones.
 */
const isSeen = (id: number) => id % 2 === 0;
/**
 * A list after likes counts this much of one without likes: most readers have given none yet, and each topic has two such lists.
 */
const likedWeight = 0.5;
/** The displayed relevance is learned for the papers that readers see; a paper below them counts this much. */
const deeperWeight = 0.5;
const ridge = 1e-4;
const thresholds = [0, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.12, 0.15];

/**
 * Learns from saved topics with graded papers how a score becomes a probability of relevance, and which papers are worth showing
 * at all: `calibration [DIR]`. Prints how well the shipped figures fit the grades, and how well figures learned without a topic
 * fit that topic. A paper graded 2 or 3 is relevant; an ungraded paper counts as not relevant.
 */
export default async function run([folder = judgedFolder]: string[]): Promise<void> {
  const inside = path.join(folder, 'topics');
  const set = readTopicSet(existsSync(inside) ? inside : folder);
  if (!set) {
    console.error(`There are no graded topics under ${folder}: nothing to learn from.`);
    process.exitCode = 1;
    return;
  }
  const { papers, order } = await judgedPapers(set);
  const shipped = papers.map((one) => ({
    ...one,
    predicted: one.covered * relevanceOf(one.paper.sum, one.list),
  }));
  const held = heldOut(papers, displayed);
  for (const likes of [false, true]) {
    const when = likes ? 'after likes' : 'without likes';
    print(
      `${when}, as shipped`,
      shipped.filter(({ liked }) => liked === likes),
    );
    print(
      `${when}, each topic by the others`,
      held.filter(({ liked }) => liked === likes),
    );
  }
  console.log(`weights ${rounded(learn(papers, displayed))}`);
  const plain = papers.filter(({ liked }) => !liked);
  console.log(`weights of what is worth showing ${rounded(learn(plain, worth))}`);
  printFloors(set, order, heldOut(plain, worth));
}

type Scored = ReturnType<typeof scoredForCalibration>[number];

interface Judged extends Scored {
  topic: string;
  liked: boolean;
  relevant: boolean;
  /** Position in its list, from 0. */
  at: number;
}

type Predicted = Judged & { predicted: number };
type Features = (one: Judged) => number[];

const displayed: Features = ({ paper, list }) => featuresOf(paper.sum, list);
const worth: Features = ({ paper, list }) => worthFeaturesOf(paper, list);

const learn = (papers: readonly Judged[], features: Features): number[] => {
  const depth = features === displayed ? deeperWeight : 1;
  return learnLogistic(
    papers.map((one) => ({
      features: features(one),
      relevant: one.relevant,
      weight: (one.liked ? likedWeight : 1) * (one.at < first ? 1 : depth),
    })),
    ridge,
  );
};

/** Each topic's papers, with predictions learned from all other topics. */
const heldOut = (papers: readonly Judged[], features: Features): Predicted[] =>
  [...Map.groupBy(papers, ({ topic }) => topic)].flatMap(([topic, own]) => {
    const weights = learn(
      papers.filter((one) => one.topic !== topic),
      features,
    );
    return own.map((one) => ({ ...one, predicted: probabilityOf(features(one), weights) }));
  });

/** The best papers of every topic, without likes and after one and three; and each topic's list without a floor. */
async function judgedPapers(set: TopicSet) {
  const index = await buildIndex(set.papers);
  const buffers = newBuffers(index.reader);
  const seenHalf = new Set(set.papers.keys().filter(isSeen));
  const order = new Map<string, number[]>();
  const papers = set.topics.flatMap(({ id: topic, text }) => {
    const grades = set.grades.get(topic);
    const isRelevant = (id: number) => (grades?.get(set.papers[id]!.name) ?? 0) >= 2;
    const asked = topicOf(text);
    const floorless = index.rank(asked, everywhere, { limit: shown, floor: 0 });
    order.set(
      topic,
      floorless.map(({ id }) => id),
    );
    const judged = (likes: number[]): Judged[] => {
      const liked = likes.map((id) => set.papers[id]!);
      const candidates = likes.length > 0 ? { ...everywhere, except: seenHalf } : everywhere;
      return scoredForCalibration(buffers, { ...asked, liked }, candidates, { limit: shown }).map(
        (one, at) => ({ ...one, ...{ topic, at, liked: likes.length > 0, relevant: isRelevant(one.id) } }),
      );
    };
    const found = judged([]);
    const seen = found.filter(({ id, relevant }) => relevant && isSeen(id)).map(({ id }) => id);
    const likes = [1, 3].filter((count) => seen.length >= count).map((count) => seen.slice(0, count));
    return [...found, ...likes.flatMap(judged)];
  });
  return { papers, order };
}

/** Prints predicted and observed relevance by tenths, with the expected calibration error. */
function print(title: string, predicted: readonly Predicted[]): void {
  const near = predicted.filter(({ at }) => at < first);
  console.log(
    `${title}: calibration error ${errorOf(predicted).toFixed(3)} (chance alone ${expectedByChance(predicted).toFixed(3)}); of the first ${first} papers ${errorOf(near).toFixed(3)} (${expectedByChance(near).toFixed(3)})`,
  );
  for (const { from, said, found, count } of tenths(predicted))
    console.log(
      `  ${from.toFixed(1)}–${(from + 0.1).toFixed(1)}  said ${said.toFixed(2)}  found ${found.toFixed(2)}  of ${count}`,
    );
  for (const [word, some] of Map.groupBy(near, (one) => matchWord(one.predicted)))
    console.log(
      `  ${word.padEnd(14)} ${some.length} of the first ${first}, relevant ${mean(some.map(({ relevant }) => (relevant ? 1 : 0))).toFixed(2)}`,
    );
}

/** Prints what other floors would show, with predictions learned from the other topics. */
function printFloors(
  { topics, grades, papers }: TopicSet,
  order: ReadonlyMap<string, readonly number[]>,
  held: readonly Predicted[],
): void {
  const worthOf = new Map(held.map(({ topic, id, predicted }) => [`${topic} ${id}`, predicted]));
  console.log('worth showing from   nDCG@10   P@10  recall@20  shown  nothing (each topic by the others)');
  for (const least of thresholds) {
    const { ndcg10, p10, recall20, shown, nothing } = averageOf(
      topics.map((topic) => {
        const kept = order
          .get(topic.id)!
          .filter((id) => least === 0 || (worthOf.get(`${topic.id} ${id}`) ?? 0) >= least);
        const names = kept.slice(0, first).map((id) => papers[id]!.name);
        return scoreTopic(topic, grades.get(topic.id) ?? new Map(), names);
      }),
    );
    const figures = [ndcg10, p10, recall20].map((one) => one.toFixed(3).padStart(8));
    const mark = least === leastWorth ? '  taken' : '';
    console.log(
      `${least.toFixed(3).padStart(18)} ${figures.join(' ')}  ${shown.toFixed(1).padStart(5)}  ${nothing.toFixed(1).padStart(7)}${mark}`,
    );
  }
}

const rounded = (weights: readonly number[]) => weights.map((weight) => weight.toFixed(2)).join(', ');

interface Prediction {
  /** The predicted probability, 0 to 1. */
  predicted: number;
  relevant: boolean;
}

/** Predicted and observed relevance by tenths of the prediction; empty tenths are left out. */
function tenths(
  predictions: readonly Prediction[],
): { from: number; said: number; found: number; count: number }[] {
  const bins = Map.groupBy(predictions, ({ predicted }) => Math.min(Math.floor(predicted * 10), 9));
  return [...bins]
    .sort(([one], [other]) => one - other)
    .map(([bin, some]) => ({
      from: bin / 10,
      said: mean(some.map(({ predicted }) => predicted)),
      found: mean(some.map(({ relevant }) => (relevant ? 1 : 0))),
      count: some.length,
    }));
}

/** The expected calibration error over ten bins (Naeini et al. 2015). */
const errorOf = (predictions: readonly Prediction[]): number =>
  tenths(predictions).reduce(
    (sum, { said, found, count }) => sum + (Math.abs(said - found) * count) / predictions.length,
    0,
  );

/** Rounds of random draws; the mean varies by less than .001. */
const rounds = 100;

/** The error that perfect probabilities would show on this few papers. Deterministic. */
function expectedByChance(predictions: readonly Prediction[]): number {
  const bits = bitsFrom(0x2545f491);
  const draw = () => (bits() >>> 0) / 2 ** 32;
  const drawn = () => predictions.map(({ predicted }) => ({ predicted, relevant: draw() < predicted }));
  return mean(Array.from({ length: rounds }, () => errorOf(drawn())));
}
