import { globSync } from 'node:fs';
import path from 'node:path';
import { sampleLibrary } from '#stand-ins/sources/server.ts';
import { startFilled } from '#test/filled.ts';
import { corpusFolder } from '../data/folders.ts';

const topics = [
  ...['CRISPR base editing', 'antibiotic resistance', 'large language model agents', 'heart failure'],
  ...['gut microbiome and depression', 'single-cell RNA sequencing', 'COVID-19 vaccine effectiveness'],
  ...['robot grasping', 'immune checkpoint inhibitor resistance', 'Alzheimer disease biomarkers'],
];

/**
 * Seconds from adding a topic until the mail server has accepted its first digest, with the corpus filled and no source
 * asked: the product's own share of the wait. Goal: under 1.5 s.
 */
export default async function run(): Promise<void> {
  const files = globSync('*.jsonl.gz', { cwd: corpusFolder }).map((file) => path.join(corpusFolder, file));
  if (!files.length) console.log('The real records are missing: measured on the bundled sample library.');
  const filling = performance.now();
  const { app, firstDigest, stop } = await startFilled({}, { corpus: files.length ? files : sampleLibrary });
  try {
    const filled = seconds(filling);
    const indexing = performance.now();
    const { size } = await app.index.current();
    console.log(`${size} papers read in ${filled}, indexed in ${seconds(indexing)}`);
    const waits: number[] = [];
    for (const topic of topics) {
      const startedAt = performance.now();
      await firstDigest(topic);
      waits.push(performance.now() - startedAt);
      console.log(`${topic.padEnd(42)} ${seconds(startedAt)}`);
    }
    waits.sort((a, b) => a - b);
    console.log(
      `median ${inWords(waits[waits.length >> 1]!)}, slowest ${inWords(waits.at(-1)!)}; goal under 1.5 s`,
    );
  } finally {
    await stop();
  }
}

const inWords = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const seconds = (startedAt: number): string => inWords(performance.now() - startedAt);
