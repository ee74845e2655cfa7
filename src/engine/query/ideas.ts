import { idfOf } from '../documents/statistics.ts';
import { areCollocation } from '../index/collocations.ts';
import { findMatches } from '../index/matcher.ts';
import { intersection } from '../index/matches.ts';
import type { IndexReader } from '../index/reader.ts';
import { askedKind } from '../understanding/documentKinds.ts';
import type { Aspect, Idea, Query } from './query.ts';

/** A query whose aspects are not yet sorted into ideas, and not yet weighed by them. */
type Unsorted = Omit<Query, 'ideas' | 'maxScore'>;

/** Maximum number of ideas in a short topic. A longer text repeats itself, and a paper need not cover all of it. */
const fewIdeas = 3;

/** Whether a topic is so short that a paper should cover all of its ideas. */
export const isShort = ({ ideas }: Pick<Query, 'ideas'>): boolean => ideas.length <= fewIdeas;

/** The aspects that name an idea together, and those that name it alone: `metaanalysis` besides `meta` and `analysis`. */
export function partsOf(
  { aspects: own }: Idea,
  aspects: readonly Aspect[],
): { parts: number[]; wholes: number[] } {
  const isWhole = (at: number) =>
    own.some(
      (other) =>
        other !== at && aspects[at]!.from <= aspects[other]!.from && aspects[other]!.to <= aspects[at]!.to,
    );
  return { parts: own.filter((at) => !isWhole(at)), wholes: own.filter(isWhole) };
}

/** A topic's ideas in its order, without a kind, which is a condition, and words of no paper, which none can lack. */
export function ideasOf(reader: IndexReader, query: Unsorted): Idea[] {
  const { aspects } = query;
  const groups: number[][] = [];
  for (const at of inReadingOrder(query)) {
    const group = groups.find((some) =>
      some.some((other) => areOne(reader, query, aspects[other]!, aspects[at]!)),
    );
    if (group) group.push(at);
    else groups.push([at]);
  }
  return groups.map((group) => ({ name: nameOf(group.map((at) => aspects[at]!)), aspects: group }));
}

function inReadingOrder({ aspects, asksForKind }: Unsorted): number[] {
  const kinds = new Map(aspects.map(({ read }) => [read, asksForKind ? askedKind(read) : null]));
  return aspects
    .flatMap(({ read, from, to, text }, at) => {
      const kind = kinds.get(read);
      const isKind = kind && kind.from <= from && to <= kind.to;
      return text && !isKind ? [{ at, from, place: aspects.findIndex((other) => other.read === read) }] : [];
    })
    .sort((one, other) => one.place - other.place || one.from - other.from || one.at - other.at)
    .map(({ at }) => at);
}

/** Whether two aspects, the second of which begins later, form one name. */
function areOne(reader: IndexReader, query: Unsorted, one: Aspect, other: Aspect): boolean {
  if (one.read !== other.read || one.phrase !== other.phrase) return false;
  if (one.phrase >= 0 || other.from < one.to) return true;
  const share = (aspect: Aspect, words: readonly number[]) =>
    aspect.terms.some((term) => words.includes(term));
  if (query.otherNames.some(({ words, isSum }) => !isSum && share(one, words) && share(other, words)))
    return true;
  const [first] = one.terms;
  const [second] = other.terms;
  const isNext = /^\s+$/.test(one.read.slice(one.to, other.from));
  return isNext && one.terms.length === 1 && areCollocation(reader, first ?? -1, second ?? -1);
}

/**
 * Weighs the words of a name together as one term. One by one, `older adults` would say more than `sleep`, which fewer
 * papers have. BM25 counts the words wherever they stand, so the idf is the mean of two: of the papers that write the name,
 * and of those that have all its words. The background knows no names: in a small library the words keep their weight.
 */
export function weighAsOne(reader: IndexReader, { aspects, scored }: Unsorted, idea: Idea): void {
  const words = partsOf(idea, aspects).parts.flatMap((at) => aspects[at]!.parts.map((i) => scored[i]!));
  if (words.length < 2) return;
  const { papers } = reader.statistics;
  const written = findMatches(reader, { kind: 'phrase', terms: words.map(({ term }) => term) });
  const all = intersection(words.map((one) => one.matches ?? findMatches(reader, { kind: 'term', ...one })));
  const together = (idfOf(papers, written.docIds.length) + idfOf(papers, all.docIds.length)) / 2;
  const apart = words.reduce((sum, { weight, idf }) => sum + weight * idf, 0);
  const share = Math.min(1, together / apart) ** ((reader.docCount / papers) ** 2);
  for (const at of idea.aspects)
    for (const i of [...aspects[at]!.parts, ...aspects[at]!.whole]) scored[i]!.weight *= share;
}

function nameOf(aspects: readonly Aspect[]): string {
  const from = Math.min(...aspects.map((aspect) => aspect.from));
  const to = Math.max(...aspects.map((aspect) => aspect.to));
  return aspects[0]!.read.slice(from, to);
}
