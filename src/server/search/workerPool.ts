import type { LearnedNames, Question, RemoteIndex } from '#engine/core/types.ts';
import { type Pages, storePages } from './pages.ts';
import { attempts, type Request, type Thread, ThreadEnded, Threads, type ThreadsOptions } from './threads.ts';
import type { WorkerReply } from './worker.ts';

type Questions = Omit<RemoteIndex, 'size'>;
export const questions: readonly Question[] = [
  ...(['understand', 'closeMatches', 'rank', 'shortlist', 'lessons', 'clusters'] as const),
];

export type WorkerPool = ReturnType<typeof openWorkerPool>;

export type IndexSize = { papers: number; segments: number };

type AnswerName = Exclude<
  WorkerReply extends infer Reply ? (Reply extends unknown ? keyof Reply : never) : never,
  'id'
>;

/**
 * Threads that rank off the event loop, over one index in shared memory. The first builds it, the others open it. The newest
 * index answers, by the thread that has least to do.
 */
export function openWorkerPool(options: ThreadsOptions) {
  const threads = new Threads(options);
  const builder = openBuilder(threads, options.count);

  const ask = async (name: Question, given: unknown[]): Promise<unknown> => {
    const reply = await threads.ask(leastBusy, { kind: 'ask', name, given });
    return 'json' in reply ? JSON.parse(reply.json) : partOf(reply, 'answer');
  };
  const asking = questions.map((name) => [name, (...given: unknown[]) => ask(name, given)]);
  const asked = Object.fromEntries(asking) as Questions;
  return {
    ...builder,
    ...asked,
    /** Gives every thread, those that start later too, names learned from records, in place of those before. */
    learn: (names: LearnedNames): void => threads.learn(names),
    close: (): Promise<void> => threads.close(),
  };
}

/** Changes the index: the first thread stores and builds, all of them tokenize. */
function openBuilder(threads: Threads, count: number) {
  let size: IndexSize | null = null;

  async function build(request: Request, choose = first, tried = 0): Promise<IndexSize> {
    const built = partOf(await threads.ask(choose, request, tried), 'built');
    size = { papers: built.size, segments: built.segments };
    return size;
  }

  /** None of its requests is asked again alone: another thread has none of the pages. */
  async function change(pages: Pages, removed: readonly number[]): Promise<IndexSize> {
    const chosen: Thread[] = [];
    const same = (at: number) => (all: Thread[]) => {
      chosen[at] ??= all[at]!;
      if (all[at] !== chosen[at]) throw new ThreadEnded();
      return all[at];
    };
    const once = (at: number, request: Request) => threads.ask(same(at), request, attempts - 1);
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
    /**
     * Adds papers, replacing those with the same ids, and removes `removed`, which is read after the last page. A page is
     * asked for while those before are tokenized, by all threads in turn, so that only few are held. If a thread dies, all
     * pages are read once more. Without any paper to add or remove the index stays. One change at a time.
     */
    change: (pages: Pages, removed: readonly number[]) =>
      change(pages, removed).catch((error: unknown) => {
        if (threads.isClosed || !(error instanceof ThreadEnded)) throw error;
        return change(pages, removed);
      }),
    /** Merges into one segment and relearns the latent space. Not during a change. */
    merge: () => build({ kind: 'merge' }),
  };
}

function partOf<Name extends AnswerName>(reply: WorkerReply, name: Name) {
  if (!(name in reply)) throw new TypeError('A ranking thread gave the wrong answer.');
  return (reply as Extract<WorkerReply, Record<Name, unknown>>)[name];
}

/** The one that builds. */
const first = ([thread]: Thread[]): Thread => thread!;

/** The thread with the fewest pending requests; of equals the last, because the first also builds. */
const leastBusy = (threads: Thread[]): Thread =>
  threads.reduce((one, other) => (other.pending.size <= one.pending.size ? other : one));
