import { shares, sumOf } from './fuse.ts';
import { evidenceFor, type Found, mostByVectors, type Scratch, sumFor, type Wanted } from './gather.ts';
import type { Shelf } from './postings.ts';

/**
 * The `count` admitted papers with the most evidence, best first. Exact, though vectors are compared for few papers:
 * what they can add is bounded, and a paper that its words leave further behind than that cannot come in.
 */
export function highest(shelf: Shelf, scratch: Scratch, wanted: Wanted, count: number): Found[] {
  const { byWords, reachable } = scratch;
  const most = mostByVectors(wanted);
  const edges = edgesOf(byWords, shelf.slots, addUpWords(shelf, scratch, wanted), [count, count * 6]);
  let length = 0;
  for (let slot = 0; slot < shelf.slots; slot++)
    if (byWords[slot]! >= 0 && byWords[slot]! >= edges[0]! - most) reachable[length++] = slot;
  const top = new Top(count);
  let above = Number.POSITIVE_INFINITY;
  // In three steps, each with a better idea of what it takes to come in: the head by words, the next few, the rest.
  for (const edge of [...edges, 0]) {
    const from = Math.max(edge, top.least() - most);
    for (let i = 0; i < length; i++) {
      const words = byWords[reachable[i]!]!;
      if (words >= from && words < above)
        top.offer(reachable[i]!, sumFor(shelf, scratch, wanted, reachable[i]!));
    }
    above = from;
  }
  return top.sorted().map((slot) => {
    const evidence = evidenceFor(shelf, scratch, wanted, slot);
    return { slot, evidence, sum: sumOf(evidence) };
  });
}

/** byWords[slot] for papers that may appear, -1 for the others; returns the highest. */
function addUpWords(
  shelf: Shelf,
  { lexical, feedback, liked, byWords, admitted }: Scratch,
  { coverage, mostFeedback, mostLiked }: Wanted,
): number {
  const own = coverage > 0 ? shares.lexical / coverage : 0;
  const seeds = mostFeedback > 0 ? shares.feedback / mostFeedback : 0;
  const taste = mostLiked > 0 ? shares.likedWords / mostLiked : 0;
  let highest = 0;
  for (let slot = 0; slot < shelf.slots; slot++) {
    let sum = own * lexical[slot]! + seeds * feedback[slot]!;
    if (taste > 0) sum += taste * liked[slot]!;
    byWords[slot] = admitted[slot] ? sum : -1;
    if (admitted[slot] && sum > highest) highest = sum;
  }
  return highest;
}

const bins = new Uint32Array(1024);

/** For each count, a score that at least so many papers reach by their words, and not many more. */
function edgesOf(byWords: Float32Array, slots: number, highest: number, counts: number[]): number[] {
  if (highest <= 0) return counts.map(() => 0);
  bins.fill(0);
  const scale = (bins.length - 2) / highest;
  for (let slot = 0; slot < slots; slot++) if (byWords[slot]! > 0) bins[(byWords[slot]! * scale) | 0]!++;
  let bin = bins.length - 1;
  let reached = 0;
  return counts.map((count) => {
    while (bin > 0 && reached < count) reached += bins[bin--]!;
    return reached < count ? 0 : (bin + 1) / scale;
  });
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
