/** The best of what is offered; equal sums in the order of the slots. A heap with the worst on top. */
export class Top {
  readonly count: number;
  private held = 0;
  private readonly slots: Uint32Array;
  private readonly sums: Float64Array;

  constructor(count: number) {
    this.count = count;
    this.slots = new Uint32Array(count);
    this.sums = new Float64Array(count);
  }

  /** The least sum that a new one must beat. */
  least(): number {
    return this.held < this.count ? Number.NEGATIVE_INFINITY : this.sums[0]!;
  }

  offer(slot: number, sum: number): void {
    const { slots, sums } = this;
    if (this.held < this.count) {
      slots[this.held] = slot;
      sums[this.held] = sum;
      this.rise(this.held++);
    } else if (this.worse(sums[0]!, slots[0]!, sum, slot)) {
      slots[0] = slot;
      sums[0] = sum;
      this.sink();
    }
  }

  /** Takes out what is held, best first. */
  sorted(): number[] {
    const { slots, sums } = this;
    const sorted = new Array<number>(this.held);
    while (this.held > 0) {
      sorted[--this.held] = slots[0]!;
      slots[0] = slots[this.held]!;
      sums[0] = sums[this.held]!;
      this.sink();
    }
    return sorted;
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
      const worst = this.worstOf(this.worstOf(at, 2 * at + 1), 2 * at + 2);
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }

  private worstOf(at: number, other: number): number {
    const { slots, sums } = this;
    return other < this.held && this.worse(sums[other]!, slots[other]!, sums[at]!, slots[at]!) ? other : at;
  }

  private swap(one: number, other: number): void {
    const { slots, sums } = this;
    const slot = slots[one]!;
    const sum = sums[one]!;
    slots[one] = slots[other]!;
    sums[one] = sums[other]!;
    slots[other] = slot;
    sums[other] = sum;
  }
}
