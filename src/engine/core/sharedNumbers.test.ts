import { GrowingNumbers } from './sharedNumbers.ts';

describe('GrowingNumbers', () => {
  it('keeps its numbers while it grows, and takes no more memory than it needs', () => {
    const growing = new GrowingNumbers(Uint32Array<SharedArrayBuffer>);
    const count = 700_000;
    for (let i = 0; i < count; i++) growing.makeRoom(i + 1)[i] = i;
    const written = growing.first(count);
    expect(written).toHaveLength(count);
    expect(written.every((number, i) => number === i)).toBe(true);
    expect(written.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(written.buffer.byteLength).toBeLessThan(written.byteLength + 2 ** 20);
  });

  it('throws when it would exceed its limit', () =>
    expect(() => new GrowingNumbers(Uint8Array<SharedArrayBuffer>).makeRoom(2 ** 32)).toThrow(RangeError));
});
