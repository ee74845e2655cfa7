import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '#platform/runtime/log.ts';
import type { IndexPaper, Ranked } from '../types.ts';
import type { Built, Installed, RankRequest, WorkerReply, WorkerRequest } from './worker.ts';

/**
 * Threads that hold the index in shared memory and rank beside everything else the process does. The first of them
 * builds; the others open what it built.
 */
export interface WorkerPool {
  /** Adds papers, page by page, in place of those with their ids, and takes out `removed`. One change at a time. */
  change(pages: readonly IndexPaper[][], removed: number[]): Promise<IndexSize>;
  /** The same papers in one segment, the latent space learned anew. Not while a change is in hand. */
  merge(): Promise<IndexSize>;
  /** As `WindowIndex.rank`, by the newest index. */
  rank(question: RankRequest): Promise<Ranked[]>;
  close(): Promise<void>;
}

export interface IndexSize {
  papers: number;
  segments: number;
}

/** What killed a thread twice is not asked a third time. */
const attempts = 2;

interface Thread {
  worker: Worker;
  pending: Map<number, PendingRequest>;
}

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

interface PendingRequest {
  /** Said before the question itself. */
  pages: readonly IndexPaper[][];
  question: WithoutId<WorkerRequest>;
  attempts: number;
  resolve(answer: WorkerReply): void;
  reject(failure: unknown): void;
}

/** A thread that dies is replaced, and asked again what it was asked. */
export function openWorkerPool({ count, log }: { count: number; log: Log }): WorkerPool {
  const threads: (Thread | null)[] = Array.from({ length: count }, () => null);
  /** The newest index and the stems of all before it, for a thread that joins. */
  let installed: Installed | null = null;
  let closed = false;
  let lastId = 0;

  function start(at: number): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    const thread: Thread = { worker, pending: new Map() };
    threads[at] = thread;
    worker.on('message', (answer: WorkerReply) => {
      const asked = thread.pending.get(answer.id);
      thread.pending.delete(answer.id);
      if ('built' in answer) install(answer.built, thread);
      if ('failure' in answer) asked?.reject(answer.failure);
      else asked?.resolve(answer);
    });
    worker.on('error', (error) => log.error({ err: error }, 'a ranking thread has failed'));
    worker.on('exit', (code) => {
      if (!closed) log.warn({ code, asked: thread.pending.size }, 'a ranking thread has ended');
      threads[at] = null;
      for (const asked of thread.pending.values())
        if (closed || ++asked.attempts >= attempts) asked.reject(new Error('The ranking thread has ended.'));
        else void dispatch(threads[at] ?? start(at), asked);
    });
    if (installed) post(thread, { kind: 'install', ...installed });
    return thread;
  }

  function install(built: Built, builder: Thread): void {
    const { reader, stems, from } = built;
    for (const thread of threads)
      if (thread && thread !== builder) post(thread, { kind: 'install', reader, stems, from });
    const all = from === 0 ? stems : [installed!.stems, stems].filter(Boolean).join('\n');
    installed = { reader, stems: all, from: 0 };
  }

  const post = ({ worker }: Thread, ask: WorkerRequest) => worker.postMessage(ask);

  const ask = (
    choose: (threads: Thread[]) => Thread,
    question: WithoutId<WorkerRequest>,
    pages: PendingRequest['pages'] = [],
  ): Promise<WorkerReply> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The ranking threads are closed.'));
      void dispatch(choose(threads.map((thread, at) => thread ?? start(at))), {
        pages,
        question,
        attempts: 0,
        resolve,
        reject,
      });
    });

  /** A page at a time: handing over a whole library at once would hold up the process. */
  async function dispatch(thread: Thread, asked: PendingRequest): Promise<void> {
    const id = ++lastId;
    thread.pending.set(id, asked);
    try {
      for (const papers of asked.pages) {
        post(thread, { kind: 'papers', papers });
        await nextTurn();
      }
      post(thread, { id, ...asked.question } as WorkerRequest);
    } catch (error) {
      // What cannot be handed over to a thread at all.
      thread.pending.delete(id);
      asked.reject(error);
    }
  }

  const build = async (
    question: WithoutId<WorkerRequest>,
    pages?: PendingRequest['pages'],
  ): Promise<IndexSize> => {
    const answer = await ask(([first]) => first!, question, pages);
    if (!('built' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
    return { papers: answer.built.size, segments: answer.built.segments };
  };

  return {
    change: (pages, removed) => build({ kind: 'change', removed }, pages),
    merge: () => build({ kind: 'merge' }),
    async rank(question) {
      const answer = await ask(leastBusy, { kind: 'rank', ...question });
      if (!('ranked' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return answer.ranked;
    },
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread?.worker.terminate()));
    },
  };
}

/** One that builds answers in between, but more slowly; of equals the last, since the first is the one that builds. */
const leastBusy = (threads: Thread[]): Thread =>
  threads.reduce((one, other) => (other.pending.size <= one.pending.size ? other : one));
