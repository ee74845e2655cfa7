import type { Log } from '#platform/runtime/log.ts';
import { minuteMs } from '#shared/time.ts';
import type { IndexPaper, RemoteIndex } from '../types.ts';
import { arrivedSince, changedRows, type IndexScope, indexPaper, removedIds } from './changedRows.ts';
import { type IndexSize, openWorkerPool, type WorkerPool } from './workerPool.ts';

/** Holds the newest index of the library's window, and refreshes it when the library has changed. */
export interface LiveIndex {
  /** An index that contains every paper stored before the call; builds what is missing. */
  current(): Promise<RemoteIndex>;
  /** Ends the ranking threads; what they are asked for meanwhile fails. */
  close(): Promise<void>;
}

interface LiveIndexOptions extends IndexScope {
  log: Log;
  /** Vectors of this embeddings model are used, others are not comparable with the topic's. */
  vectorModel?: string | null;
  /** Ranking threads. */
  threads?: number;
}

/** A transaction may commit rows a little after the moment that it wrote into them. */
const overlap = 2 * minuteMs;
/** A deleted row leaves no trace that `changed_at` could show: all ids are compared this often. */
const reconcileEvery = 10 * minuteMs;

/** Nothing is read before the first call of `current`. */
export function openLiveIndex(options: LiveIndexOptions): LiveIndex {
  const state: State = {
    index: null,
    segments: 0,
    indexedVersions: new Map(),
    highWaterMark: 0,
    reconciledAt: 0,
    since: null,
    learnedFrom: 0,
  };
  const threads = openWorkerPool({ count: options.threads ?? 1, log: options.log });
  let running: Promise<RemoteIndex> | null = null;
  let next: Promise<RemoteIndex> | null = null;
  const start = () => {
    running = refresh(options, threads, state).finally(() => {
      running = null;
    });
    return running;
  };
  return {
    current() {
      if (!running) return start();
      // The refresh in hand may have read before this call: those who come meanwhile share the one after it.
      next ??= running
        .then(
          () => null,
          () => null,
        )
        .then(() => {
          next = null;
          return start();
        });
      return next;
    },
    close: () => threads.close(),
  };
}

interface State {
  index: RemoteIndex | null;
  segments: number;
  /** `changed_at` of every paper in the index, in milliseconds, by id. */
  indexedVersions: Map<number, number>;
  /** What changed before it has been read; a while of it, `overlap`, is read again. */
  highWaterMark: number;
  reconciledAt: number;
  /** Papers that arrived before are left out; null while none has to be. */
  since: Date | null;
  /** Papers in the index when it was last built whole. */
  learnedFrom: number;
}

async function refresh(options: LiveIndexOptions, threads: WorkerPool, state: State): Promise<RemoteIndex> {
  const { now, log } = options;
  const startedAt = performance.now();
  const asked = now().getTime();
  // Counted through only now and then: meanwhile a harvest more may be held.
  const reconciles = now().getTime() - state.reconciledAt > reconcileEvery;
  const since = reconciles ? await arrivedSince(options) : state.since;
  const fresh: IndexPaper[][] = [];
  const added: [id: number, changedAt: number][] = [];
  const removed: number[] = [];
  let { highWaterMark: mark, reconciledAt } = state;
  for await (const rows of changedRows(
    options,
    { known: state.indexedVersions, after: state.highWaterMark - overlap },
    since,
  )) {
    const current = rows.filter((row) => row.state === 'current');
    fresh.push(current.map((row) => indexPaper(row, options.vectorModel ?? null)));
    for (const { id, changedAt } of current) added.push([id, changedAt.getTime()]);
    for (const row of rows)
      if (row.state !== 'current' && state.indexedVersions.has(row.id)) removed.push(row.id);
    mark = rows.reduce((latest, { changedAt }) => Math.max(latest, changedAt.getTime()), mark);
  }
  if (reconciles) {
    removed.push(...(await removedIds(options, state.indexedVersions, since)));
    reconciledAt = now().getTime();
  }
  if (!state.index || added.length + removed.length > 0)
    setIndex(state, threads, await threads.change(fresh, removed));
  // Else a harvest of thousands, with nothing changed behind it, would be read again for every digest.
  if (state.indexedVersions.size + added.length > 0) mark = Math.max(mark, asked);
  // Only now: had the threads failed, the same papers would have to be brought again.
  Object.assign(state, { highWaterMark: mark, reconciledAt, since });
  for (const [id, changedAt] of added) state.indexedVersions.set(id, changedAt);
  for (const id of removed) state.indexedVersions.delete(id);
  await mergeIfGrown(state, threads);
  const index = state.index!;
  if (added.length + removed.length > 0)
    log.debug(
      {
        added: added.length,
        removed: removed.length,
        size: index.size,
        ms: performance.now() - startedAt,
      },
      'window index refreshed',
    );
  return index;
}

function setIndex(state: State, threads: WorkerPool, { papers, segments }: IndexSize): void {
  state.segments = segments;
  state.index = {
    size: papers,
    rank: (topic, candidates, options) => threads.rank({ topic, candidates, options }),
  };
}

/** One segment again when there are many, or when the library has outgrown what the latent space was learned from. */
async function mergeIfGrown(state: State, threads: WorkerPool): Promise<void> {
  const { segments, index } = state;
  if (segments > 1 && (segments > 12 || index!.size > state.learnedFrom * 1.3 + 200))
    setIndex(state, threads, await threads.merge());
  if (state.segments === 1) state.learnedFrom = state.index!.size;
}
