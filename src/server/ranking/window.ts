import { and, eq, gt, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { papers } from '../db/schema.ts';
import { fromBytes } from '../embeddings/bytes.ts';
import type { Log } from '../log.ts';
import type { HeldIndex, IndexPaper } from './ranked.ts';
import { openThreads, type Size, type Threads } from './threads.ts';

/** Holds the newest index of the library's window, and refreshes it when the library has changed. */
export interface Window {
  /** An index that contains every paper stored before the call; builds what is missing. */
  current(): Promise<HeldIndex>;
  /** Ends the ranking threads; what they are asked for meanwhile fails. */
  close(): Promise<void>;
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
  /** Ranking threads. */
  threads?: number;
}

const day = 86_400_000;
/** A transaction may commit rows a little after the moment that it wrote into them. */
const overlap = 2 * 60_000;
/** A deleted row leaves no trace that `changed_at` could show: all ids are compared this often. */
const reconcileEvery = 10 * 60_000;
/** Few enough that reading and handing over a page never holds up the process. */
const pageSize = 200;
const idPageSize = 4000;

/** Nothing is read before the first call of `current`. */
export function openWindow(options: WindowOptions): Window {
  const state: State = {
    index: null,
    segments: 0,
    known: new Map(),
    mark: 0,
    reconciledAt: 0,
    since: null,
    learnedFrom: 0,
  };
  const threads = openThreads({ count: options.threads ?? 1, log: options.log });
  let running: Promise<HeldIndex> | null = null;
  let next: Promise<HeldIndex> | null = null;
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
  index: HeldIndex | null;
  segments: number;
  /** `changed_at` of every paper in the index, in milliseconds, by id. */
  known: Map<number, number>;
  /** What changed before it has been read; a while of it, `overlap`, is read again. */
  mark: number;
  reconciledAt: number;
  /** Papers that arrived before are left out; null while none has to be. */
  since: Date | null;
  /** Papers in the index when it was last built whole. */
  learnedFrom: number;
}

async function refresh(options: WindowOptions, threads: Threads, state: State): Promise<HeldIndex> {
  const { now, log } = options;
  const startedAt = performance.now();
  const asked = now().getTime();
  // Counted through only now and then: meanwhile a harvest more may be held.
  const reconciles = now().getTime() - state.reconciledAt > reconcileEvery;
  const since = reconciles ? await arrivedSince(options) : state.since;
  const fresh: IndexPaper[][] = [];
  const added: [id: number, changedAt: number][] = [];
  const removed: number[] = [];
  let { mark, reconciledAt } = state;
  for await (const rows of changedRows(options, state, since)) {
    const current = rows.filter((row) => row.state === 'current');
    fresh.push(current.map((row) => asPaper(row, options.vectorModel ?? null)));
    for (const { id, changedAt } of current) added.push([id, changedAt.getTime()]);
    for (const row of rows) if (row.state !== 'current' && state.known.has(row.id)) removed.push(row.id);
    mark = rows.reduce((latest, { changedAt }) => Math.max(latest, changedAt.getTime()), mark);
  }
  if (reconciles) {
    removed.push(...(await vanished(options, state, since)));
    reconciledAt = now().getTime();
  }
  if (!state.index || added.length + removed.length > 0)
    held(state, threads, await threads.change(fresh, removed));
  // Else a harvest of thousands, with nothing changed behind it, would be read again for every digest.
  if (state.known.size + added.length > 0) mark = Math.max(mark, asked);
  // Only now: had the threads failed, the same papers would have to be brought again.
  Object.assign(state, { mark, reconciledAt, since });
  for (const [id, changedAt] of added) state.known.set(id, changedAt);
  for (const id of removed) state.known.delete(id);
  await learnAgain(state, threads);
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

function held(state: State, threads: Threads, { papers, segments }: Size): void {
  state.segments = segments;
  state.index = {
    size: papers,
    rank: (topic, candidates, options) => threads.rank({ topic, candidates, options }),
  };
}

/** One segment again when there are many, or when the library has outgrown what the latent space was learned from. */
async function learnAgain(state: State, threads: Threads): Promise<void> {
  const { segments, index } = state;
  if (segments > 1 && (segments > 12 || index!.size > state.learnedFrom * 1.3 + 200))
    held(state, threads, await threads.merge());
  if (state.segments === 1) state.learnedFrom = state.index!.size;
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

/**
 * Rows of the window that have changed since the index knows them, by id, in pages, so that other queries get their
 * turn in between. Looked for by id and time alone: after a harvest of thousands the overlap brings them all again.
 */
async function* changedRows(options: WindowOptions, state: State, since: Date | null): AsyncGenerator<Row[]> {
  const changed: number[] = [];
  for await (const page of changedIds(options, state.mark - overlap, since))
    for (const { id, changedAt } of page) if (state.known.get(id) !== changedAt.getTime()) changed.push(id);
  changed.sort((one, other) => one - other);
  for (let from = 0; from < changed.length; from += pageSize)
    yield await options.db
      .select(columns)
      .from(papers)
      .where(inArray(papers.id, changed.slice(from, from + pageSize)))
      .orderBy(papers.id);
}

/** In the order of their index, so that the database goes through no other papers. */
async function* changedIds(options: WindowOptions, mark: number, since: Date | null) {
  // As text: a time has microseconds here, and a date of JavaScript has not.
  let last = { moment: new Date(mark).toISOString(), id: 0 };
  for (;;) {
    const page = await options.db
      .select({ id: papers.id, changedAt: papers.changedAt, moment: sql<string>`${papers.changedAt}::text` })
      .from(papers)
      .where(
        and(
          sql`(${papers.changedAt}, ${papers.id}) > (${last.moment}::timestamptz, ${last.id}::bigint)`,
          within(options, since),
        ),
      )
      .orderBy(papers.changedAt, papers.id)
      .limit(idPageSize);
    yield page;
    if (page.length < idPageSize) return;
    last = page.at(-1)!;
  }
}

const columns = {
  id: papers.id,
  source: papers.source,
  title: papers.title,
  abstract: papers.abstract,
  journal: papers.journal,
  publicationTypes: papers.publicationTypes,
  availableOn: papers.availableOn,
  firstSeenAt: papers.firstSeenAt,
  changedAt: papers.changedAt,
  state: papers.state,
  lastAuthor: sql<string | null>`${papers.authors}[cardinality(${papers.authors})]`,
  impact: papers.impact,
  vector: papers.vector,
  vectorModel: papers.vectorModel,
};

type Row = Pick<typeof papers.$inferSelect, Exclude<keyof typeof columns, 'lastAuthor'>> & {
  lastAuthor: string | null;
};

/** Papers that the window holds, of those that arrived after `since`. */
export function within(
  { now, days = 366 }: Pick<WindowOptions, 'now' | 'days'>,
  since: Date | null,
): SQL | undefined {
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
  lastAuthor: row.lastAuthor,
  impact: row.impact,
  vector:
    row.vector && vectorModel !== null && row.vectorModel === vectorModel ? fromBytes(row.vector) : null,
});
