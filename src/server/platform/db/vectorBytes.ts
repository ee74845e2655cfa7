/**
 * A vector as stored in its column: the bytes of its 32-bit floats, in the machine's byte order. A database therefore
 * cannot move between machines of different byte order without computing its vectors again; all current machines are
 * little-endian.
 */
export const toBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** The vector in a column's bytes; null for a damaged one, which must not prevent reading the others. */
export const fromBytes = (bytes: Uint8Array): Float32Array | null =>
  bytes.byteLength % 4 === 0 && bytes.byteLength > 0 ? new Float32Array(new Uint8Array(bytes).buffer) : null;
