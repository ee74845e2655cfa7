import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { IndexPaper } from '#engine/core/types.ts';
import { openLog } from '#platform/runtime/log.ts';
import { openWorkerPool } from '#search/workerPool.ts';
import { sourceNames } from '#shared/papers/sources.ts';

/** Messages to the process: first the topics to rank, then a page of papers whenever it asks; an empty page ends them. */
export type Told = { page: IndexPaper[] } | { topics: string[] };

/** Messages from the process: a request for a page, or the peak and the final memory in bytes. */
export type Said = 'page' | { peak: number; resident: number };

/** Seconds of rest before the process is measured. */
const restSeconds = 10;

const say = (said: Said) => process.send!(said);

process.once('message', (told: Told) => {
  if ('topics' in told) void heldAfter(told.topics).then(say);
});

/** Works as on a small machine: one ranking thread, and papers that come from the database a page at a time. */
async function heldAfter(topics: string[]): Promise<Said> {
  const threads = openWorkerPool({ count: 1, log: openLog('silent') });
  await threads.change(pages(), []);
  for (const text of topics)
    await threads.rank(
      { text, expansion: [], liked: [], disliked: [], vector: null },
      { sources: new Set(sourceNames) },
      { limit: 10, floor: 0.15 },
    );
  // By then another thread has taken the place of the one that built, and that one's memory is given back.
  await delay(restSeconds * 1000);
  global.gc?.();
  const status = readFileSync('/proc/self/status', 'utf8');
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { peak: bytes('VmHWM'), resident: bytes('VmRSS') };
}

async function* pages(): AsyncGenerator<IndexPaper[]> {
  for (;;) {
    say('page');
    const [told] = (await once(process, 'message')) as [Told];
    if (!('page' in told) || told.page.length === 0) return;
    yield told.page;
  }
}

process.once('disconnect', () => process.exit());
