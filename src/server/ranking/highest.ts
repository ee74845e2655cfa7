import type { Admits } from './candidates.ts';
import { shares, sumOf } from './fuse.ts';
import { evidenceFor, type Found, mostByVectors, type Scratch, sumFor, type Wanted } from './gather.ts';
import type { Shelf } from './postings.ts';
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
  const { byWords, reachable, ordered, met } = scratch;
  const most = mostByVectors(wanted);
  const top = new Top(count);
  const offer = (slot: number) => {
    if (byWords[slot]! + most >= top.least()) top.offer(slot, sumFor(shelf, scratch, wanted, slot));
  };
  const { head, others } = inReach(scratch, wanted, admits, count, most);
  for (const slot of head) offer(slot);
  // Those with better words first: the more of them are in, the fewer of the rest can still come in.
  const near = falling(byWords, reachable.subarray(0, others), ordered, Math.max(top.least() - most, 0));
  for (const slot of near) if (met.marks[slot] !== inHead) offer(slot);
  // No word has met these; where words tell so little, their vectors may still bring them in.
  for (let slot = 0; slot < shelf.slots && most >= top.least(); slot++) {
    if (met.marks[slot] || !admits(slot)) continue;
    byWords[slot] = 0;
    offer(slot);
  }
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

const steps = new Uint32Array(512);

/** The slots with `from` or more, in steps from the highest down: sorting them out would take longer than it saves. */
function falling(byWords: Float32Array, slots: Uint32Array, ordered: Uint32Array, from: number): Uint32Array {
  let highest = 0;
  for (const slot of slots) highest = Math.max(highest, byWords[slot]!);
  const scale = highest > from ? (steps.length - 1) / (highest - from) : 0;
  steps.fill(0);
  for (const slot of slots) if (byWords[slot]! >= from) steps[((highest - byWords[slot]!) * scale) | 0]!++;
  let length = 0;
  for (let step = 0; step < steps.length; step++) {
    const here = steps[step]!;
    steps[step] = length;
    length += here;
  }
  for (const slot of slots)
    if (byWords[slot]! >= from) ordered[steps[((highest - byWords[slot]!) * scale) | 0]!++] = slot;
  return ordered.subarray(0, length);
}
