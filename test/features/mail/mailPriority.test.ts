import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '#test/chaos/setup/postgres.ts';
import { type LitwatchProcess, spawnLitwatch } from '#test/chaos/setup/process.ts';

let folder: string;
let postgres: PostgresServer | null = null;
let worker: LitwatchProcess | null = null;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'litwatch-priority-'));
  postgres = process.platform === 'linux' ? await startPostgres() : null;
}, 120_000);
afterAll(async () => {
  await worker?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The nice value of each thread of a process, by the thread's name. */
function nicenessOf(pid: number): Map<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [, name, rest] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))!;
    return [name!, Number(rest!.split(' ')[16])] as const;
  });
  return new Map(threads);
}

describe('worker-only process', () => {
  it('has low priority', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!postgres) return skip('Threads have priorities on Linux only, and PostgreSQL is needed.');
    worker = spawnLitwatch(['--worker'], {
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
    });
    await worker.ready;
    const niceness = nicenessOf(worker.pid);
    expect(niceness.get('MainThread')).toBe(Math.min(19, getPriority() + 10));
  });
});
