import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { fromBytes, toBytes } from './vectorBytes.ts';

it('returns every vector, at any offset of its bytes', () =>
  forAll(fc.float32Array({ minLength: 1, maxLength: 40 }), fc.nat(7), (vector, offset) => {
    const bytes = toBytes(vector);
    const moved = new Uint8Array(bytes.length + offset);
    moved.set(bytes, offset);
    expect(fromBytes(moved.subarray(offset))).toEqual(vector);
  }));

it('rejects damaged bytes', () => {
  expect(fromBytes(new Uint8Array(7))).toBeNull();
  expect(fromBytes(new Uint8Array(0))).toBeNull();
});
