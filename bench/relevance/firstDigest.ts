import type { SearchIndex, Topic } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import { chosen, fromLibrary, isTooCommon } from '#topics/expansion/fromCorpus.ts';
import type { OwnTopic } from '../data/ownTopics.ts';
import type { TopicSet } from '../data/topicSet.ts';
import { mean } from './measures.ts';

/** Papers in a run: ten are shown, recall counts twenty. */
export const runLength = 20;
/** As many as `surroundings` reads from the corpus. */
const nearAtMost = 120;
const farAtMost = 1000;

const everywhere = { sources: new Set(sourceNames) };

/** A topic without its expansion. */
const plainTopic = (text: string): Topic => ({ text, expansion: [], liked: [], disliked: [], vector: null });

/** The papers of a topic's first digest, and those that would follow, best first. `said` are a model's names. */
export function firstDigest(
  index: SearchIndex,
  set: Pick<TopicSet, 'papers'>,
  text: string,
  { expands, floor, said = [] }: { expands: boolean; floor: number; said?: Expansion[] },
): string[] {
  const topic = expands ? expanded(index, set, text, said) : plainTopic(text);
  return index.rank(topic, everywhere, { limit: runLength, floor }).map(({ id }) => set.papers[id]!.name);
}

/** A topic with the expansion of its first run. */
export function expanded(
  index: SearchIndex,
  { papers }: Pick<TopicSet, 'papers'>,
  text: string,
  said: Expansion[] = [],
): Topic {
  const topic = plainTopic(text);
  const textOf = (id: number) => `${papers[id]!.title}. ${papers[id]!.abstract ?? ''}`;
  const near = index.rank(topic, everywhere, { limit: nearAtMost, floor: 0 }).map(({ id }) => id);
  const held = new Set(near);
  const step = Math.max(1, Math.floor(papers.length / farAtMost));
  const far = papers.keys().filter((id) => id % step === 0 && !held.has(id));
  const around = { near: near.map(textOf), far: [...far].map(textOf) };
  const names = said.filter(({ phrase }) => !isTooCommon(phrase, around));
  return { ...topic, expansion: [...chosen(text, fromLibrary(text, around)), ...names] };
}

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
    const found = firstDigest(index, { papers }, text, { expands: true, floor: relevanceFloor }).slice(0, 10);
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
