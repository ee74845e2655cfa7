import { buildIndex } from '#search/engine/searchIndex.ts';
import { toSharedMemory } from '#search/live/sharedMemory.ts';
import { corpusOfSize } from '../data/corpusOfSize.ts';
import { type Figure, table } from '../report/figures.ts';

/** Memory of a week's index: the arrays that all threads share, and what each thread keeps for itself. */
export default async function run(): Promise<void> {
  console.log(table(await measure()));
}

export async function measure(): Promise<Figure[]> {
  const papers = corpusOfSize(40_000);
  if (!papers) {
    console.error('memory: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  if (!global.gc) throw new Error('Run this with `npm run bench`: it needs --expose-gc.');
  const heap = () => {
    global.gc!();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const index = await buildIndex(papers);
  const own = heap() - before;
  const { vocabulary: _, ...numbers } = index.reader;
  const shared = bytesOf(toSharedMemory(numbers));
  const on = '40,000 papers';
  return [
    { name: 'memory of the index', value: megabytes(shared + own), unit: 'MB', goal: { most: 250 }, on },
    { name: '  of it shared by all threads', value: megabytes(shared), unit: 'MB', on },
  ];
}

const megabytes = (bytes: number): number => bytes / 1e6;

/** Bytes of all typed arrays in a value; shared buffers count once. */
function bytesOf(value: unknown, seen = new Set<ArrayBufferLike>()): number {
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0;
    seen.add(value.buffer);
    return value.buffer.byteLength;
  }
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part, seen), 0);
}
