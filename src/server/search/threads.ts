import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { LearnedNames } from '#engine/core/types.ts';
import { memoryOf } from '#engine/documents/storeWriter.ts';
import type { Log } from '#platform/runtime/log.ts';
import { indexedSources } from '#shared/papers/sources.ts';
import type { Built, Installed, WorkerData, WorkerReply, WorkerRequest } from './worker.ts';

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;
/** A request that gets a reply. */
export type Request = WithoutId<WorkerRequest>;

/** A request that killed a thread twice is not retried. */
export const attempts = 2;

const compiled = fileURLToPath(new URL('../../../dist/compiled', import.meta.url));

/** An index of fewer is built in little memory. */
const manyPapers = 5000;

interface PendingRequest {
  request: Request;
  attempts: number;
  resolve(answer: WorkerReply): void;
  reject(failure: unknown): void;
}

export interface Thread {
  worker: Worker;
  pending: Map<number, PendingRequest>;
  /** Takes no more requests, and ends once it has answered those it has. */
  isRetired: boolean;
}

export class ThreadEnded extends Error {
  constructor() {
    super('The ranking thread has ended.');
  }
}

export type ThreadsOptions = { count: number; log: Log };

/**
 * Threads over one index in shared memory. A thread that dies is replaced, and its requests are retried once. A thread that
 * built a large index is replaced too, because V8 keeps the memory that building took for as long as the thread lives.
 */
export class Threads {
  readonly #options: ThreadsOptions;
  readonly #threads: (Thread | null)[];
  /** Those that requests are given to, that start, and that are retired. */
  readonly #living = new Set<Thread>();
  /** The newest index with all stems, for a thread that starts later. */
  #installed: Installed | null = null;
  #learned: LearnedNames | null = null;
  #lastId = 0;
  isClosed = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
    this.#threads = Array.from({ length: options.count }, () => null);
  }

  /** The answer of the thread that `choose` takes; asked again of another if it dies, as long as there were fewer attempts. */
  ask(choose: (threads: Thread[]) => Thread, request: Request, tried = 0): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new Error('The ranking threads are closed.'));
      const thread = choose(this.#threads.map((_, at) => this.#at(at)));
      this.#dispatch(thread, { request, attempts: tried, resolve, reject });
    });
  }

  /** Gives every thread, those that start later too, names learned from records. */
  learn(names: LearnedNames): void {
    this.#learned = names;
    for (const thread of this.#living) post(thread, { kind: 'learn', names });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.#living].map(({ worker }) => worker.terminate()));
  }

  #at(at: number): Thread {
    this.#threads[at] ??= this.#start();
    return this.#threads[at];
  }

  #start(): Thread {
    const { log } = this.#options;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      // Node keeps what it compiled, so that a thread starts sooner.
      execArgv: [],
      env: { NODE_COMPILE_CACHE: compiled },
      workerData: { sources: indexedSources } satisfies WorkerData,
    });
    const thread: Thread = { worker, pending: new Map(), isRetired: false };
    this.#living.add(thread);
    worker.on('message', (answer: WorkerReply) => this.#receive(thread, answer));
    worker.on('error', (error) => log.error({ err: error }, 'a ranking thread failed'));
    worker.on('exit', (code) => this.#afterExit(thread, code));
    if (this.#installed) post(thread, { kind: 'install', ...this.#installed });
    if (this.#learned) post(thread, { kind: 'learn', names: this.#learned });
    return thread;
  }

  #receive(thread: Thread, answer: WorkerReply): void {
    const pending = thread.pending.get(answer.id);
    thread.pending.delete(answer.id);
    if ('failure' in answer) pending?.reject(answer.failure);
    else if ('built' in answer) void this.#install(answer.built, thread).then(() => pending?.resolve(answer));
    else pending?.resolve(answer);
    if (thread.isRetired) endIfIdle(thread);
  }

  /** Resolves when the threads that will answer from now on have the index. */
  async #install(built: Built, builder: Thread): Promise<void> {
    const { reader, stems, from, size, segments } = built;
    for (const thread of this.#living)
      if (thread !== builder) post(thread, { kind: 'install', reader, stems, from });
    const all = from === 0 ? stems : [this.#installed!.stems, stems].filter(Boolean).join('\n');
    this.#installed = { reader, stems: all, from: 0 };
    if (segments === 1 && size >= manyPapers) await this.#replace(builder);
  }

  /** Answers with the old thread until the new one has started. A thread that does not start is logged, and the old one stays. */
  #replace(old: Thread): Promise<void> {
    const next = this.#start();
    return new Promise((resolve) => {
      const swap = () => {
        const at = this.#threads.indexOf(old);
        if (at >= 0) this.#threads[at] = next;
        old.isRetired = true;
        endIfIdle(old);
        resolve();
      };
      this.#dispatch(next, { request: { kind: 'ready' }, attempts, resolve: swap, reject: () => resolve() });
    });
  }

  #afterExit(thread: Thread, code: number): void {
    this.#living.delete(thread);
    if (!this.isClosed && !thread.isRetired)
      this.#options.log.warn({ code, pending: thread.pending.size }, 'a ranking thread ended');
    const at = this.#threads.indexOf(thread);
    if (at >= 0) this.#threads[at] = null;
    for (const pending of thread.pending.values())
      if (this.isClosed || ++pending.attempts >= attempts) pending.reject(new ThreadEnded());
      else this.#dispatch(this.#at(Math.max(at, 0)), pending);
  }

  #dispatch(thread: Thread, pending: PendingRequest): void {
    const id = ++this.#lastId;
    thread.pending.set(id, pending);
    try {
      post(thread, { id, ...pending.request } as WorkerRequest);
    } catch (error) {
      // The message could not be cloned.
      thread.pending.delete(id);
      pending.reject(error);
    }
  }
}

const post = ({ worker }: Thread, request: WorkerRequest): void =>
  worker.postMessage(request, request.kind === 'page' ? memoryOf(request.page) : []);

function endIfIdle({ worker, pending }: Thread): void {
  if (!pending.size) void worker.terminate();
}
