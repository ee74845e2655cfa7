import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { minuteMs } from '#shared/values/time.ts';
import { failure } from '../record/failures.ts';
import { type ServiceName, SourceFailure } from '../record/source.ts';
import type { Reading, ReadingDone } from './readingThread.ts';

export interface ReadingLimits {
  /** Milliseconds for one reply. The largest, of 16 MB, takes about two seconds on one of two busy processors. */
  ms: number;
  /** Megabytes of memory for a reply and what is made of it. */
  megabytes: number;
}

const bounds: ReadingLimits = { ms: 30_000, megabytes: 512 };
/** A thread that had nothing to read for so long ends: it holds some 30 MB. */
const idleMs = minuteMs;

interface Thread {
  worker: Worker;
  idle: NodeJS.Timeout | null;
}

let thread: Thread | null = null;
/** One reply after the other: each has the thread, its time and its memory for itself. */
const queue = new PQueue({ concurrency: 1 });

/**
 * Reads replies in a thread of their own, so that the process goes on answering people, whatever a source sends. A reply
 * that takes too long, or too much memory, costs the thread and nothing else: the next one gets a new thread.
 * @param module where `read` is exported under its own name
 * @param rest what `read` takes beside the body
 * @returns rejects as `read` throws; `too-large` for a reply that was given up
 */
export const apart =
  <T, Rest extends string[]>(
    source: ServiceName,
    module: URL,
    read: (body: string, ...rest: Rest) => T,
    ...rest: Rest
  ): ((body: string, limits?: Partial<ReadingLimits>) => Promise<T>) =>
  (body, limits = {}) =>
    queue.add(() =>
      readIn({ module: module.href, read: read.name, body, rest }, source, { ...bounds, ...limits }),
    ) as Promise<T>;

async function readIn(reading: Reading, source: ServiceName, limits: ReadingLimits): Promise<unknown> {
  thread ??= start(limits);
  const current = thread;
  if (current.idle) clearTimeout(current.idle);
  const { worker } = current;
  // Only a reply in hand keeps the process running.
  worker.ref();
  const done = await doneWithin(worker, reading, limits.ms);
  worker.unref();
  if ('givenUp' in done) {
    thread = null;
    await worker.terminate();
    throw failure(source, 'too-large', `${done.givenUp}: ${reading.body.length} characters`);
  }
  current.idle = setTimeout(() => {
    if (thread === current) thread = null;
    void worker.terminate();
  }, idleMs).unref();
  if ('read' in done) return done.read;
  if ('failed' in done) {
    const { kind, sentence, detail } = done.failed;
    throw new SourceFailure(source, kind, sentence, { detail });
  }
  throw done.bug;
}

function start({ megabytes }: ReadingLimits): Thread {
  const worker = new Worker(new URL('./readingThread.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  // A thread that ends is noticed by the reply in hand; without a listener its error would end the process.
  worker.on('error', () => undefined);
  return { worker, idle: null };
}

function doneWithin(
  worker: Worker,
  reading: Reading,
  ms: number,
): Promise<ReadingDone | { givenUp: string }> {
  return new Promise((resolve) => {
    const end = (done: ReadingDone | { givenUp: string }) => {
      clearTimeout(late);
      worker.off('message', end).off('error', fail).off('exit', exit);
      resolve(done);
    };
    const fail = (error: Error) => end({ givenUp: error.message });
    const exit = () => end({ givenUp: 'the reading thread ended' });
    const late = setTimeout(() => end({ givenUp: `not read within ${ms} ms` }), ms);
    worker.on('message', end).on('error', fail).on('exit', exit);
    worker.postMessage(reading);
  });
}
