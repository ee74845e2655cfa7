import { firstFrom } from '../core/firstFrom.ts';
import { recalled } from '../core/memo.ts';
import { type IndexReader, postingsOf } from '../index/reader.ts';
import { isShort, partsOf } from './ideas.ts';
import type { Aspect, Query, ScoredTerm } from './query.ts';

/** How much of a topic each of some documents covers. */
export interface Coverage {
  /** The share of the topic's idf mass, 0 to 1. */
  share(docId: number): number;
  /**
   * The share relative to what a topic of this length needs, 0 to 1: one of three aspects has to be covered in full; of
   * a longer one, which says things twice, a part is enough (compare `minimum_should_match` of Elasticsearch).
   */
  sufficiency(docId: number): number;
  /** The share of one aspect (an index into `query.aspects`), 0 to 1. */
  ofAspect(aspect: number, docId: number): number;
  /**
   * A figure that depends only on which scored terms of the aspects a document holds, computed once for each combination
   * of them. Undefined for a document that was not looked up.
   */
  byHeld<Figure>(figureOf: (isHeld: IsHeld) => Figure): (docId: number) => Figure | undefined;
}

/** Minimum share for a paper to count as having every idea. */
const complete = 0.95;

/** Whether a paper has every idea of the topic. */
export const hasAllIdeas = ({ aspects }: Query, covers: Coverage, docId: number): boolean =>
  aspects.length < 2 || covers.share(docId) >= complete;

/** Whether a scored term (an index into `query.scored`) is held. */
export type IsHeld = (scored: number) => boolean;

/** Looks the topic's aspects up in all these documents at once. */
export function coverage(reader: IndexReader, query: Query, docIds: readonly number[]): Coverage {
  const { aspects, scored } = query;
  const wanted = inOrder(docIds);
  const held = scored.map((one) => (one.aspect < 0 ? null : holders(reader, one, wanted)));
  const heldBy =
    (row: number): IsHeld =>
    (i) =>
      held[i]?.[row] === 1;
  const combinations = combinationsOf(held, docIds.length);
  const byHeld = <Figure>(figureOf: (isHeld: IsHeld) => Figure) => {
    const figures = new Map<number, Figure>();
    return (docId: number): Figure | undefined => {
      const row = rowOf(wanted, docId);
      if (row < 0) return undefined;
      return recalled(figures, combinations[row]!, () => figureOf(heldBy(row)));
    };
  };
  const needed = Math.min(1, 0.35 + 2 / Math.max(1, aspects.length));
  const shareBy = shareHeldBy(query);
  // A kind of document is a condition, so all ideas together may be less than the whole topic.
  const all = shareBy(() => true) || 1;
  const shareOf = byHeld(shareBy);
  const share = (docId: number) => (shareOf(docId) ?? 0) / all;
  return {
    share,
    sufficiency: (docId) => Math.min(1, share(docId) / needed),
    ofAspect: (at, docId) => {
      const row = rowOf(wanted, docId);
      return row < 0 || !aspects[at] ? 0 : aspectHeldBy(query, aspects[at], heldBy(row));
    },
    byHeld,
  };
}

/** Bits that a number holds exactly, and a few to spare. */
const bitsAtMost = 48;

/** A number for each row that tells apart which terms it holds. */
function combinationsOf(held: readonly (Uint8Array | null)[], rows: number): Float64Array {
  const combinations = new Float64Array(rows);
  let bits = 0;
  for (const one of held) {
    if (!one) continue;
    if (bits === bitsAtMost) bits = renumber(combinations);
    for (let row = 0; row < rows; row++) combinations[row] = combinations[row]! * 2 + one[row]!;
    bits++;
  }
  return combinations;
}

/** Puts small numbers in place of large ones; returns how many bits they take. */
function renumber(combinations: Float64Array): number {
  const numbers = new Map<number, number>();
  for (const [row, combination] of combinations.entries()) {
    const number = numbers.get(combination) ?? numbers.size;
    numbers.set(combination, number);
    combinations[row] = number;
  }
  return Math.ceil(Math.log2(numbers.size + 1));
}

