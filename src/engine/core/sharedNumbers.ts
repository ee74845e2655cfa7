type NumbersType<Kind> = { readonly BYTES_PER_ELEMENT: number; new (memory: SharedArrayBuffer): Kind };

/**
 * Zeros in memory that threads share. The large arrays of an index are created there, because copying them there later
 * would hold each in memory twice until the first copy is collected, which may never happen.
 */
export const sharedNumbers = <Kind>(kind: NumbersType<Kind>, length: number): Kind =>
  new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT));

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Bytes of reserved address space. Only what is written takes memory; no reader's machine holds this much text. */
const reserved = 2 ** 31;
/** Bytes made writable at a time. */
const step = 2 ** 20;

/**
 * A list of numbers in memory that threads share, which grows in place. Copying an array into a larger one would hold it
 * twice for a moment, and then until the garbage collector runs.
 */
export class GrowingNumbers<Kind extends Numbers> {
  /** The numbers, up to the current capacity. `makeRoom` replaces this array. */
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

  /** Makes room for this many numbers. @throws RangeError beyond two gigabytes. */
  makeRoom(length: number): Kind {
    if (length > this.numbers.length) {
      const size = this.numbers.BYTES_PER_ELEMENT;
      this.memory.grow(Math.ceil((length * size) / step) * step);
      this.numbers = this.first(this.memory.byteLength / size);
    }
    return this.numbers;
  }

  /** The first numbers, in the same memory. */
  first(length: number): Kind {
    return new this.kind(this.memory, 0, length);
  }
}
