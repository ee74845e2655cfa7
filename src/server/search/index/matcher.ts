import { titleWeight } from '../documents/docStore.ts';
import { lengthNorm } from '../documents/termWeights.ts';
import { type IndexReader, postingsOf, type SegmentReader } from './reader.ts';

/** What a document must contain, as terms of the index; a term that no paper has is -1. */
export type Matcher =
  | { kind: 'term'; term: number }
  | { kind: 'phrase'; terms: readonly number[]; inTitle?: boolean }
  | { kind: 'all'; of: readonly Matcher[] }
  | { kind: 'any'; of: readonly Matcher[] };

/**
 * Documents that match, ascending, and how often: term frequency over BM25's length normalization, so that
 * `f / (1 + f)` is the saturated frequency and the frequencies of alternatives can be added.
 */
export interface Matches {
  docIds: number[];
  frequencies: number[];
}

/** Finds the documents that match. */
export function findMatches(reader: IndexReader, matcher: Matcher): Matches {
  switch (matcher.kind) {
    case 'term':
      return termMatches(reader, matcher.term);
    case 'phrase':
      return matcher.terms.length === 1 && !matcher.inTitle
        ? termMatches(reader, matcher.terms[0]!)
        : phraseMatches(reader, matcher.terms, matcher.inTitle ?? false);
    case 'any':
      return union(matcher.of.map((one) => findMatches(reader, one)));
    case 'all':
      return intersection(matcher.of.map((one) => findMatches(reader, one)));
  }
}

function termMatches(reader: IndexReader, term: number): Matches {
  const matches: Matches = { docIds: [], frequencies: [] };
  for (const { segment, docBase, deleted } of reader.segments) {
    const { from, to } = postingsOf(segment, term);
    for (let i = from; i < to; i++) {
      const paper = segment.papers[i]!;
      if (deleted[paper]) continue;
      const weight = segment.weights[i]!;
      matches.docIds.push(docBase + paper);
      matches.frequencies.push(weight / (1 - weight));
    }
  }
  return matches;
}

/** Adds up the frequencies of alternatives: together they are one term. */
export function union(lists: readonly Matches[]): Matches {
  if (lists.length === 1) return lists[0]!;
  const sums = new Map<number, number>();
  for (const { docIds, frequencies } of lists)
    for (let i = 0; i < docIds.length; i++)
      sums.set(docIds[i]!, (sums.get(docIds[i]!) ?? 0) + frequencies[i]!);
  const docIds = [...sums.keys()].sort((one, other) => one - other);
  return { docIds, frequencies: docIds.map((docId) => sums.get(docId)!) };
}

/** Documents in all lists, with the lowest of their frequencies. */
function intersection(lists: readonly Matches[]): Matches {
  const [first, ...others] = [...lists].sort((one, other) => one.docIds.length - other.docIds.length);
  if (!first) return { docIds: [], frequencies: [] };
  const maps = others.map(({ docIds, frequencies }) => new Map(docIds.map((id, i) => [id, frequencies[i]!])));
  const matches: Matches = { docIds: [], frequencies: [] };
  for (const [i, docId] of first.docIds.entries()) {
    if (!maps.every((map) => map.has(docId))) continue;
    matches.docIds.push(docId);
    matches.frequencies.push(Math.min(first.frequencies[i]!, ...maps.map((map) => map.get(docId)!)));
  }
  return matches;
}

function phraseMatches(reader: IndexReader, terms: readonly number[], inTitle: boolean): Matches {
  const matches: Matches = { docIds: [], frequencies: [] };
  if (terms.length === 0 || terms.includes(-1)) return matches;
  for (const segmentReader of reader.segments) {
    const { segment, docBase, deleted } = segmentReader;
    const { lengths } = segment.store;
    for (const paper of papersWithAll(segmentReader, terms)) {
      if (deleted[paper]) continue;
      const count = countPhrase(segmentReader, paper, terms, inTitle);
      if (count === 0) continue;
      matches.docIds.push(docBase + paper);
      matches.frequencies.push(count / lengthNorm(lengths[paper]!, reader.statistics.averageLength));
    }
  }
  return matches;
}

/** Papers of a segment that have all the terms, ascending. */
function papersWithAll({ segment }: SegmentReader, terms: readonly number[]): number[] {
  const lists = [...new Set(terms)]
    .map((term) => {
      const { from, to } = postingsOf(segment, term);
      return segment.papers.subarray(from, to);
    })
    .sort((one, other) => one.length - other.length);
  let found = Array.from(lists[0]!);
  for (const list of lists.slice(1)) {
    let at = 0;
    found = found.filter((paper) => {
      while (at < list.length && list[at]! < paper) at++;
      return list[at] === paper;
    });
  }
  return found;
}

function countPhrase(
  { segment: { store } }: SegmentReader,
  paper: number,
  terms: readonly number[],
  inTitle: boolean,
): number {
  const { starts, titles, tokens } = store;
  const title = starts[paper]! + titles[paper]!;
  const end = inTitle ? title : starts[paper + 1]!;
  // The first word itself, not a synonym at its position.
  const first = terms[0]! * 2;
  let count = 0;
  for (let at = starts[paper]!; at < end; at++)
    if (tokens[at] === first && follows(tokens, at, at < title ? title : end, terms))
      count += at < title ? titleWeight : 1;
  return count;
}

/** Whether the terms stand from `from` on, one after the other; synonyms at their positions are skipped. */
export function follows(tokens: Uint32Array, from: number, end: number, terms: readonly number[]): boolean {
  let found = 0;
  for (let at = from; at < end; at++) {
    const token = tokens[at]!;
    if (token & 1) continue;
    if (token >>> 1 !== terms[found]) return false;
    if (++found === terms.length) return true;
  }
  return false;
}
