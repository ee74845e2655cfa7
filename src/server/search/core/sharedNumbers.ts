interface NumbersType<Kind> {
  readonly BYTES_PER_ELEMENT: number;
  new (memory: SharedArrayBuffer): Kind;
}

/**
 * So many zeros in memory that threads share. The large arrays of an index begin there: copied there later, each would be
 * in memory twice until its first copy is collected, which may be never.
 */
export const sharedNumbers = <Kind>(kind: NumbersType<Kind>, length: number): Kind =>
  new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT));

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Bytes of address space, of which only what is written takes memory: more text than a reader's machine holds. */
const reserved = 2 ** 31;
/** Bytes that are made writable at once. */
const step = 2 ** 20;

/**
 * A list of numbers in memory that threads share, which grows where it is. An array that is copied into a larger one is
 * there twice for a moment, and then as long as the collector likes.
 */
export class GrowingNumbers<Kind extends Numbers> {
  /** All that there is room for. Another one after each call of `makeRoom`. */
  numbers: Kind;
  private readonly memory = new SharedArrayBuffer(0, { maxByteLength: reserved });
  private readonly kind: new (
    memory: SharedArrayBuffer,
    from: number,
    length: number,
  ) => Kind;

  constructor(kind: new (memory: SharedArrayBuffer, from: number, length: number) => Kind) {
    this.kind = kind;
    this.numbers = this.first(0);
  }

  /** Makes room for so many numbers. @throws RangeError beyond two gigabytes. */
  makeRoom(length: number): Kind {
    if (length > this.numbers.length) {
      const size = this.numbers.BYTES_PER_ELEMENT;
      this.memory.grow(Math.ceil((length * size) / step) * step);
      this.numbers = this.first(this.memory.byteLength / size);
    }
    return this.numbers;
  }

  /** The first so many, in the same memory. */
  first(length: number): Kind {
    return new this.kind(this.memory, 0, length);
  }
}
