import { scoredForCalibration } from '#search/engine/rank.ts';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { featuresOf, relevanceFloor } from '#search/score/calibrate.ts';
import { newBuffers } from '#search/score/evidence.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { type Collection, collectionsIn, type JudgedQuery } from '../data/collections.ts';
import { judgedFolder } from '../data/folders.ts';
import { chanceOf, learnLogistic, type Sample } from './logistic.ts';
import { mean } from './measures.ts';
import { asPaper, plainTopic, poolOf } from './relevance.ts';

/** What a reader sees of a topic is its first ten papers, some more on a good day. */
const shown = 20;
/**
 * Half of the papers stand for those that came last week: likes are taken from them, and what the likes say is asked
 * of the other half. Taken from the same papers, likes would leave behind only what is worse.
 */
const isSeen = (id: number) => id % 2 === 0;
/** Papers outside a topic's own field are none of them relevant; these collections have nothing in common. */
const medicine = new Set(['med', 'nfcorpus', 'drugreviews']);
const strangers = 60;
/** Papers of few collections: weights a little too small do better on collections left out (docs/decisions/0027-word-families.md). */
const ridge = 2e-3;

/**
 * Learns what a sum is worth from judged collections, and prints how well it holds for each collection when it is
 * learned from the others: `calibration [DIR]`. A paper that nobody judged counts as not relevant, so that where judges
 * saw only part of the papers, what is said is rather too low than too high. Topics asked of another field's papers teach what it looks like when a library has nothing.
 */
export default async function run([folder = judgedFolder]: string[]): Promise<void> {
  const collections = collectionsIn(folder);
  if (collections.length === 0) {
    console.error(`There is no collection under ${folder}: there is nothing to learn from.`);
    process.exitCode = 1;
    return;
  }
  const samples: Judged[] = [];
  for (const collection of collections) samples.push(...(await judgedSums(collection, collections)));
  const weights = learnLogistic(evenly(samples), ridge);
  console.log(`weights ${weights.map((weight) => weight.toFixed(2)).join(', ')}`);
  const own = samples.filter(({ stranger }) => !stranger);
  const held = collections.flatMap(({ name }) =>
    said(
      own.filter(({ from }) => from === name),
      learnLogistic(evenly(samples.filter(({ from }) => from !== name)), ridge),
    ),
  );
  for (const likes of [false, true]) {
    const asked = ({ liked }: Judged) => liked === likes;
    const when = likes ? 'after likes' : 'without likes';
    print(`${when}, learned from all`, said(own.filter(asked), weights));
    print(`${when}, each collection by the others`, held.filter(asked));
  }
  const foreign = samples.filter(({ stranger }) => stranger);
  if (foreign.length > 0)
    console.log(
      `topics of another field: ${mean(said(foreign, weights).map((one) => one.said)).toFixed(3)} said on average, ${shareOver(said(foreign, weights)).toFixed(2)} of them over the floor`,
    );
}

const said = (samples: readonly Judged[], weights: number[]): Said[] =>
  samples.map((one) => ({ ...one, said: chanceOf(one.features, weights) }));

const shareOver = (some: readonly Said[]) => mean(some.map((one) => (one.said >= relevanceFloor ? 1 : 0)));

interface Judged extends Sample {
  from: string;
  liked: boolean;
  stranger: boolean;
}

type Said = Judged & { said: number };

async function judgedSums(collection: Collection, all: readonly Collection[]): Promise<Judged[]> {
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
      except: new Set([...poolOf(query, numbers), ...(liked.length ? last : [])]),
    };
    return scoredForCalibration(buffers, { ...plainTopic(query.text), liked: texts }, candidates, count);
  };
  const judge = (query: JudgedQuery, id: number) => (query.judged.get(collection.papers[id]!.id) ?? 0) > 0;
  const { name: from } = collection;
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
        stranger: false,
      })),
    );
  });
  const foreign = all
    .filter(({ name }) => medicine.has(name) !== medicine.has(from))
    .flatMap(({ queries }) => queries.slice(0, strangers))
    .flatMap((query) => sums({ ...query, pooled: false }, []))
    .map(({ sum, features }) => ({
      features: featuresOf(sum, features),
      relevant: false,
      weight: 1,
      from,
      liked: false,
      stranger: true,
    }));
  return [...own, ...foreign];
}

/**
 * A collection counts by the square root of its papers: neither the largest alone nor the smallest like the largest.
 * What most readers see, lists before any like, counts most.
 */
function evenly(samples: readonly Judged[]): Sample[] {
  const kindOf = ({ from, liked, stranger }: Judged) => `${from} ${liked} ${stranger}`;
  const counts = Map.groupBy(samples, kindOf);
  return samples.map((one) => ({
    ...one,
    weight: (one.stranger ? 0.5 : one.liked ? 0.5 : 1) / Math.sqrt(counts.get(kindOf(one))!.length),
  }));
}

/** Said and found by tenths, and the expected calibration error over all papers (Naeini et al. 2015). */
function print(title: string, said: readonly Said[]): void {
  const bins = Array.from({ length: 10 }, (_, bin) =>
    said.filter((one) => Math.min(Math.floor(one.said * 10), 9) === bin),
  );
  console.log(
    `${title}: calibration error ${errorOf(said).toFixed(3)}, ${[...Map.groupBy(said, ({ from }) => from)].map(([name, some]) => `${name} ${errorOf(some).toFixed(3)}`).join(', ')}`,
  );
  for (const [bin, some] of bins.entries())
    if (some.length > 0)
      console.log(
        `  ${(bin / 10).toFixed(1)}–${((bin + 1) / 10).toFixed(1)}  said ${mean(some.map((one) => one.said)).toFixed(2)}  found ${shareOf(some).toFixed(2)}  of ${some.length}`,
      );
}

function errorOf(said: readonly Said[]): number {
  const bins = Map.groupBy(said, (one) => Math.min(Math.floor(one.said * 10), 9));
  return [...bins.values()].reduce(
    (sum, some) =>
      sum + (Math.abs(mean(some.map((one) => one.said)) - shareOf(some)) * some.length) / said.length,
    0,
  );
}

const shareOf = (some: readonly Said[]) => mean(some.map(({ relevant }) => (relevant ? 1 : 0)));
