/** A vector as its column keeps it: the bytes of its 32-bit floats, in the machine's order. */
export const toBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Null for bytes that are no whole number of floats: a damaged row must not keep the rest from being read. */
export const fromBytes = (bytes: Uint8Array): Float32Array | null =>
  bytes.byteLength % 4 === 0 && bytes.byteLength > 0 ? new Float32Array(new Uint8Array(bytes).buffer) : null;
