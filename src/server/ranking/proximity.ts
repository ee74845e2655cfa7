import { placeOfSlot, type Shelf } from './postings.ts';
import { idf } from './statistics.ts';
import { titleWeight } from './store.ts';
import type { Phrase, Query } from './topic.ts';

const reach = 8;

/**
 * How near each other papers use different words of the topic, 0 to 1: every such pair counts by the rarer word's
 * idf over the square of their distance, as in Büttcher, Clarke & Lushman 2006, and saturates.
 */
export function proximity(shelf: Shelf, query: Query): (slot: number) => number {
  const own = query.terms.filter((term) => term.own);
  const weights = new Map(own.map(({ term }) => [term, idf(shelf.statistics, term)]));
  if (weights.size < 2) return () => 0;
  // Most words of a paper are none of the topic's: eight bits of a word's number say so at once.
  const maybe = new Uint8Array(256);
  for (const term of weights.keys()) maybe[term & 255] = 1;
  return (slot) => proximityIn(shelf, slot, weights, maybe);
}

function proximityIn(
  shelf: Shelf,
  slot: number,
  weights: ReadonlyMap<number, number>,
  maybe: Uint8Array,
): number {
  const { segment, base } = placeOfSlot(shelf, slot);
  const { starts, titles, tokens } = segment.store;
  const paper = slot - base;
  const start = starts[paper]!;
  const title = start + titles[paper]!;
  let sum = 0;
  let position = 0;
  let last = -1;
  let lastAt = 0;
  for (let at = start; at < starts[paper + 1]!; at++) {
    const token = tokens[at]!;
    if (at === title) last = -1;
    if (token & 1) continue;
    position++;
    const term = token >>> 1;
    if (maybe[term & 255] === 0) continue;
    const weight = weights.get(term);
    if (weight === undefined) continue;
    const apart = position - lastAt;
    if (last >= 0 && last !== term && apart <= reach)
      sum += ((at < title ? titleWeight : 1) * Math.min(weight, weights.get(last)!)) / (apart * apart);
    last = term;
    lastAt = position;
  }
  return sum / (sum + half);
}

/** The sum at which proximity is worth half: about two close pairs of uncommon words. */
const half = 9;

/** Whether the paper holds the phrase word after word, within its title or its abstract. */
export function holds(shelf: Shelf, slot: number, { terms }: Phrase): boolean {
  if (terms.includes(-1)) return false;
  const { segment, base } = placeOfSlot(shelf, slot);
  const { starts, titles, tokens } = segment.store;
  const paper = slot - base;
  const title = starts[paper]! + titles[paper]!;
  const end = starts[paper + 1]!;
  for (let at = starts[paper]!; at < end; at++)
    if (follows(tokens, at, at < title ? title : end, terms)) return true;
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
