import type { IndexPaper, RemoteIndex } from '#engine/core/types.ts';
import type { Log } from '#platform/runtime/log.ts';
import { dayMs, minuteMs } from '#shared/values/time.ts';
import { arrivedSince, changedRows, type IndexScope, indexPaper, removedIds } from './changedRows.ts';
import { learnNames } from './learnNames.ts';
import { type IndexSize, openWorkerPool, type WorkerPool } from './workerPool.ts';

declare module '#kit/feature.ts' {
  interface App {
    index: LiveIndex;
  }
}

/** A near-real-time index of the search window, refreshed when the corpus has changed. */
export type LiveIndex = ReturnType<typeof openLiveIndex>;

interface LiveIndexOptions extends IndexScope {
  log: Log;
  /** The embeddings model in use. Vectors of other models are ignored: they are not comparable with the topic's. */
  vectorModel?: string | null;
  /** Ranking threads. */
  threads?: number;
}

/** Milliseconds that are read again, because a transaction may commit rows later than the `changed_at` it wrote. */
const overlap = 2 * minuteMs;
/** How often all ids are compared, because deleted rows do not show in `changed_at`. */
const reconcileEvery = 10 * minuteMs;

/** Opens the index and its threads. Reads nothing before the first call of `current`. */
export function openLiveIndex(options: LiveIndexOptions) {
  const state: State = {
    index: null,
    segments: 0,
    indexedVersions: new Map(),
    highWaterMark: 0,
    reconciledAt: 0,
    since: null,
    learnedFrom: 0,
    namesAt: 0,
    namesFrom: 0,
    learning: null,
  };
  const closing = new AbortController();
  const threads = openWorkerPool({ count: options.threads ?? 1, log: options.log });
  let running: Promise<RemoteIndex> | null = null;
  let next: Promise<RemoteIndex> | null = null;
  const start = () => {
    running = refresh(options, threads, state)
      .then((index) => {
        learnNamesIfDue(options, threads, { state, signal: closing.signal });
        return index;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const current = (): Promise<RemoteIndex> => {
    if (!running) return start();
    // The running refresh may have read before this call, so this call and later ones share the next refresh.
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
  };
  return {
    /** An index that contains every paper committed before the call. */
    current,
    /** The index as it was last read, for what needs no newer papers. The first call reads it. */
    latest: async (): Promise<RemoteIndex> => state.index ?? (await current()),
    /** Ends the ranking threads; pending requests reject. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([threads.close(), state.learning]);
    },
  };
}

interface State {
  index: RemoteIndex | null;
  segments: number;
  /** `changed_at` of every paper in the index, in milliseconds, by id. */
  indexedVersions: Map<number, number>;
  /** Changes before this moment have been read. Reading starts `overlap` before it. */
  highWaterMark: number;
  reconciledAt: number;
  /** Papers that arrived earlier are left out; null if all fit. */
  since: Date | null;
  /** Papers in the index when the latent space was last learned. */
  learnedFrom: number;
  /** When other names were last learned, and from how many papers. */
  namesAt: number;
  namesFrom: number;
  /** Never rejects. */
  learning: Promise<void> | null;
}

async function refresh(options: LiveIndexOptions, threads: WorkerPool, state: State): Promise<RemoteIndex> {
  const { now, log } = options;
  const startedAt = performance.now();
  const calledAt = now().getTime();
  // Counting is expensive, so it is done rarely. Until then the index may exceed `most` by a harvest.
  const reconciles = Math.abs(calledAt - state.reconciledAt) > reconcileEvery;
  const since = reconciles ? await arrivedSince(options) : state.since;
  const changes: Changes = { added: new Map(), removed: [], highWaterMark: state.highWaterMark };
  const pages = {
    [Symbol.asyncIterator]: () => readChanges(options, state, { calledAt, reconciles, since }, changes),
  };
  const size = await threads.change(pages, changes.removed);
  const { added, removed } = changes;
  if (!state.index || added.size + removed.length > 0) setIndex(state, threads, size);
  let { highWaterMark } = changes;
  // Advance even when nothing changed; otherwise every digest would read the last harvest again.
  if (state.indexedVersions.size + added.size > 0) highWaterMark = Math.max(highWaterMark, calledAt);
  highWaterMark = Math.min(highWaterMark, calledAt + overlap);
  // Only after the threads have succeeded; otherwise the same papers must be sent again.
  const reconciledAt = reconciles ? now().getTime() : state.reconciledAt;
  Object.assign(state, { highWaterMark, reconciledAt, since });
  for (const [id, changedAt] of added) state.indexedVersions.set(id, changedAt);
  for (const id of removed) state.indexedVersions.delete(id);
  await mergeIfGrown(state, threads);
  const index = state.index!;
  if (added.size + removed.length > 0)
    log.debug(
      { added: added.size, removed: removed.length, size: index.size, ms: performance.now() - startedAt },
      'window index refreshed',
    );
  return index;
}

/** The changes that a refresh has read. */
interface Changes {
  /** `changed_at` in milliseconds by id. */
  added: Map<number, number>;
  removed: number[];
  highWaterMark: number;
}

/** The papers that an index lacks, page by page, never all in memory. Other changes are in `changes` afterwards. */
async function* readChanges(
  options: LiveIndexOptions,
  { indexedVersions: versions, highWaterMark }: State,
  { calledAt, reconciles, since }: { calledAt: number; reconciles: boolean; since: Date | null },
  changes: Changes,
): AsyncGenerator<IndexPaper[]> {
  const { added, removed } = changes;
  added.clear();
  removed.length = 0;
  changes.highWaterMark = highWaterMark;
  // A clock that was ahead may have left a mark in the future, and no new row would be after it. Read from the start.
  const isAhead = highWaterMark > calledAt + overlap;
  const after = isAhead ? 0 : highWaterMark - overlap;
  for await (const rows of changedRows(options, { versions, after }, since)) {
    const current = rows.filter((row) => row.state === 'current');
    for (const { id, changedAt } of current) added.set(id, changedAt.getTime());
    for (const { id, state } of rows) if (state !== 'current' && versions.has(id)) removed.push(id);
    for (const { changedAt } of rows)
      changes.highWaterMark = Math.max(changes.highWaterMark, changedAt.getTime());
    if (current.length > 0) yield current.map((row) => indexPaper(row, options.vectorModel ?? null));
  }
  if (reconciles) removed.push(...(await removedIds(options, versions, since)));
}

function setIndex(state: State, threads: WorkerPool, { papers, segments }: IndexSize): void {
  state.segments = segments;
  state.index = { ...threads, size: papers };
}

/**
 * Merges into one segment if there are many, or if the corpus has outgrown the papers that the latent space was learned
 * from.
 */
async function mergeIfGrown(state: State, threads: WorkerPool): Promise<void> {
  const { segments, index } = state;
  if (segments > 1 && (segments > 12 || index!.size > state.learnedFrom * 1.3 + 200))
    setIndex(state, threads, await threads.merge());
  if (state.segments === 1) state.learnedFrom = state.index!.size;
}

/**
 * Learns other names from the corpus' records once a day, and earlier if the index has grown by a third. Nobody waits for
 * it: topics are read with the previous names until it is done.
 */
function learnNamesIfDue(
  { db, now, log }: LiveIndexOptions,
  threads: WorkerPool,
  { state, signal }: { state: State; signal: AbortSignal },
): void {
  const at = now().getTime();
  const { size } = state.index!;
  const isDue = Math.abs(at - state.namesAt) >= dayMs || size > state.namesFrom * 1.3;
  if (state.learning || !isDue || signal.aborted) return;
  const startedAt = performance.now();
  Object.assign(state, { namesAt: at, namesFrom: size });
  state.learning = learnNames(db, signal)
    .then((names) => {
      threads.learn(names);
      const { classes, terms } = names;
      const ms = performance.now() - startedAt;
      log.debug({ classes: classes.length, terms: terms.length, ms }, 'other names learned');
    })
    .catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'learning other names failed');
    })
    .finally(() => {
      state.learning = null;
    });
}
