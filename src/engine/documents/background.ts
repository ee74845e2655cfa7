import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/**
 * Document frequencies and latent vectors for a corpus that has few papers of its own, learned from real abstracts by
 * `lab/learnBackground.ts`. Contains no text. Terms are numbered in the order of `stems`.
 */
export interface Background {
  /** Papers it was learned from; 0 for no background. */
  papers: number;
  averageLength: number;
  stems: string[];
  /** Papers with each stem. */
  frequencies: Uint32Array;
  /** Latent vectors, one stem after another: `values[i] × scales[stem]`, each axis scaled by its singular value. */
  dimensions: number;
  scales: Float32Array;
  values: Int8Array;
}

/** The background that ships with the engine. Takes some 30 ms, so it is read once by who opens indexes. */
export const readBackground = (): Background =>
  decode(readFileSync(new URL('./background/science.bin', import.meta.url)));

/** The file that `encode` of `lab/learnBackground.ts` writes. @throws Error if the file is not gzip. */
export function decode(file: Uint8Array): Background {
  const bytes = gunzipSync(file);
  const [papers, count, dimensions, nameBytes] = [0, 4, 8, 12].map((at) => bytes.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  let at = 20;
  const take = (length: number) => {
    const part = bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + length);
    at += length;
    return part;
  };
  return {
    papers,
    averageLength: bytes.readFloatLE(16),
    dimensions,
    frequencies: new Uint32Array(take(count * 4)),
    scales: new Float32Array(take(count * 4)),
    values: new Int8Array(take(count * dimensions)),
    stems: Buffer.from(take(nameBytes)).toString().split('\n').slice(0, count),
  };
}
