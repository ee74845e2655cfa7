import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { pluck } from '#shared/values/pick.ts';
import type { Db } from './types.ts';

type Call<Input, Result> = { input: Input; resolve(result: Result): void; reject(failure: unknown): void };

type Run<A, Input, Result> = (app: A, inputs: Input[]) => Promise<Result[]>;

interface Batch<Input, Result> {
  waiting: Call<Input, Result>[];
  isRunning: boolean;
  /** In the time of `performance.now`. */
  endedAt: number;
}

/** After this long without a batch, the next call runs immediately. */
const idleAfterMs = 100;

/**
 * Turns a function of many inputs into one that is called with one input at a time (a DataLoader). Calls made while a
 * batch is running form the next batch, of at most `atMost` calls; under load a batch waits up to `maxWaitMs` to fill. A
 * call while nothing is running is executed immediately. If a batch of several calls fails, each is run alone, so that a
 * call rejects only for its own failure.
 * @param run returns one result for each input, in their order; it must be safe to run twice for the same input
 */
export function batched<A extends object, Input, Result>(
  run: Run<A, Input, Result>,
  { atMost = 32, maxWaitMs = 0 } = {},
): (app: A, input: Input) => Promise<Result> {
  // One queue per `app`: a transaction has its own, and its statements must not mix with others.
  const batches = new WeakMap<A, Batch<Input, Result>>();

  async function runAll(app: A, batch: Batch<Input, Result>): Promise<void> {
    batch.isRunning = true;
    try {
      while (batch.waiting.length) {
        const isBusy = performance.now() - batch.endedAt < idleAfterMs;
        if (maxWaitMs && isBusy && batch.waiting.length < atMost) await delay(maxWaitMs);
        else await nextTurn();
        await runOnce(run, app, batch.waiting.splice(0, atMost));
        batch.endedAt = performance.now();
      }
    } finally {
      batch.isRunning = false;
    }
  }

  return (app, input) =>
    new Promise((resolve, reject) => {
      const batch = batches.get(app) ?? { waiting: [], isRunning: false, endedAt: Number.NEGATIVE_INFINITY };
      batches.set(app, batch);
      batch.waiting.push({ input, resolve, reject });
      if (!batch.isRunning) void runAll(app, batch);
    });
}

async function runOnce<A, Input, Result>(run: Run<A, Input, Result>, app: A, calls: Call<Input, Result>[]) {
  try {
    const results = await run(app, pluck(calls, 'input'));
    for (const [index, { resolve }] of calls.entries()) resolve(results[index]!);
  } catch (failure) {
    if (calls.length === 1) calls[0]!.reject(failure);
    else for (const call of calls) await runOnce(run, app, [call]);
  }
}

/** Like `inArray` with a single parameter, for any number of values. */
export const anyOf = (column: AnyColumn | SQL, values: readonly (string | number)[]): SQL =>
  sql`${column} = any(${sql.param(values)})`;

/** Computes while the server handles a statement of the same `Promise.all`, by starting after that was sent. */
export async function meanwhile<T>(calculate: () => T): Promise<T> {
  await nextTurn();
  return calculate();
}

/**
 * Executes statements in their order, and builds each while the server answers the one before. Between them the event loop
 * turns. `null` instead of a statement: nothing to execute.
 */
export async function executeInTurn(db: Db, statements: (() => SQL | null)[]): Promise<void> {
  let next = statements[0]?.() ?? null;
  for (const build of [...statements.slice(1), () => null]) {
    const statement = next;
    [next] = await Promise.all([meanwhile(build), statement && db.execute(statement)]);
  }
}
