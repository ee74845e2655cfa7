import { areCollocation } from '../index/collocations.ts';
import type { IndexReader } from '../index/reader.ts';
import { askedKind } from '../understanding/documentKinds.ts';
import type { Aspect, Query } from './query.ts';

/**
 * What a reader would count as one aspect of the topic: a word in its forms, a quoted phrase, a group joined by OR, a
 * name in several words (`gut microbiome`), or words that one other name stands for (`heart failure`, HF).
 */
export interface Idea {
  name: string;
  /** Indexes into the query's aspects; none for a word that nothing is known of. */
  aspects: number[];
}

/** A topic's ideas in its order, without a kind of document, which is a condition on papers. */
export function ideasOf(reader: IndexReader, query: Query): Idea[] {
  const { aspects } = query;
  const groups: number[][] = [];
  for (const at of inReadingOrder(query)) {
    const group = groups.find((some) =>
      some.some((other) => areOne(reader, query, aspects[other]!, aspects[at]!)),
    );
    if (group) group.push(at);
    else groups.push([at]);
  }
  return [
    ...groups.map((group) => ({ name: nameOf(group.map((at) => aspects[at]!)), aspects: group })),
    ...query.unknownWords.map((name) => ({ name, aspects: [] })),
  ];
}

function inReadingOrder({ aspects, asksForKind }: Query): number[] {
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

/** Whether two aspects, of which the second begins later, are named together. */
function areOne(reader: IndexReader, query: Query, one: Aspect, other: Aspect): boolean {
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
