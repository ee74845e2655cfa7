import { Worker } from 'node:worker_threads';
import type { DictionaryEntry } from '#platform/runtime/dictionaryFile.ts';
import type { Log } from '#platform/runtime/log.ts';
import type {
  CloseMatch,
  Cluster,
  LearnedNames,
  Lessons,
  Ranked,
  SeedPaper,
  Shortlist,
  Topic,
  Understood,
} from '../core/types.ts';
import { memoryOf } from '../documents/storeWriter.ts';
import { type Pages, storePages } from './pages.ts';
import type {
  Built,
  ExploreRequest,
  Installed,
  RankRequest,
  ShortlistRequest,
  UnderstandRequest,
  WorkerData,
  WorkerReply,
  WorkerRequest,
} from './worker.ts';

/** Threads that rank off the event loop, over one index in shared memory. The first builds it, the others open it. */
export interface WorkerPool {
  /**
   * Adds papers, replacing those with the same ids, and removes `removed`, which is read after the last page. A page is
   * asked for while those before are tokenized, by all threads in turn, so that only few are held. If a thread dies, all pages
   * are read once more. Without any paper to add or remove the index stays. One change at a time.
   */
  change(pages: Pages, removed: readonly number[]): Promise<IndexSize>;
  /** Merges into one segment and relearns the latent space. Not during a change. */
  merge(): Promise<IndexSize>;
  /** As `SearchIndex.rank`, by the newest index. */
  rank(request: RankRequest): Promise<Ranked[]>;
  /** As `SearchIndex.shortlist`, by the newest index. */
  shortlist(request: ShortlistRequest): Promise<Shortlist>;
  /** As `SearchIndex.lessons`, by the newest index. */
  lessons(topic: Topic): Promise<Lessons>;
  /** As `SearchIndex.clusters`; other requests are answered meanwhile. */
  clusters(papers: readonly SeedPaper[]): Promise<Cluster[]>;
  /** As `SearchIndex.explore`. */
  explore(request: ExploreRequest): Promise<Ranked | null>;
  /** As `SearchIndex.closeMatches`. */
  closeMatches(request: RankRequest): Promise<CloseMatch[]>;
  /** As `SearchIndex.understand`. */
  understand(request: UnderstandRequest): Promise<Understood>;
  /** Gives every thread, those that start later too, names learned from records, in place of those before. */
  learn(names: LearnedNames): void;
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

type AnswerName = Exclude<
  WorkerReply extends infer Reply ? (Reply extends unknown ? keyof Reply : never) : never,
  'id'
>;

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

interface PendingRequest {
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
  let learned: LearnedNames | null = null;
  let size: IndexSize | null = null;
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
        if (closed || ++request.attempts >= attempts) request.reject(new ThreadEnded());
        else dispatch(threads[at] ?? start(at), request);
    });
    if (installed) post(thread, { kind: 'install', ...installed });
    if (learned) post(thread, { kind: 'learn', names: learned });
    return thread;
  }

  function install(built: Built, builder: Thread): void {
    const { reader, stems, from } = built;
    for (const thread of threads)
      if (thread && thread !== builder) post(thread, { kind: 'install', reader, stems, from });
    const all = from === 0 ? stems : [installed!.stems, stems].filter(Boolean).join('\n');
    installed = { reader, stems: all, from: 0 };
    size = { papers: built.size, segments: built.segments };
  }

  const post = ({ worker }: Thread, ask: WorkerRequest) =>
    worker.postMessage(ask, ask.kind === 'page' ? memoryOf(ask.page) : []);

  const ask = (
    choose: (threads: Thread[]) => Thread,
    request: WithoutId<WorkerRequest>,
    tried = 0,
  ): Promise<WorkerReply> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The ranking threads are closed.'));
      const thread = choose(threads.map((one, at) => one ?? start(at)));
      dispatch(thread, { request, attempts: tried, resolve, reject });
    });

  function dispatch(thread: Thread, pending: PendingRequest): void {
    const id = ++lastId;
    thread.pending.set(id, pending);
    try {
      post(thread, { id, ...pending.request } as WorkerRequest);
    } catch (error) {
      // The message could not be cloned.
      thread.pending.delete(id);
      pending.reject(error);
    }
  }

  /** The part of a reply that holds the answer, from the thread that has least to do. */
  async function answered<Name extends AnswerName>(request: WithoutId<WorkerRequest>, name: Name) {
    return partOf(await ask(leastBusy, request), name);
  }

  const build = async (request: WithoutId<WorkerRequest>, choose = first, tried = 0): Promise<IndexSize> => {
    const built = partOf(await ask(choose, request, tried), 'built');
    return { papers: built.size, segments: built.segments };
  };

  /** None of its requests is asked again alone: another thread has none of the pages. */
  async function change(pages: Pages, removed: readonly number[]): Promise<IndexSize> {
    const chosen: Thread[] = [];
    const same = (at: number) => (threads: Thread[]) => {
      chosen[at] ??= threads[at]!;
      if (threads[at] !== chosen[at]) throw new ThreadEnded();
      return threads[at];
    };
    const once = (at: number, request: WithoutId<WorkerRequest>) => ask(same(at), request, attempts - 1);
    const isAny = await storePages(pages, {
      count,
      store: (papers, isFirst) => once(0, { kind: 'papers', papers, isFirst }),
      read: async (papers, reader, isFirst) =>
        partOf(await once(reader, { kind: 'read', papers, reader, isFirst }), 'read'),
      storeRead: (page) => once(0, { kind: 'page', page }),
    });
    if (size && !isAny && removed.length === 0) return size;
    return build({ kind: 'change', removed: [...removed], isFirst: !isAny }, same(0), attempts - 1);
  }

  return {
    change: (pages, removed) =>
      change(pages, removed).catch((error: unknown) => {
        if (closed || !(error instanceof ThreadEnded)) throw error;
        return change(pages, removed);
      }),
    merge: () => build({ kind: 'merge' }),
    async rank(request) {
      return JSON.parse(await answered({ kind: 'rank', ...request }, 'ranked')) as Ranked[];
    },
    async shortlist(request) {
      return JSON.parse(await answered({ kind: 'shortlist', ...request }, 'shortlist')) as Shortlist;
    },
    lessons: (topic) => answered({ kind: 'lessons', topic }, 'lessons'),
    clusters: (papers) => answered({ kind: 'clusters', papers }, 'clusters'),
    explore: (request) => answered({ kind: 'explore', ...request }, 'exploratory'),
    closeMatches: (request) => answered({ kind: 'closeMatches', ...request }, 'close'),
    understand: (request) => answered({ kind: 'understand', ...request }, 'understood'),
    learn(names) {
      learned = names;
      for (const thread of threads) if (thread) post(thread, { kind: 'learn', names });
    },
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread?.worker.terminate()));
    },
  };
}

function partOf<Name extends AnswerName>(reply: WorkerReply, name: Name) {
  if (!(name in reply)) throw new TypeError('A ranking thread gave the wrong answer.');
  return (reply as Extract<WorkerReply, Record<Name, unknown>>)[name];
}

class ThreadEnded extends Error {
  constructor() {
    super('The ranking thread has ended.');
  }
}

/** The one that builds. */
const first = ([thread]: Thread[]): Thread => thread!;

/** The thread with the fewest pending requests; of equals the last, because the first also builds. */
const leastBusy = (threads: Thread[]): Thread =>
  threads.reduce((one, other) => (other.pending.size <= one.pending.size ? other : one));
