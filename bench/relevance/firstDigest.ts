import type { SearchIndex, Topic } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import { everywhere, topicOf } from '#test/inlineIndex.ts';
import type { OwnTopic } from '../data/ownTopics.ts';
import type { TopicSet } from '../data/topicSet.ts';
import { mean } from './measures.ts';

/** Papers in a run: ten are shown, recall counts twenty. */
export const runLength = 20;

/** The papers of a topic's first digest, and those that would follow, best first. */
export const firstDigest = (
  index: SearchIndex,
  { papers }: Pick<TopicSet, 'papers'>,
  topic: Topic,
  floor = relevanceFloor,
): string[] => index.rank(topic, everywhere, { limit: runLength, floor }).map(({ id }) => papers[id]!.name);

/** How many papers of first digests are shown, and how they were graded. */
export interface Shown {
  shown: number;
  right: number;
  partly: number;
  wrong: number;
  ungraded: number;
  /** Papers shown per topic that has no paper graded right. */
  nothing: number;
}

/** What the first digests of topics show, over all real records at once. */
export function shownFor(index: SearchIndex, papers: TopicSet['papers'], topics: readonly OwnTopic[]): Shown {
  const digests = topics.map(({ text, grades }) => {
    const found = firstDigest(index, { papers }, topicOf(text)).slice(0, 10);
    return { grades, found: found.map((name) => grades.get(name) ?? null) };
  });
  const all = digests.flatMap(({ found }) => found);
  const count = (wanted: number | null) => all.filter((grade) => grade === wanted).length;
  const without = digests.filter(({ grades }) => ![...grades.values()].includes(2));
  return {
    ...{ shown: all.length, right: count(2), partly: count(1), wrong: count(0), ungraded: count(null) },
    nothing: mean(without.map(({ found }) => found.length)),
  };
}
