import { describe, expect, it } from 'vitest';
import { GrowingNumbers } from './sharedNumbers.ts';

describe('GrowingNumbers', () => {
  it('keeps what was written while it grows, in memory that is not larger than it has to be', () => {
    const growing = new GrowingNumbers(Uint32Array<SharedArrayBuffer>);
    const count = 700_000;
    for (let i = 0; i < count; i++) growing.makeRoom(i + 1)[i] = i;
    const written = growing.first(count);
    expect(written).toHaveLength(count);
    expect(written.every((number, i) => number === i)).toBe(true);
    expect(written.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(written.buffer.byteLength).toBeLessThan(written.byteLength + 2 ** 20);
  });

  it('refuses what does not fit', () => {
    expect(() => new GrowingNumbers(Uint8Array<SharedArrayBuffer>).makeRoom(2 ** 32)).toThrow(RangeError);
  });
});
