/** The best of what is offered; equal sums in the order of the slots. A heap with the worst on top. */
export class Top {
  private readonly slots: number[] = [];
  private readonly sums: number[] = [];
  readonly count: number;

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