/** The share of one aspect that is covered by what holds these scored terms, 0 to 1. */
function aspectHeldBy({ scored }: Query, { parts, whole }: Aspect, isHeld: IsHeld): number {
  if (whole.some(isHeld)) return 1;
  const weightOf = (some: readonly number[]) => some.reduce((sum, i) => sum + scored[i]!.weight, 0);
  const all = weightOf(parts);
  return all > 0 ? weightOf(parts.filter(isHeld)) / all : 0;
}

/** Half of a name is less than half of what it says: `health` is little of `mental health`. */
const steepness = 2;

/**
 * The share of the topic's idf mass, 0 to 1, that is covered by what holds some of its scored terms (indexes into
 * `query.scored`): a short topic's by ideas, a longer one's by aspects.
 */
export function shareHeldBy(query: Query): (isHeld: IsHeld) => number {
  const { aspects } = query;
  const heldOf = (at: number, isHeld: IsHeld) => aspectHeldBy(query, aspects[at]!, isHeld);
  if (!isShort(query))
    return (isHeld) => aspects.reduce((sum, { share }, at) => sum + share * heldOf(at, isHeld), 0);
  const shareOf = (some: readonly number[]) => some.reduce((sum, at) => sum + aspects[at]!.share, 0);
  const ideas = query.ideas.map((idea) => {
    const { parts, wholes } = partsOf(idea, aspects);
    return { parts, wholes, all: shareOf(idea.aspects), own: shareOf(parts) };
  });
  return (isHeld) => {
    let share = 0;
    for (const { parts, wholes, all, own } of ideas) {
      const held = parts.reduce((sum, at) => sum + aspects[at]!.share * heldOf(at, isHeld), 0);
      const isWhole = wholes.some((at) => heldOf(at, isHeld) === 1);
      share += all * (isWhole ? 1 : own > 0 ? (held / own) ** steepness : 0);
    }
    return share;
  };
}

/** Documents in ascending order, and the row of each. */
type Wanted = { ascending: Uint32Array; order: Uint32Array };

function inOrder(docIds: readonly number[]): Wanted {
  const { length } = docIds;
  const sorted = new Float64Array(length);
  for (let row = 0; row < length; row++) sorted[row] = docIds[row]! * length + row;
  sorted.sort();
  const ascending = new Uint32Array(length);
  const order = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    ascending[i] = Math.floor(sorted[i]! / length);
    order[i] = sorted[i]! - ascending[i]! * length;
  }
  return { ascending, order };
}

/** The row of a document; -1 if it is not wanted. */
function rowOf({ ascending, order }: Wanted, docId: number): number {
  const at = firstFrom(ascending, docId);
  return ascending[at] === docId ? order[at]! : -1;
}

/** For each row whether its document has the term or one of its other names. */
function holders(reader: IndexReader, { term, matches }: ScoredTerm, wanted: Wanted): Uint8Array {
  const held = new Uint8Array(wanted.order.length);
  if (matches) {
    const { length } = matches.docIds;
    mark(held, { list: matches.docIds, from: 0, to: length, base: 0 }, wanted);
    return held;
  }
  for (const { segment, docBase } of reader.segments) {
    const { from, to } = postingsOf(segment, term);
    if (from < to) mark(held, { list: segment.papers, from, to, base: docBase }, wanted);
  }
  return held;
}

/** Marks the wanted documents that are in a part of an ascending list, whose numbers count from `base`. */
function mark(
  held: Uint8Array,
  { list, from, to, base }: { list: Uint32Array; from: number; to: number; base: number },
  { ascending, order }: Wanted,
): void {
  let at = from;
  for (let i = 0; i < ascending.length && at < to; i++) {
    const wanted = ascending[i]! - base;
    if (wanted < list[at]!) continue;
    at = firstFrom(list, wanted, at, to);
    if (at < to && list[at] === wanted) held[order[i]!] = 1;
  }
}
