import { titleWeight } from '../documents/docStore.ts';
import { idf } from '../documents/statistics.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import type { Coverage, IsHeld } from './coverage.ts';
import type { Query } from './query.ts';

/** Up to this many pairs of adjacent words count in full. In a longer topic each pair means less. */
const fewPairs = 2;
/** Weight of a pair in reverse order ("resistance to antibiotics"), and with one word in between. */
const reversed = 0.5;
const gapped = 0.25;

/** How many of the topic's adjacent word pairs a paper contains, 0 to 1. */
export interface Proximity {
  of(docId: number): number;
  /** An upper bound from the words that the paper has, without reading its text. */
  atMost(docId: number): number;
}

/**
 * Proximity of a topic's words: "long COVID" is more than long and COVID. After the sequential dependence model (Metzler &
 * Croft 2005): a pair weighs the idf of its commoner word, and saturates.
 */
export function proximity(reader: IndexReader, query: Query, covers: Coverage): Proximity {
  const pairs = pairsOf(reader, query);
  if (pairs.length === 0) return { of: () => 0, atMost: () => 0 };
  const places = new Map<number, number>();
  // A bitmap over eight bits of the term number rules out most words cheaply.
  const maybe = new Uint8Array(256);
  for (const [i, { first, second }] of pairs.entries()) {
    places.set(first, i).set(second, i + 1);
    for (const term of [first, second]) maybe[term & 255] = 1;
  }
  const scale = Math.min(1, fewPairs / pairs.length) / pairs.reduce((sum, { weight }) => sum + weight, 0);
  const counted: Counted = { places, maybe, counts: new Float64Array(pairs.length) };
  const mostOf = covers.byHeld(mostHeldBy(query, pairs));
  return {
    of(docId) {
      const { counts } = counted;
      counts.fill(0);
      countPairs(reader, docId, counted);
      let sum = 0;
      for (let i = 0; i < counts.length; i++) sum += (pairs[i]!.weight * counts[i]!) / (counts[i]! + 1);
      return scale * sum;
    },
    atMost: (docId) => scale * (mostOf(docId) ?? Number.POSITIVE_INFINITY),
  };
}

/** The weight of all pairs whose two words can both be in a paper that has some of the topic's scored terms. */
function mostHeldBy({ scored }: Query, pairs: readonly Pair[]): (isHeld: IsHeld) => number {
  const placeOf = new Map(scored.flatMap(({ term, aspect }, at) => (aspect < 0 ? [] : [[term, at]])));
  return (isHeld) => {
    const canHold = (term: number) => {
      const at = placeOf.get(term);
      return at === undefined || isHeld(at);
    };
    let most = 0;
    for (const { first, second, weight } of pairs) if (canHold(first) && canHold(second)) most += weight;
    return most;
  };
}

type Pair = { first: number; second: number; weight: number };

/** Adjacent words of the topic, without parts of a name (`il` in `IL-6`) and joined spellings. */
function pairsOf({ statistics }: IndexReader, query: Query): Pair[] {
  const words = query.terms.filter(({ weight }) => weight >= 0.5).map(({ term }) => term);
  return words.slice(1).map((second, i) => {
    const first = words[i]!;
    return { first, second, weight: Math.min(idf(statistics, first), idf(statistics, second)) };
  });
}

interface Counted {
  /** Position in the topic by term; pair i consists of the words at i and i + 1. */
  places: ReadonlyMap<number, number>;
  /** 0 if no term with these eight low bits is in the topic. */
  maybe: Uint8Array;
  /** Occurrences of each pair, weighted by `titleWeight` in the title. */
  counts: Float64Array;
}

function countPairs(reader: IndexReader, docId: number, counted: Counted): void {
  const { segment, docBase } = segmentOf(reader, docId);
  const { starts, titles, tokens } = segment.store;
  const start = starts[docId - docBase]!;
  const title = start + titles[docId - docBase]!;
  countBetween({ tokens, from: start, end: title }, titleWeight, counted);
  countBetween({ tokens, from: title, end: starts[docId - docBase + 1]! }, 1, counted);
}

function countBetween(
  { tokens, from, end }: { tokens: Uint32Array; from: number; end: number },
  weight: number,
  { places, maybe, counts }: Counted,
): void {
  // The last two of the topic's words, and the positions of their tokens.
  let last = 0;
  let lastAt = none;
  let earlier = 0;
  let earlierAt = none;
  for (let at = from; at < end; at++) {
    if (maybe[(tokens[at]! >>> 1) & 255] === 0) continue;
    const place = places.get(tokens[at]! >>> 1);
    if (place === undefined) continue;
    const distance = wordsBetween(tokens, lastAt, at);
    if ((tokens[at]! & 1) === 0) {
      if (distance === 1) {
        count(counts, place, last, weight);
        if (wordsBetween(tokens, earlierAt, at) === 2) count(counts, place, earlier, gapped * weight);
      } else if (distance === 2) count(counts, place, last, gapped * weight);
    }
    // A synonym replaces the last word at the same position, so that the next word is adjacent to it as well.
    if (distance !== 0) {
      earlier = last;
      earlierAt = lastAt;
    }
    last = place;
    lastAt = at;
  }
}

const none = -1;

/** How many positions one token is after another, or 3 if more. Synonyms share the position of what they stand for. */
function wordsBetween(tokens: Uint32Array, from: number, to: number): number {
  if (from === none) return 3;
  let words = 0;
  for (let at = to; at > from && words < 3; at--) words += 1 - (tokens[at]! & 1);
  return words;
}

function count(counts: Float64Array, place: number, before: number, weight: number): void {
  if (before === place - 1) counts[before]! += weight;
  else if (before === place + 1) counts[place]! += reversed * weight;
}
