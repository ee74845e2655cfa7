import { titleWeight } from '../documents/docStore.ts';
import { idf } from '../documents/statistics.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import type { Phrase, Query } from './parse.ts';

/** Pairs of neighbouring words that count in full; a longer topic's are a smaller part of what it says. */
const fewPairs = 2;
/** What a pair counts in the other order, as in "resistance to antibiotics", and with one word between. */
const reversed = 0.5;
const parted = 0.25;

/**
 * How much of what the topic says word beside word a paper says so too, 0 to 1: "long COVID" is more than long and
 * COVID. Each pair of neighbouring words of the topic counts by the idf of its commoner word and saturates, after the
 * sequential dependence model (Metzler & Croft 2005).
 */
export function proximity(reader: IndexReader, query: Query): (docId: number) => number {
  const pairs = pairsOf(reader, query);
  if (pairs.length === 0) return () => 0;
  const places = new Map<number, number>();
  // Most words of a paper are none of the topic's: eight bits of a word's number say so at once.
  const maybe = new Uint8Array(256);
  for (const [i, { first, second }] of pairs.entries()) {
    places.set(first, i).set(second, i + 1);
    for (const term of [first, second]) maybe[term & 255] = 1;
  }
  const scale = Math.min(1, fewPairs / pairs.length) / pairs.reduce((sum, { weight }) => sum + weight, 0);
  const counted: Counted = { places, maybe, counts: new Float64Array(pairs.length) };
  return (docId) => {
    const { counts } = counted;
    counts.fill(0);
    countPairs(reader, docId, counted);
    let sum = 0;
    for (let i = 0; i < counts.length; i++) sum += (pairs[i]!.weight * counts[i]!) / (counts[i]! + 1);
    return scale * sum;
  };
}

interface Pair {
  first: number;
  second: number;
  weight: number;
}

/** The topic's own words one after the other; parts of a name (`il` of `IL-6`) and joined spellings are left out. */
function pairsOf({ statistics }: IndexReader, query: Query): Pair[] {
  const words = query.terms.filter(({ own, weight }) => own && weight >= 0.5).map(({ term }) => term);
  return words.slice(1).map((second, i) => {
    const first = words[i]!;
    return { first, second, weight: Math.min(idf(statistics, first), idf(statistics, second)) };
  });
}

interface Counted {
  /** Of the topic's words, by term; pair i is of the words in places i and i + 1. */
  places: ReadonlyMap<number, number>;
  /** 0 for a term that has no place, by eight bits of its number. */
  maybe: Uint8Array;
  /** How often the paper holds each pair, three times for the title. */
  counts: Float64Array;
}

function countPairs(reader: IndexReader, docId: number, counted: Counted): void {
  const { segment, docBase } = segmentOf(reader, docId);
  const { starts, titles, tokens } = segment.store;
  const start = starts[docId - docBase]!;
  const title = start + titles[docId - docBase]!;
  countBetween(tokens, start, title, titleWeight, counted);
  countBetween(tokens, title, starts[docId - docBase + 1]!, 1, counted);
}

function countBetween(
  tokens: Uint32Array,
  from: number,
  end: number,
  weight: number,
  { places, maybe, counts }: Counted,
): void {
  let position = 0;
  // The last two of the topic's words, and where they stood.
  let last = 0;
  let lastAt = nowhere;
  let earlier = 0;
  let earlierAt = nowhere;
  for (let at = from; at < end; at++) {
    const token = tokens[at]!;
    const isSynonym = token & 1;
    position += 1 - isSynonym;
    if (maybe[(token >>> 1) & 255] === 0) continue;
    const place = places.get(token >>> 1);
    if (place === undefined) continue;
    if (isSynonym === 0) {
      if (lastAt === position - 1) {
        count(counts, place, last, weight);
        if (earlierAt === position - 2) count(counts, place, earlier, parted * weight);
      } else if (lastAt === position - 2) count(counts, place, last, parted * weight);
    }
    // Another reading of the words before it takes the place of the last: what follows stands beside it as well.
    if (lastAt !== position) {
      earlier = last;
      earlierAt = lastAt;
    }
    last = place;
    lastAt = position;
  }
}

const nowhere = -9;

function count(counts: Float64Array, place: number, before: number, weight: number): void {
  if (before === place - 1) counts[before]! += weight;
  else if (before === place + 1) counts[place]! += reversed * weight;
}

/** Whether the paper holds the phrase word after word, within its title or its abstract. */
export function holds(reader: IndexReader, docId: number, { terms }: Phrase): boolean {
  if (terms.includes(-1)) return false;
  const { segment, docBase } = segmentOf(reader, docId);
  const { starts, titles, tokens } = segment.store;
  const paper = docId - docBase;
  const title = starts[paper]! + titles[paper]!;
  const end = starts[paper + 1]!;
  // The first word as it stands in the text, no reading beside it.
  const first = terms[0]! * 2;
  for (let at = starts[paper]!; at < end; at++)
    if (tokens[at] === first && follows(tokens, at, at < title ? title : end, terms)) return true;
  return false;
}

function follows(tokens: Uint32Array, from: number, end: number, terms: number[]): boolean {
  let found = 0;
  for (let at = from; at < end; at++) {
    const token = tokens[at]!;
    if (token & 1) continue;
    if (token >>> 1 !== terms[found]) return false;
    if (++found === terms.length) return true;
  }
  return false;
}
