import { shares, sumOf } from './fuse.ts';
import { evidenceFor, type Found, mostByVectors, type Scratch, sumFor, type Wanted } from './gather.ts';
import type { Shelf } from './postings.ts';

/**
 * The `count` admitted papers with the most evidence, best first. Exact, though vectors are compared for few papers:
 * what they can add is bounded, and a paper that its words leave further behind than that cannot come in.
 */
export function highest(shelf: Shelf, scratch: Scratch, wanted: Wanted, count: number): Found[] {
  const { byWords, admitted } = scratch;
  addUpWords(shelf, scratch, wanted);
  const most = mostByVectors(wanted);
  const first = edgeOf(byWords, admitted, shelf.slots, count);
  const top = new Top(count);
  for (let slot = 0; slot < shelf.slots; slot++)
    if (admitted[slot] && byWords[slot]! >= first) top.offer(slot, sumFor(shelf, scratch, wanted, slot));
  const least = top.least() - most;
  for (let slot = 0; slot < shelf.slots; slot++)
    if (admitted[slot] && byWords[slot]! < first && byWords[slot]! >= least)
      top.offer(slot, sumFor(shelf, scratch, wanted, slot));
  return top.sorted().map((slot) => {
    const evidence = evidenceFor(shelf, scratch, wanted, slot);
    return { slot, evidence, sum: sumOf(evidence) };
  });
}

function addUpWords(shelf: Shelf, { lexical, feedback, liked, byWords }: Scratch, wanted: Wanted): void {
  const { coverage, mostFeedback, mostLiked } = wanted;
  const own = coverage > 0 ? shares.lexical / coverage : 0;
  const seeds = mostFeedback > 0 ? shares.feedback / mostFeedback : 0;
  const taste = mostLiked > 0 ? shares.likedWords / mostLiked : 0;
  for (let slot = 0; slot < shelf.slots; slot++)
    byWords[slot] = own * lexical[slot]! + seeds * feedback[slot]!;
  if (taste > 0) for (let slot = 0; slot < shelf.slots; slot++) byWords[slot]! += taste * liked[slot]!;
}

const bins = new Uint32Array(1024);

/** A score that at least `count` admitted papers reach by their words, and not many more. */
function edgeOf(byWords: Float32Array, admitted: Uint8Array, slots: number, count: number): number {
  bins.fill(0);
  let highest = 0;
  for (let slot = 0; slot < slots; slot++)
    if (admitted[slot] && byWords[slot]! > highest) highest = byWords[slot]!;
  if (highest === 0) return 0;
  const scale = (bins.length - 1) / highest;
  for (let slot = 0; slot < slots; slot++) if (admitted[slot]) bins[Math.floor(byWords[slot]! * scale)]!++;
  let reached = 0;
  for (let bin = bins.length - 1; bin > 0; bin--) {
    reached += bins[bin]!;
    if (reached >= count) return bin / scale;
  }
  return 0;
}

/** The best of what is offered; equal sums in the order of the slots. A heap with the worst on top. */
class Top {
  private readonly slots: number[] = [];
  private readonly sums: number[] = [];
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  /** The least sum that a new one must beat. */
  least(): number {
    return this.slots.length < this.count ? Number.NEGATIVE_INFINITY : this.sums[0]!;
  }

  offer(slot: number, sum: number): void {
    const { slots, sums } = this;
    if (slots.length < this.count) {
      slots.push(slot);
      sums.push(sum);
      this.rise(slots.length - 1);
    } else if (this.worse(sums[0]!, slots[0]!, sum, slot)) {
      slots[0] = slot;
      sums[0] = sum;
      this.sink();
    }
  }

  sorted(): number[] {
    return this.slots
      .map((slot, i) => ({ slot, sum: this.sums[i]! }))
      .sort((one, other) => other.sum - one.sum || one.slot - other.slot)
      .map(({ slot }) => slot);
  }

  private worse(sum: number, slot: number, thanSum: number, thanSlot: number): boolean {
    return sum < thanSum || (sum === thanSum && slot > thanSlot);
  }

  private rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.worse(this.sums[at]!, this.slots[at]!, this.sums[above]!, this.slots[above]!)) return;
      this.swap(at, above);
      at = above;
    }
  }

  private sink(): void {
    for (let at = 0; ; ) {
      let worst = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (
          below < this.slots.length &&
          this.worse(this.sums[below]!, this.slots[below]!, this.sums[worst]!, this.slots[worst]!)
        )
          worst = below;
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }

  private swap(one: number, other: number): void {
    const { slots, sums } = this;
    [slots[one], slots[other]] = [slots[other]!, slots[one]!];
    [sums[one], sums[other]] = [sums[other]!, sums[one]!];
  }
}
