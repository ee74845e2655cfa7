import { mkdirSync, writeFileSync } from 'node:fs';
import { corpusPapers } from '#bench/data/corpusRecords.ts';
import type { IndexPaper } from '#engine/core/types.ts';
import { newYielder } from '#engine/core/yieldToEventLoop.ts';
import { type Background, encode, noBackground } from '#engine/documents/background.ts';
import { averageLength, countPapers, initialStatistics } from '#engine/documents/statistics.ts';
import { storePapers } from '#engine/documents/storeWriter.ts';
import { isNumber, newVocabulary } from '#engine/documents/vocabulary.ts';
import { invert } from '#engine/index/segment.ts';
import { dimensions } from '#engine/latent/fold.ts';
import { learnSpace, spreadRows } from '#engine/latent/learn.ts';
import { indexedSources } from '#shared/papers/sources.ts';

/** A stem in fewer papers than this is too rare to keep. */
const least = 4;

/**
 * Learns the background statistics that ship with the search engine from the real abstracts, and writes them: document
 * frequencies and latent vectors of stems, no text. `node --import tsx lab/learnBackground.ts [PATH]`; the same abstracts give the same file.
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
  const start = {
    ...initialStatistics(terms, noBackground),
    averageLength: averageLength(store, noBackground),
  };
  const statistics = await countPapers(
    start,
    terms,
    [{ store, papers: store.starts.keys().take(store.size), sign: 1 }],
    yielder,
  );
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

await run(process.argv.slice(2));
