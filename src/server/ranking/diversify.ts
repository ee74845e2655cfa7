import { cosines } from './neighbours.ts';
import { placeOfSlot, type Shelf } from './postings.ts';

/** Only the head of a list is thinned: nobody reads two copies side by side further down. */
const head = 50;
/** Two papers that share this much of their words tell the same thing twice. */
const sameWords = 0.7;
/** Cheap test first: papers further apart than this in the latent space cannot share that many words. */
const sameDirection = 0.85;

/**
 * The list without near-duplicates: of papers in the head of the list that share seven tenths of their words,
 * the better one stays. The order of the others does not change.
 */
export function withoutNearDuplicates<Found extends { slot: number }>(
  shelf: Shelf,
  found: readonly Found[],
): Found[] {
  const looked = found.slice(0, head).map(({ slot }) => slot);
  const closeness = cosines(shelf, looked);
  const kept: number[] = [];
  for (let paper = 0; paper < looked.length; paper++) {
    const again = kept.some(
      (other) =>
        closeness[paper * looked.length + other]! > sameDirection &&
        overlap(shelf, looked[paper]!, looked[other]!) > sameWords,
    );
    if (!again) kept.push(paper);
  }
  return [...kept.map((paper) => found[paper]!), ...found.slice(head)];
}

/** Shared terms over all terms of the two (Jaccard); two bare titles count only when they are one. */
function overlap(shelf: Shelf, one: number, other: number): number {
  const first = termsOf(shelf, one);
  const second = termsOf(shelf, other);
  let shared = 0;
  for (const term of first) if (second.has(term)) shared++;
  const all = first.size + second.size - shared;
  return all < telling && shared < all ? 0 : shared / all;
}

/** Fewer different words than this are a title, of which a series shares most. */
const telling = 15;

function termsOf(shelf: Shelf, slot: number): Set<number> {
  const { segment, base } = placeOfSlot(shelf, slot);
  const { starts, tokens } = segment.store;
  return new Set(tokens.subarray(starts[slot - base], starts[slot - base + 1]).map((token) => token >>> 1));
}
