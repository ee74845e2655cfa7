import { readFileSync } from 'node:fs';
import { openLog } from '#platform/runtime/log.ts';
import type { IndexPaper } from '#search/core/types.ts';
import { openWorkerPool } from '#search/live/workerPool.ts';
import { sourceNames } from '#shared/papers/sources.ts';

/** What a process is told: the papers a page at a time, then to build their index and rank these topics. */
export type Told = { page: IndexPaper[] } | { topics: string[] };

/** Bytes that it held at most, and that it holds afterwards. */
export interface Held {
  peak: number;
  resident: number;
}

let pages: IndexPaper[][] = [];

process.on('message', async (told: Told) => {
  if ('page' in told) pages.push(told.page);
  else process.send!(await heldAfter(told.topics));
});

/** As a worker on a small machine: one ranking thread, and papers that are let go once they are indexed. */
async function heldAfter(topics: string[]): Promise<Held> {
  const threads = openWorkerPool({ count: 1, log: openLog('silent') });
  await threads.change(pages, []);
  pages = [];
  for (const text of topics)
    await threads.rank({
      topic: { text, expansion: [], liked: [], disliked: [], vector: null },
      candidates: { sources: new Set(sourceNames) },
      options: { limit: 10, floor: 0.15 },
    });
  global.gc?.();
  const status = readFileSync('/proc/self/status', 'utf8');
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { peak: bytes('VmHWM'), resident: bytes('VmRSS') };
}

process.once('disconnect', () => process.exit());
