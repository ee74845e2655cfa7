import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { corpusPapers } from '#bench/data/corpusRecords.ts';
import type { IndexPaper } from '#engine/core/types.ts';
import { newYielder } from '#engine/core/yieldToEventLoop.ts';
import type { Background } from '#engine/documents/background.ts';
import { averageLength, countPapers, initialStatistics } from '#engine/documents/statistics.ts';
import { storePapers } from '#engine/documents/storeWriter.ts';
import { isNumber, newVocabulary } from '#engine/documents/vocabulary.ts';
import { invert } from '#engine/index/segment.ts';
import { dimensions, type LatentSpace } from '#engine/latent/fold.ts';
import { cholesky, coOccurrence, type Learning, learnSpace, sampleOf } from '#engine/latent/learn.ts';
import { indexedSources } from '#shared/papers/sources.ts';

/** A stem in fewer papers than this is too rare to keep. */
const least = 4;

/**
 * Learns the background statistics that ship with the search engine from the real abstracts, and writes them: document
 * frequencies and latent vectors of stems, no text. `node lab/learnBackground.ts [PATH]`; the same abstracts give the same file.
 */
async function run([path = 'src/engine/documents/background/science.bin']: string[]): Promise<void> {
  const papers = corpusPapers();
  if (!papers) {
    console.error('The real records (../shared/corpus) are missing: nothing to learn from.');
    process.exitCode = 1;
    return;
  }
  const background = await learn(papers.filter(({ abstract }) => abstract));
  const bytes = encode(background);
  mkdirSync('src/engine/documents/background', { recursive: true });
  writeFileSync(path, bytes);
  console.log(
    `${background.papers} abstracts, ${background.stems.length} stems, ${dimensions} dimensions: ${path}, ${(bytes.length / 1e6).toFixed(1)} MB`,
  );
}

async function learn(papers: IndexPaper[]): Promise<Background> {
  const yielder = newYielder();
  const terms = newVocabulary();
  const store = await storePapers(papers, terms, indexedSources, yielder);
  const averages = averageLength(store, noBackground);
  const start = { ...initialStatistics(terms, noBackground), averageLength: averages };
  const added = [{ store, papers: store.starts.keys().take(store.size), sign: 1 as const }];
  const statistics = await countPapers(start, terms, added, yielder);
  const inverted = await invert(store, statistics, yielder);
  const learnable = { size: store.size, ...inverted };
  const learning = { papers: learnable, statistics, vocabulary: terms, background: noBackground, yielder };
  const space = await learnSpace(learning);
  const rows = await spreadRows(learning, space);
  const kept = terms.stems
    .map((stem, term) => ({ stem, term }))
    .filter(({ stem, term }) => statistics.frequencies[term]! >= least && !isNumber(stem) && stem.length < 30)
    .sort((a, b) => (a.stem < b.stem ? -1 : 1));
  const scales = new Float32Array(kept.length);
  const values = new Int8Array(kept.length * dimensions);
  for (const [i, { term }] of kept.entries()) {
    const row = space.rows[term]!;
    if (row < 0) continue;
    const vector = rows.subarray(row * dimensions, (row + 1) * dimensions);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    scales[i] = largest / 127;
    for (let axis = 0; axis < dimensions; axis++)
      values[i * dimensions + axis] = largest ? Math.round((vector[axis]! / largest) * 127) : 0;
  }
  return {
    papers: store.size,
    averageLength: statistics.averageLength,
    stems: kept.map(({ stem }) => stem),
    frequencies: Uint32Array.from(kept, ({ term }) => statistics.frequencies[term]!),
    dimensions,
    scales,
    values,
  };
}

const noBackground: Background = {
  papers: 0,
  averageLength: 0,
  stems: [],
  frequencies: new Uint32Array(0),
  dimensions: 0,
  scales: new Float32Array(0),
  values: new Int8Array(0),
};

/** Gzip over: papers, stems, dimensions, bytes of stems (uint32 LE), average length (float32), then the arrays. */
function encode(background: Background): Buffer {
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

const bytesOf = (array: Uint32Array | Float32Array | Int8Array) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);

/**
 * The rows of a space with each axis scaled by the papers' spread along it, so that the product of two rows approximates
 * how often the two terms occur together. A background stores these rows instead of papers.
 */
async function spreadRows(learning: Pick<Learning, 'papers' | 'statistics' | 'yielder'>, space: LatentSpace) {
  const { papers } = learning;
  const { basis } = space;
  const sample = sampleOf(papers);
  const next = new Float32Array(basis.length);
  await coOccurrence(learning, space, sample, next);
  const spread = new Float64Array(dimensions * dimensions);
  for (let row = 0; row < basis.length; row += dimensions)
    for (let axis = 0; axis < dimensions; axis++)
      for (let other = 0; other < dimensions; other++)
        spread[axis * dimensions + other]! += basis[row + axis]! * next[row + other]!;
  const lower = cholesky(spread);
  const scale = Math.sqrt(papers.size / sample.length);
  const spreadOut = new Float32Array(basis.length);
  for (let row = 0; row < basis.length; row += dimensions)
    for (let axis = 0; axis < dimensions; axis++)
      for (let other = 0; other <= axis; other++)
        spreadOut[row + other]! += basis[row + axis]! * lower[axis * dimensions + other]! * scale;
  return spreadOut;
}

await run(process.argv.slice(2));
