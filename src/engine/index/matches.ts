import { LRUCache } from 'lru-cache';
import { once, recalled } from '../core/memo.ts';
import type { IndexReader } from './reader.ts';

/**
 * Documents that match, ascending, and how often: term frequency over BM25's length normalization, so that
 * `f / (1 + f)` is the saturated frequency and the frequencies of alternatives can be added.
 */
export type Matches = { docIds: Uint32Array; frequencies: Float32Array };

/** Space for this many documents. */
export const newMatches = (size: number): Matches => ({
  docIds: new Uint32Array(size),
  frequencies: new Float32Array(size),
});

/** The first documents, at most `count`. */
export const firstOf = ({ docIds, frequencies }: Matches, count: number): Matches =>
  count === docIds.length
    ? { docIds, frequencies }
    : { docIds: docIds.subarray(0, count), frequencies: frequencies.subarray(0, count) };

/** Adds up the frequencies of alternatives, because together they are one term. */
export const union = (lists: readonly Matches[]): Matches =>
  [...lists]
    .sort((one, other) => one.docIds.length - other.docIds.length)
    .reduce((one, other) => (one.docIds.length === 0 ? other : merged(one, other)), newMatches(0));

/** Merges two lists, ascending. */
function merged(one: Matches, other: Matches): Matches {
  const found = newMatches(one.docIds.length + other.docIds.length);
  let count = 0;
  let i = 0;
  let j = 0;
  for (; i < one.docIds.length && j < other.docIds.length; count++) {
    const left = one.docIds[i]!;
    const right = other.docIds[j]!;
    found.docIds[count] = left < right ? left : right;
    found.frequencies[count] =
      (left <= right ? one.frequencies[i++]! : 0) + (right <= left ? other.frequencies[j++]! : 0);
  }
  const [rest, from] = i < one.docIds.length ? [one, i] : [other, j];
  found.docIds.set(rest.docIds.subarray(from), count);
  found.frequencies.set(rest.frequencies.subarray(from), count);
  return firstOf(found, count + rest.docIds.length - from);
}

/** Documents that are in all lists, with the lowest of their frequencies. */
export function intersection(lists: readonly Matches[]): Matches {
  const [first, ...others] = [...lists].sort((one, other) => one.docIds.length - other.docIds.length);
  if (!first) return newMatches(0);
  return others.reduce(common, first);
}

function common(one: Matches, other: Matches): Matches {
  const found = newMatches(one.docIds.length);
  let count = 0;
  let j = 0;
  for (let i = 0; i < one.docIds.length; i++) {
    const docId = one.docIds[i]!;
    while (j < other.docIds.length && other.docIds[j]! < docId) j++;
    if (other.docIds[j] !== docId) continue;
    found.docIds[count] = docId;
    found.frequencies[count++] = Math.min(one.frequencies[i]!, other.frequencies[j]!);
  }
  return firstOf(found, count);
}

/** Limit on the documents in all cached lists together: eight bytes each, in every thread. */
const documentsAtMost = 500_000;
/** Cost of a list in documents, because an empty list takes memory too. */
const costOfEntry = 20;

const keptOf = once(
  (_: IndexReader) =>
    new LRUCache<string, Matches>({
      maxSize: documentsAtMost,
      sizeCalculation: ({ docIds }) => docIds.length + costOfEntry,
    }),
);

/**
 * The documents found for a name, cached per index because topics share many names (ICU, COVID-19, cancer and its
 * synonyms). Drops the least recently used lists.
 */
export const remembered = (reader: IndexReader, key: string, find: () => Matches): Matches =>
  recalled(keptOf(reader), key, find);
