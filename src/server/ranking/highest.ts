import type { Admits } from './candidates.ts';
import { shares, sumOf } from './fuse.ts';
import { evidenceFor, type Found, mostByVectors, type Scratch, sumFor, type Wanted } from './gather.ts';
import type { Shelf } from './postings.ts';
import { longest, type Products, productsOf } from './products.ts';
import { Top } from './top.ts';

/**
 * The `count` admitted papers with the most evidence, best first. Exact, though few vectors are compared in full: what
 * they can add is bounded, and a paper that its bound leaves behind the `count` best cannot come in.
 */
export function highest(
  shelf: Shelf,
  scratch: Scratch,
  wanted: Wanted,
  admits: Admits,
  count: number,
): Found[] {
  const { byWords, met } = scratch;
  const products = productsOf(shelf);
  const top = new Top(count);
  const offer = (slot: number) => {
    if (admits(slot)) top.offer(slot, sumFor(shelf, scratch, wanted, slot));
  };
  addUpWords(scratch, wanted);
  products.slots.set(met.slots.subarray(0, met.count));
  products.count = met.count;
  offerFalling(products, scratch, wanted, top, offer);
  // No word has met the others; where words tell so little, their vectors may still bring them in.
  if (mostByVectors(wanted) >= top.least()) {
    products.count = 0;
    for (let slot = 0; slot < shelf.slots; slot++)
      if (met.marks[slot] === 0) {
        byWords[slot] = 0;
        products.slots[products.count++] = slot;
      }
    offerFalling(products, scratch, wanted, top, offer);
  }
  return top.sorted().map((slot) => {
    const evidence = evidenceFor(shelf, scratch, wanted, slot);
    return { slot, evidence, sum: sumOf(evidence) };
  });
}

function addUpWords(
  { lexical, feedback, liked, byWords, met }: Scratch,
  { coverage, mostFeedback, mostLiked }: Wanted,
): void {
  const own = coverage > 0 ? shares.lexical / coverage : 0;
  const seeds = mostFeedback > 0 ? shares.feedback / mostFeedback : 0;
  const taste = mostLiked > 0 ? shares.likedWords / mostLiked : 0;
  for (let i = 0; i < met.count; i++) {
    const slot = met.slots[i]!;
    let sum = own * lexical[slot]! + seeds * feedback[slot]!;
    if (taste > 0) sum += taste * liked[slot]!;
    byWords[slot] = sum;
  }
}

/** How finely bounds are told apart: so many steps to 1. */
const stepsToOne = 1024;
/** How many bounds stand in each step; what is beyond the last stands in it. */
const inStep = new Uint32Array(4 * stepsToOne);

const stepOf = (bound: number): number => Math.min((bound * stepsToOne) | 0, inStep.length - 1);

/** Offers all of `products.slots` that may still come in, the highest bounds first: few of the others can then. */
function offerFalling(
  products: Products,
  scratch: Scratch,
  wanted: Wanted,
  top: Top,
  offer: (slot: number) => void,
): void {
  bound(products, scratch, wanted, top.least());
  const { slots, count } = products;
  const { atMost } = scratch;
  inStep.fill(0);
  for (let i = 0; i < count; i++) inStep[stepOf(atMost[i]!)]!++;
  let from = inStep.length;
  for (let several = top.count; from > 0 && from / stepsToOne >= top.least(); several *= 4) {
    const before = from;
    for (let held = 0; from > 0 && held < several; ) held += inStep[--from]!;
    // Bounds are a little higher than sums: one step more, and no second round is needed as a rule.
    if (from > 0) from--;
    for (let i = 0; i < count; i++) {
      const step = stepOf(atMost[i]!);
      if (step >= from && step < before && atMost[i]! >= top.least()) offer(slots[i]!);
    }
  }
}

/** Writes into `atMost` what the sums of `products.slots` will not go beyond; those under `least` are left out. */
function bound(products: Products, { byWords, atMost }: Scratch, wanted: Wanted, least: number): void {
  const { slots } = products;
  const most = mostByVectors(wanted) + roundedOff;
  let kept = 0;
  for (let i = 0; i < products.count; i++) {
    const bound = byWords[slots[i]!]! + most;
    if (bound < least) continue;
    slots[kept] = slots[i]!;
    atMost[kept++] = bound;
  }
  products.count = kept;
  lower(products, atMost, wanted.direction, shares.latent, least);
  if (wanted.taste?.towards) lower(products, atMost, wanted.taste.towards, shares.likedLatent, least);
}

/** Lowers the bounds by what the cosine with a direction falls short of the highest that there can be. */
function lower(
  products: Products,
  atMost: Float32Array,
  direction: Float32Array,
  share: number,
  least: number,
): void {
  const { slots, count } = products;
  products.multiply(direction);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const bound = atMost[i]! - share * (longest - Math.max(0, products.cosineAtMost(i)));
    if (bound < least) continue;
    slots[kept] = slots[i]!;
    atMost[kept++] = bound;
  }
  products.count = kept;
}

/** More than a sum can lose when it is kept in four bytes. */
const roundedOff = 2e-6;
