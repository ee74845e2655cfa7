import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBytes, toBytes } from './vectorBytes.ts';

it('gives back every vector, wherever its bytes lie', () => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 1, maxLength: 40 }), fc.nat(7), (vector, offset) => {
      const bytes = toBytes(vector);
      const moved = new Uint8Array(bytes.length + offset);
      moved.set(bytes, offset);
      expect(fromBytes(moved.subarray(offset))).toEqual(vector);
    }),
  );
});

it('takes no damaged bytes for a vector', () => {
  expect(fromBytes(new Uint8Array(7))).toBeNull();
  expect(fromBytes(new Uint8Array(0))).toBeNull();
});
