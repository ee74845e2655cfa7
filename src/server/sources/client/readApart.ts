import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { minuteMs } from '#shared/values/time.ts';
import { failure, type ServiceName, SourceFailure } from '../record/source.ts';
import type { Reading, ReadingDone } from './readingThread.ts';

export interface ReadingLimits {
  /** Time limit per reply in milliseconds. The largest, of 16 MB, takes about two seconds on a busy processor. */
  ms: number;
  /** Memory limit for a reply and its parsed content, in megabytes. */
  megabytes: number;
}

const bounds: ReadingLimits = { ms: 30_000, megabytes: 512 };
/** An idle thread ends after this time, because it uses about 30 MB. */
const idleMs = minuteMs;

interface Thread {
  worker: Worker;
  idle: NodeJS.Timeout | null;
}

let thread: Thread | null = null;
/** Reads one reply at a time, so that each has the thread's time and memory for itself. */
const queue = new PQueue({ concurrency: 1 });

/**
 * Reads replies in a separate thread, so that the process keeps serving people whatever a source sends. A reply that takes
 * too much time or memory ends only the thread; the next reply gets a new one.
 * @param module the file that exports `read` under its own name
 * @param rest arguments of `read` after the body
 * @returns rejects as `read` throws, or with `too-large` for an abandoned reply
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
  // The thread keeps the process running only while it reads a reply.
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
    // Node removes the types of this room's modules itself, and without a loader a thread starts in two thirds of the time.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  // The current reply handles the thread's end. Without this listener its error would end the process.
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
