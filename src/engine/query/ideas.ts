import { areCollocation } from '../index/collocations.ts';
import type { IndexReader } from '../index/reader.ts';
import { askedKind } from '../understanding/documentKinds.ts';
import type { Aspect, Idea, Query } from './query.ts';

/** A query whose aspects are not yet sorted into ideas. */
type Unsorted = Omit<Query, 'ideas'>;

/**
 * Maximum number of ideas in a short topic. Saved topics seldom have more; a longer text repeats itself, and a paper need
 * not cover all of it.
 */
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

/**
 * A topic's ideas in its order, without a kind of document, which is a condition, and without words that no paper has, which
 * no paper can lack.
 */
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
  if (query.otherNames.some(({ words }) => share(one, words) && share(other, words))) return true;
  const [first] = one.terms;
  const [second] = other.terms;
  const isNext = /^\s+$/.test(one.read.slice(one.to, other.from));
  return isNext && one.terms.length === 1 && areCollocation(reader, first ?? -1, second ?? -1);
}

function nameOf(aspects: readonly Aspect[]): string {
  const from = Math.min(...aspects.map((aspect) => aspect.from));
  const to = Math.max(...aspects.map((aspect) => aspect.to));
  return aspects[0]!.read.slice(from, to);
}
