/** Keeps the `count` highest sums offered, ties by document id. A heap with the lowest sum on top. */
export class TopKHeap {
  readonly count: number;
  private size = 0;
  private readonly docIds: Uint32Array;
  private readonly sums: Float64Array;

  constructor(count: number) {
    this.count = count;
    this.docIds = new Uint32Array(count);
    this.sums = new Float64Array(count);
  }

  /** The sum that a new document must exceed. */
  threshold(): number {
    return this.size < this.count ? Number.NEGATIVE_INFINITY : this.sums[0]!;
  }

  offer(docId: number, sum: number): void {
    const { docIds, sums } = this;
    if (this.size < this.count) {
      docIds[this.size] = docId;
      sums[this.size] = sum;
      this.siftUp(this.size++);
    } else if (this.worse(sums[0]!, docIds[0]!, sum, docId)) {
      docIds[0] = docId;
      sums[0] = sum;
      this.siftDown();
    }
  }

  /** Empties the heap and returns its document ids, best first. */
  sorted(): number[] {
    const { docIds, sums } = this;
    const sorted = new Array<number>(this.size);
    while (this.size > 0) {
      sorted[--this.size] = docIds[0]!;
      docIds[0] = docIds[this.size]!;
      sums[0] = sums[this.size]!;
      this.siftDown();
    }
    return sorted;
  }

  private worse(sum: number, docId: number, thanSum: number, thanDocId: number): boolean {
    return sum < thanSum || (sum === thanSum && docId > thanDocId);
  }

  private siftUp(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.worse(this.sums[at]!, this.docIds[at]!, this.sums[above]!, this.docIds[above]!)) return;
      this.swap(at, above);
      at = above;
    }
  }

  private siftDown(): void {
    for (let at = 0; ; ) {
      const worst = this.worstOf(this.worstOf(at, 2 * at + 1), 2 * at + 2);
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }

  private worstOf(at: number, other: number): number {
    const { docIds, sums } = this;
    return other < this.size && this.worse(sums[other]!, docIds[other]!, sums[at]!, docIds[at]!) ? other : at;
  }

  private swap(one: number, other: number): void {
    const { docIds, sums } = this;
    const docId = docIds[one]!;
    const sum = sums[one]!;
    docIds[one] = docIds[other]!;
    sums[one] = sums[other]!;
    docIds[other] = docId;
    sums[other] = sum;
  }
}
