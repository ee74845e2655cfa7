import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

interface Waiting<One, Answer> {
  one: One;
  resolve(answer: Answer): void;
  reject(failure: unknown): void;
}

interface Line<One, Answer> {
  waiting: Waiting<One, Answer>[];
  isRunning: boolean;
  /** By `performance.now`. */
  endedAt: number;
}

/** A line that stood still for so long is not busy: whoever comes now goes at once. */
const busyMilliseconds = 100;

/**
 * One statement for many callers: what is asked while a call is in hand goes together into the next one, `atMost` at a
 * time. A lone caller goes at once; while the line is busy the next call waits up to `patience` milliseconds for
 * company. Each still gets an answer of its own: when a call of several fails, each of them is asked alone.
 * `run` answers in the order of what it was asked, and must bear being asked twice.
 */
export function together<A extends object, One, Answer>(
  run: (app: A, all: One[]) => Promise<Answer[]>,
  { atMost = 32, patience = 0 } = {},
): (app: A, one: One) => Promise<Answer> {
  // By the caller's own `app`: in a transaction that is another one, whose statements are its own.
  const lines = new WeakMap<A, Line<One, Answer>>();

  async function work(app: A, line: Line<One, Answer>): Promise<void> {
    line.isRunning = true;
    try {
      while (line.waiting.length) {
        const isBusy = performance.now() - line.endedAt < busyMilliseconds;
        if (patience && isBusy && line.waiting.length < atMost) await delay(patience);
        else await nextTurn();
        await answer(app, line.waiting.splice(0, atMost));
        line.endedAt = performance.now();
      }
    } finally {
      line.isRunning = false;
    }
  }

  async function answer(app: A, all: Waiting<One, Answer>[]): Promise<void> {
    try {
      const answers = await run(
        app,
        all.map(({ one }) => one),
      );
      for (const [at, { resolve }] of all.entries()) resolve(answers[at]!);
    } catch (failure) {
      if (all.length === 1) all[0]!.reject(failure);
      else for (const each of all) await answer(app, [each]);
    }
  }

  return (app, one) =>
    new Promise((resolve, reject) => {
      const line = lines.get(app) ?? { waiting: [], isRunning: false, endedAt: Number.NEGATIVE_INFINITY };
      lines.set(app, line);
      line.waiting.push({ one, resolve, reject });
      if (!line.isRunning) void work(app, line);
    });
}

/** As `inArray`, in one parameter: the statement stays the same however many there are, and can be prepared. */
export const anyOf = (column: AnyColumn | SQL, values: readonly (string | number)[]): SQL =>
  sql`${column} = any(${sql.param(values)})`;
