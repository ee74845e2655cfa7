import { pairBase } from './features.ts';

/**
 * Figures by `pairOf`, in the order in which pairs were added: a hash table with open addressing. A `Map` allocates a
 * number for every key beyond 31 bits, which took a third of the time of learning.
 */
export class PairMap {
  /** How many pairs it holds; `keys` and `figures` hold that many and may be longer. */
  size = 0;
  keys: Float64Array;
  figures: Float64Array;
  /** Numbers of pairs by hash, -1 where there is none; twice as many places as keys at least. */
  private places: Int32Array;

  /** `expected` pairs are added without growing. */
  constructor(expected = 0) {
    const capacity = 2 ** Math.max(6, Math.ceil(Math.log2(expected + 1)));
    this.keys = new Float64Array(capacity);
    this.figures = new Float64Array(capacity);
    this.places = new Int32Array(2 * capacity).fill(-1);
  }

  /** The figure of a pair; undefined where it has none. */
  get(pair: number): number | undefined {
    const at = this.places[this.placeOf(pair)]!;
    return at < 0 ? undefined : this.figures[at];
  }

  set(pair: number, figure: number): void {
    if (this.add(pair, figure) !== figure) this.figures[this.places[this.placeOf(pair)]!] = figure;
  }

  /** Gives a pair this figure unless it has one; returns the figure that it has then. */
  add(pair: number, figure: number): number {
    const place = this.placeOf(pair);
    const at = this.places[place]!;
    if (at >= 0) return this.figures[at]!;
    this.places[place] = this.size;
    this.keys[this.size] = pair;
    this.figures[this.size++] = figure;
    if (this.size === this.keys.length) this.grow();
    return figure;
  }

  /** The same pairs with other figures; the two share nothing that is changed later. */
  mapped(figureOf: (figure: number) => number): PairMap {
    const other = new PairMap();
    other.size = this.size;
    other.keys = this.keys.slice();
    other.places = this.places.slice();
    other.figures = new Float64Array(this.figures.length);
    for (let i = 0; i < this.size; i++) other.figures[i] = figureOf(this.figures[i]!);
    return other;
  }

  private placeOf(pair: number): number {
    const first = Math.floor(pair / pairBase);
    const mask = this.places.length - 1;
    let place = (Math.imul(first, 0x9e3779b1) ^ Math.imul(pair - first * pairBase, 0x85ebca6b)) >>> 7;
    for (place &= mask; ; place = (place + 1) & mask) {
      const at = this.places[place]!;
      if (at < 0 || this.keys[at] === pair) return place;
    }
  }

  private grow(): void {
    const capacity = 2 * this.keys.length;
    const before = this.keys;
    this.keys = new Float64Array(capacity);
    this.keys.set(before);
    const figures = new Float64Array(capacity);
    figures.set(this.figures);
    this.figures = figures;
    this.places = new Int32Array(2 * capacity).fill(-1);
    for (let at = 0; at < this.size; at++) this.places[this.placeOf(before[at]!)] = at;
  }
}
