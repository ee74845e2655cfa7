import type { Admits } from './candidates.ts';
import { shares, sumOf } from './fuse.ts';
import {
  evidenceFor,
  type Found,
  mostBesides,
  mostByVectors,
  type Scratch,
  sumFor,
  type Wanted,
} from './gather.ts';
import { placeNumber, type Shelf } from './postings.ts';
import { productsOf } from './products.ts';
import { Top } from './top.ts';

/**
 * The `count` admitted papers with the most evidence, best first. Exact, though vectors are compared for few papers:
 * what they can add is bounded, and a paper that its words leave further behind than that cannot come in.
 */
export function highest(
  shelf: Shelf,
  scratch: Scratch,
  wanted: Wanted,
  admits: Admits,
  count: number,
): Found[] {
  const { byWords, atMost, reachable, ordered, met } = scratch;
  const most = mostByVectors(wanted);
  const top = new Top(count);
  const { head, others } = inReach(scratch, wanted, admits, count, most);
  for (const slot of head) top.offer(slot, sumFor(shelf, scratch, wanted, slot));
  let length = 0;
  for (let i = 0; i < others; i++) {
    const slot = reachable[i]!;
    if (byWords[slot]! + most >= top.least() && met.marks[slot] !== inHead) reachable[length++] = slot;
  }
  // No word has met these; where words tell so little, their vectors may still bring them in.
  for (let slot = 0; slot < shelf.slots && most >= top.least(); slot++) {
    if (met.marks[slot] || !admits(slot)) continue;
    byWords[slot] = 0;
    reachable[length++] = slot;
  }
  const may = mayReach(shelf, scratch, wanted, length, top.least());
  // Those that may come highest first: the more of them are in, the fewer of the rest can still come in.
  for (const slot of falling(atMost, reachable.subarray(0, may), ordered))
    if (atMost[slot]! >= top.least()) top.offer(slot, sumFor(shelf, scratch, wanted, slot));
  return top.sorted().map((slot) => {
    const evidence = evidenceFor(shelf, scratch, wanted, slot);
    return { slot, evidence, sum: sumOf(evidence) };
  });
}

const inHead = 2;

/** The `count` admitted papers with the best words, and how many are behind them by no more than `most`, in `reachable`. */
function inReach(
  { lexical, feedback, liked, byWords, reachable, met }: Scratch,
  { coverage, mostFeedback, mostLiked }: Wanted,
  admits: Admits,
  count: number,
  most: number,
): { head: number[]; others: number } {
  const own = coverage > 0 ? shares.lexical / coverage : 0;
  const seeds = mostFeedback > 0 ? shares.feedback / mostFeedback : 0;
  const taste = mostLiked > 0 ? shares.likedWords / mostLiked : 0;
  const words = new Top(count);
  let length = 0;
  for (let i = 0; i < met.count; i++) {
    const slot = met.slots[i]!;
    let sum = own * lexical[slot]! + seeds * feedback[slot]!;
    if (taste > 0) sum += taste * liked[slot]!;
    byWords[slot] = sum;
    if (sum + most < words.least() || !admits(slot)) continue;
    reachable[length++] = slot;
    if (sum >= words.least()) words.offer(slot, sum);
  }
  const head = words.sorted();
  for (const slot of head) met.marks[slot] = inHead;
  return { head, others: length };
}

/** Of the first `length` of the reachable, keeps in front those whose sum may reach `least`, by `atMost`; how many they are. */
function mayReach(
  shelf: Shelf,
  { byWords, atMost, reachable }: Scratch,
  wanted: Wanted,
  length: number,
  least: number,
): number {
  const products = shelf.places.map(({ segment }) => productsOf(segment.vectors));
  for (const one of products) one.count = 0;
  for (let i = 0; i < length; i++) {
    const place = placeNumber(shelf, reachable[i]!);
    const { papers, count } = products[place]!;
    papers[count] = reachable[i]! - shelf.places[place]!.base;
    products[place]!.count++;
  }
  const besides = mostBesides(wanted);
  let kept = 0;
  for (const [place, one] of products.entries()) {
    const { base } = shelf.places[place]!;
    one.multiply(wanted.direction);
    for (let i = 0; i < one.count; i++) {
      const slot = base + one.papers[i]!;
      const likeness = Math.max(0, one.cosineAtMost(i));
      atMost[slot] = byWords[slot]! + shares.latent * likeness + besides + roundedOff;
      if (atMost[slot]! >= least) reachable[kept++] = slot;
    }
  }
  return kept;
}

/** More than a sum can lose when it is kept in four bytes. */
const roundedOff = 1e-6;

const steps = new Uint32Array(512);

/** The slots by score, in steps from the highest down: sorting them out would take longer than it saves. */
function falling(scores: Float32Array, slots: Uint32Array, ordered: Uint32Array): Uint32Array {
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (const slot of slots) {
    highest = Math.max(highest, scores[slot]!);
    lowest = Math.min(lowest, scores[slot]!);
  }
  const scale = highest > lowest ? (steps.length - 1) / (highest - lowest) : 0;
  steps.fill(0);
  for (const slot of slots) steps[((highest - scores[slot]!) * scale) | 0]!++;
  let length = 0;
  for (let step = 0; step < steps.length; step++) {
    const here = steps[step]!;
    steps[step] = length;
    length += here;
  }
  for (const slot of slots) ordered[steps[((highest - scores[slot]!) * scale) | 0]!++] = slot;
  return ordered.subarray(0, length);
}
