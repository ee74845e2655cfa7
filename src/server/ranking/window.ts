import { and, eq, gt, gte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { papers } from '../db/schema.ts';
import type { Log } from '../log.ts';
import { buildIndex, type LibraryIndex } from './index.ts';
import type { IndexPaper, WindowIndex } from './ranked.ts';

/** Holds the newest index of the library's window, and refreshes it when the library has changed. */
export interface Window {
  /** An index that contains every paper stored before the call; builds what is missing. */
  current(): Promise<WindowIndex>;
}

interface WindowOptions {
  db: Db;
  now: () => Date;
  log: Log;
  /** Days back from today that a paper's availability or its arrival in the library must fall into. */
  days?: number;
  /** At most this many papers, the latest to arrive: what bounds the memory. */
  most?: number;
  /** Vectors of this embeddings model are used, others are not comparable with the topic's. */
  vectorModel?: string | null;
}

const day = 86_400_000;
/** A transaction may commit rows a little after the moment that it wrote into them. */
const overlap = 2 * 60_000;
/** A deleted row leaves no trace that `changed_at` could show: all ids are compared this often. */
const reconcileEvery = 10 * 60_000;
const pageSize = 500;

/** Nothing is read before the first call of `current`. */
export function openWindow(options: WindowOptions): Window {
  const state: State = { index: null, known: new Map(), mark: 0, reconciledAt: 0, learnedFrom: 0 };
  let running: Promise<WindowIndex> | null = null;
  let next: Promise<WindowIndex> | null = null;
  const start = () => {
    running = refresh(options, state).finally(() => {
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
  };
}

interface State {
  index: LibraryIndex | null;
  /** `changed_at` of every paper in the index, in milliseconds, by id. */
  known: Map<number, number>;
  /** The latest `changed_at` read so far. */
  mark: number;
  reconciledAt: number;
  /** Papers in the index when it was last built whole. */
  learnedFrom: number;
}

type Row = typeof papers.$inferSelect;

async function refresh(options: WindowOptions, state: State): Promise<WindowIndex> {
  const { now, log } = options;
  const startedAt = performance.now();
  const since = await arrivedSince(options);
  const added: Row[] = [];
  const removed: number[] = [];
  for await (const row of changedRows(options, state.mark - overlap, since)) {
    state.mark = Math.max(state.mark, row.changedAt.getTime());
    if (state.known.get(row.id) === row.changedAt.getTime()) continue;
    if (row.state === 'current') added.push(row);
    else if (state.known.has(row.id)) removed.push(row.id);
  }
  if (now().getTime() - state.reconciledAt > reconcileEvery) {
    removed.push(...(await vanished(options, state, since)));
    state.reconciledAt = now().getTime();
  }
  const fresh = added.map((row) => asPaper(row, options.vectorModel ?? null));
  if (!state.index?.size) state.index = await buildIndex(fresh);
  else if (fresh.length + removed.length > 0) state.index = await state.index.changed(fresh, removed);
  for (const row of added) state.known.set(row.id, row.changedAt.getTime());
  for (const id of removed) state.known.delete(id);
  await learnAgain(state);
  if (fresh.length + removed.length > 0)
    log.debug(
      {
        added: fresh.length,
        removed: removed.length,
        size: state.index.size,
        ms: performance.now() - startedAt,
      },
      'window index refreshed',
    );
  return state.index;
}

/** One segment again when there are many, or when the library has outgrown what the latent space was learned from. */
async function learnAgain(state: State): Promise<void> {
  if (!state.index) return;
  if (
    state.index.segments > 1 &&
    (state.index.segments > 12 || state.index.size > state.learnedFrom * 1.3 + 200)
  )
    state.index = await state.index.merged();
  if (state.index.segments === 1) state.learnedFrom = state.index.size;
}

/** The arrival before which papers are left out so that not more than `most` remain. */
async function arrivedSince({ db, most = 60_000 }: WindowOptions): Promise<Date | null> {
  const [row] = await db
    .select({ at: papers.firstSeenAt })
    .from(papers)
    .where(eq(papers.state, 'current'))
    .orderBy(sql`${papers.firstSeenAt} desc`)
    .offset(most)
    .limit(1);
  return row?.at ?? null;
}

/** Rows of the window changed at `mark` or later, in pages, so that other queries get their turn in between. */
async function* changedRows(options: WindowOptions, mark: number, since: Date | null): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const page = await options.db
      .select()
      .from(papers)
      .where(and(gt(papers.id, last), gte(papers.changedAt, new Date(mark)), within(options, since)))
      .orderBy(papers.id)
      .limit(pageSize);
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1)!.id;
  }
}

function within({ now, days = 366 }: WindowOptions, since: Date | null): SQL | undefined {
  const from = new Date(now().getTime() - days * day);
  return and(
    or(gte(papers.availableOn, from.toISOString().slice(0, 10)), gte(papers.firstSeenAt, from)),
    since ? gt(papers.firstSeenAt, since) : undefined,
  );
}

/** Papers of the index that are no longer in the window: deleted, merged into another, or grown old. */
async function vanished(options: WindowOptions, { known }: State, since: Date | null): Promise<number[]> {
  if (known.size === 0) return [];
  const rows = await options.db
    .select({ id: papers.id })
    .from(papers)
    .where(and(eq(papers.state, 'current'), within(options, since)));
  const there = new Set(rows.map(({ id }) => id));
  return [...known.keys()].filter((id) => !there.has(id));
}

const asPaper = (row: Row, vectorModel: string | null): IndexPaper => ({
  id: row.id,
  source: row.source,
  title: row.title,
  abstract: row.abstract,
  journal: row.journal,
  publicationTypes: row.publicationTypes,
  availableOn: row.availableOn,
  firstSeenAt: row.firstSeenAt.getTime(),
  impact: row.impact,
  vector:
    row.vector && vectorModel !== null && row.vectorModel === vectorModel
      ? new Float32Array(new Uint8Array(row.vector).buffer)
      : null,
});
