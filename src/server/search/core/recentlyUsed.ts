/**
 * A least-recently-used cache, which makes a value on first use. It drops the values that were not used for longest until
 * the rest cost at most `most` together. The newest value always stays.
 */
export class RecentlyUsed<Value> {
  private readonly values = new Map<string, Value>();
  private readonly most: number;
  private readonly costOf: (value: Value) => number;
  private cost = 0;

  constructor(most: number, costOf: (value: Value) => number) {
    this.most = most;
    this.costOf = costOf;
  }

  get(key: string, make: () => Value): Value {
    const known = this.values.get(key);
    if (known !== undefined) {
      // A map keeps its keys in insertion order.
      this.values.delete(key);
      this.values.set(key, known);
      return known;
    }
    const fresh = make();
    this.values.set(key, fresh);
    this.cost += this.costOf(fresh);
    for (const [oldest, value] of this.values) {
      if (this.cost <= this.most || oldest === key) break;
      this.values.delete(oldest);
      this.cost -= this.costOf(value);
    }
    return fresh;
  }
}
