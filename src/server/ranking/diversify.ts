import type { Closeness } from './neighbours.ts';
import { placeOfSlot, type Shelf } from './postings.ts';

/** Two papers that share this much of their words tell the same thing twice. */
const sameWords = 0.7;
/** Cheap test first: papers further apart than this in the latent space do not share that many words. */
const sameDirection = 0.9;
/** Fewer different words than this are a title, of which a series shares most. */
const telling = 15;

/**
 * The list without near-duplicates: of two papers that share seven tenths of their words, the better one stays.
 * Only the papers that were compared, the head of the list, are thinned; the order of the others does not change.
 * At most `limit`.
 */
export function withoutNearDuplicates<Found extends { slot: number }>(
  shelf: Shelf,
  closeness: Closeness,
  found: readonly Found[],
  limit: number,
): Found[] {
  const kept: { one: Found; row: number }[] = [];
  for (const one of found) {
    if (kept.length >= limit) break;
    const row = closeness.rowOf(one.slot);
    const told = kept.some(
      (other) => closeness.of(row, other.row) > sameDirection && tellTheSame(shelf, one.slot, other.one.slot),
    );
    if (!told) kept.push({ one, row });
  }
  return kept.map(({ one }) => one);
}

/** By shared terms over all terms of the two (Jaccard); two bare titles count only when they are one. */
function tellTheSame(shelf: Shelf, one: number, other: number): boolean {
  mark += 2;
  const first = markTerms(shelf, one, mark - 1, mark - 1);
  const second = markTerms(shelf, other, mark, mark - 1);
  const all = first.marked + second.marked;
  return second.met === all || (all >= telling && second.met > sameWords * all);
}

/** When each term was last met; kept between calls, because clearing it would cost more. */
let marks = new Int32Array(0x10000);
let mark = 0;

/** Marks the paper's terms: how many were new, and how many of them bore the mark `earlier`. */
function markTerms(
  shelf: Shelf,
  slot: number,
  now: number,
  earlier: number,
): { marked: number; met: number } {
  const { segment, base } = placeOfSlot(shelf, slot);
  const { starts, tokens } = segment.store;
  let marked = 0;
  let met = 0;
  for (let at = starts[slot - base]!; at < starts[slot - base + 1]!; at++) {
    const term = tokens[at]! >>> 1;
    if (term >= marks.length) marks = wider(marks, term);
    const last = marks[term]!;
    if (last === now) continue;
    if (last === earlier) met++;
    else marked++;
    marks[term] = now;
  }
  return { marked, met };
}

function wider(numbers: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(index * 2);
  copy.set(numbers);
  return copy;
}
