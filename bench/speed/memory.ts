import { buildIndex } from '#search/engine/searchIndex.ts';
import { toSharedMemory } from '#search/live/sharedMemory.ts';
import { libraryOf } from '../data/corpusOfSize.ts';
import { type Figure, table } from '../report/figures.ts';

/** What the index of a week takes in memory: its arrays, which all threads share, and what each thread keeps beside. */
export default async function run(): Promise<void> {
  console.log(table(await measure()));
}

export async function measure(): Promise<Figure[]> {
  const papers = libraryOf(40_000);
  if (!papers) {
    console.error('memory: skipped, there are no real records beside the project.');
    return [];
  }
  if (!global.gc) throw new Error('Run it by `npm run bench`: memory is counted behind a collection.');
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

/** Bytes of all typed arrays in a value, each piece of memory once. */
function bytesOf(value: unknown, seen = new Set<ArrayBufferLike>()): number {
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0;
    seen.add(value.buffer);
    return value.buffer.byteLength;
  }
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part, seen), 0);
}
