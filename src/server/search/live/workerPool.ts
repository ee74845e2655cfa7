import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DictionaryEntry } from '#platform/runtime/dictionaryFile.ts';
import type { Log } from '#platform/runtime/log.ts';
import type {
  Candidates,
  CloseMatch,
  Cluster,
  IndexPaper,
  Lessons,
  Matching,
  Ranked,
  SeedPaper,
  Topic,
  Understood,
} from '../core/types.ts';
import type {
  Built,
  Installed,
  RankRequest,
  UnderstandRequest,
  WorkerData,
  WorkerReply,
  WorkerRequest,
} from './worker.ts';

/** Threads that rank off the event loop, over one index in shared memory. The first builds it, the others open it. */
export interface WorkerPool {
  /** Adds papers, page by page, replacing those with the same ids, and removes `removed`. One change at a time. */
  change(pages: readonly IndexPaper[][], removed: number[]): Promise<IndexSize>;
  /** Merges into one segment and relearns the latent space. Not during a change. */
  merge(): Promise<IndexSize>;
  /** As `SearchIndex.rank`, by the newest index. */
  rank(request: RankRequest): Promise<Ranked[]>;
  /** As `SearchIndex.lessons`, by the newest index. */
  lessons(topic: Topic): Promise<Lessons>;
  /** As `SearchIndex.matching` and `likeliestFirst`. */
  matching(request: { topic: Topic; candidates: Candidates; limit: number }): Promise<Matching>;
  likeliestFirst(request: { topic: Topic; ids: number[] }): Promise<number[]>;
  /** As `SearchIndex.clusters`; other requests are answered meanwhile. */
  clusters(papers: readonly SeedPaper[]): Promise<Cluster[]>;
  /** As `SearchIndex.closeMatches`. */
  closeMatches(request: RankRequest): Promise<CloseMatch[]>;
  /** As `SearchIndex.understand`. */
  understand(request: UnderstandRequest): Promise<Understood>;
  close(): Promise<void>;
}

export interface IndexSize {
  papers: number;
  segments: number;
}

/** A request that killed a thread twice is not retried. */
const attempts = 2;

interface Thread {
  worker: Worker;
  pending: Map<number, PendingRequest>;
}

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

interface PendingRequest {
  /** Posted before the request itself. */
  pages: readonly IndexPaper[][];
  request: WithoutId<WorkerRequest>;
  attempts: number;
  resolve(answer: WorkerReply): void;
  reject(failure: unknown): void;
}

interface WorkerPoolOptions {
  count: number;
  log: Log;
  /** Terms of other languages and their English, which every thread knows. */
  dictionary?: readonly DictionaryEntry[];
}

/** Opens the threads. A thread that dies is replaced, and its requests are retried once. */
export function openWorkerPool({ count, log, dictionary = [] }: WorkerPoolOptions): WorkerPool {
  const threads: (Thread | null)[] = Array.from({ length: count }, () => null);
  /** The newest index with all stems, for a thread that starts later. */
  let installed: Installed | null = null;
  let closed = false;
  let lastId = 0;

  function start(at: number): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: ['--import', 'tsx'],
      workerData: { dictionary } satisfies WorkerData,
    });
    const thread: Thread = { worker, pending: new Map() };
    threads[at] = thread;
    worker.on('message', (answer: WorkerReply) => {
      const pending = thread.pending.get(answer.id);
      thread.pending.delete(answer.id);
      if ('built' in answer) install(answer.built, thread);
      if ('failure' in answer) pending?.reject(answer.failure);
      else pending?.resolve(answer);
    });
    worker.on('error', (error) => log.error({ err: error }, 'a ranking thread failed'));
    worker.on('exit', (code) => {
      if (!closed) log.warn({ code, pending: thread.pending.size }, 'a ranking thread ended');
      threads[at] = null;
      for (const request of thread.pending.values())
        if (closed || ++request.attempts >= attempts)
          request.reject(new Error('The ranking thread has ended.'));
        else void dispatch(threads[at] ?? start(at), request);
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
    request: WithoutId<WorkerRequest>,
    pages: PendingRequest['pages'] = [],
  ): Promise<WorkerReply> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The ranking threads are closed.'));
      void dispatch(choose(threads.map((thread, at) => thread ?? start(at))), {
        pages,
        request,
        attempts: 0,
        resolve,
        reject,
      });
    });

  /** A page at a time: posting a whole corpus at once would block the event loop. */
  async function dispatch(thread: Thread, pending: PendingRequest): Promise<void> {
    const id = ++lastId;
    thread.pending.set(id, pending);
    try {
      for (const papers of pending.pages) {
        post(thread, { kind: 'papers', papers });
        await nextTurn();
      }
      post(thread, { id, ...pending.request } as WorkerRequest);
    } catch (error) {
      // The message could not be cloned.
      thread.pending.delete(id);
      pending.reject(error);
    }
  }

  const build = async (
    request: WithoutId<WorkerRequest>,
    pages?: PendingRequest['pages'],
  ): Promise<IndexSize> => {
    const answer = await ask(([first]) => first!, request, pages);
    if (!('built' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
    return { papers: answer.built.size, segments: answer.built.segments };
  };

  return {
    change: (pages, removed) => build({ kind: 'change', removed }, pages),
    merge: () => build({ kind: 'merge' }),
    async rank(request) {
      const answer = await ask(leastBusy, { kind: 'rank', ...request });
      if (!('ranked' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return JSON.parse(answer.ranked) as Ranked[];
    },
    async lessons(topic) {
      const answer = await ask(leastBusy, { kind: 'lessons', topic });
      if (!('lessons' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return answer.lessons;
    },
    async matching(request) {
      const answer = await ask(leastBusy, { kind: 'matching', ...request });
      if (!('matching' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return answer.matching;
    },
    async likeliestFirst(request) {
      const answer = await ask(leastBusy, { kind: 'likeliestFirst', ...request });
      if (!('ordered' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return answer.ordered;
    },
    async clusters(papers) {
      const answer = await ask(leastBusy, { kind: 'clusters', papers });
      if (!('clusters' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return answer.clusters;
    },
    async closeMatches(request) {
      const answer = await ask(leastBusy, { kind: 'closeMatches', ...request });
      if (!('close' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return answer.close;
    },
    async understand(request) {
      const answer = await ask(leastBusy, { kind: 'understand', ...request });
      if (!('understood' in answer)) throw new TypeError('A ranking thread gave the wrong answer.');
      return answer.understood;
    },
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread?.worker.terminate()));
    },
  };
}

/** The thread with the fewest pending requests; of equals the last, because the first also builds. */
const leastBusy = (threads: Thread[]): Thread =>
  threads.reduce((one, other) => (other.pending.size <= one.pending.size ? other : one));
