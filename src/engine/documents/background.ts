import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * Document frequencies and latent vectors for a corpus that has few papers of its own, learned from real abstracts by
 * `npm run bench -- learn-background`. Contains no text. Terms are numbered in the order of `stems`.
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

export const noBackground: Background = {
  papers: 0,
  averageLength: 0,
  stems: [],
  frequencies: new Uint32Array(0),
  dimensions: 0,
  scales: new Float32Array(0),
  values: new Int8Array(0),
};

/** The background that ships with the engine. Takes some 30 ms, so it is read once by who opens indexes. */
export const readBackground = (): Background =>
  decode(readFileSync(new URL('./background/science.bin', import.meta.url)));

/** Gzip over: papers, stems, dimensions, bytes of stems (uint32 LE), average length (float32), then the arrays. */
export function encode(background: Background): Buffer {
  const { papers, averageLength, stems, frequencies, dimensions, scales, values } = background;
  const names = Buffer.from(stems.join('\n'));
  const head = Buffer.alloc(20);
  for (const [i, figure] of [papers, stems.length, dimensions, names.length].entries())
    head.writeUInt32LE(figure, i * 4);
  head.writeFloatLE(averageLength, 16);
  return gzipSync(Buffer.concat([head, bytesOf(frequencies), bytesOf(scales), bytesOf(values), names]), {
    level: 9,
  });
}

/** The inverse of `encode`. @throws Error if the file is not gzip. */
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

const bytesOf = (array: Uint32Array | Float32Array | Int8Array) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);
