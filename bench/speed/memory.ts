import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { toSharedMemory } from '#search/sharedMemory.ts';
import { startPostgres } from '#test/chaos/setup/postgres.ts';
import { spawnLitwatch } from '#test/chaos/setup/process.ts';
import type { CorpusPaper } from '#test/inlineIndex.ts';
import { buildIndex } from '#test/inlineIndex.ts';
import { corpusOfSize, topicsFrom } from '../data/corpusOfSize.ts';
import { temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import type { Figure } from '../report/figures.ts';
import type { Said, Told } from './indexProcess.ts';

/** Memory of a week's index: the arrays that all threads share, what each thread keeps for itself, and a whole process. */
export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const papers = corpusOfSize(40_000);
  if (!papers) {
    console.error('memory: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  if (!global.gc) throw new Error('Run this with `npm run bench`: it needs --expose-gc.');
  const heap = () => {
    global.gc!();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const index = await buildIndex(papers);
  const own = heap() - before;
  const { vocabulary: _, ...numbers } = index.reader;
  const shared = bytesOf(toSharedMemory(numbers));
  const on = '40,000 papers';
  return [
    { name: 'memory of the index', value: megabytes(shared + own), unit: 'MB', goal: { most: 250 }, on },
    { name: '  of it shared by all threads', value: megabytes(shared), unit: 'MB', on },
    ...(quick ? [] : [...(await heldByProcess(papers)), ...(await heldByWeb())]),
  ];
}

/** The settings with which scripts/delivery/litwatch starts a process for an operator. */
const youngMegabytes = '--max-semi-space-size=4';
const allocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/** The memory that the system reports for a process that only builds the index and ranks; empty if it reports none. */
async function heldByProcess(papers: CorpusPaper[]): Promise<Figure[]> {
  if (!existsSync('/proc/self/status')) return [];
  const child = fork(new URL('./indexProcess.ts', import.meta.url), [], {
    serialization: 'advanced',
    execArgv: [...process.execArgv, youngMegabytes],
    env: { ...process.env, ...allocation },
  });
  const tell = (told: Told) => child.send(told);
  tell({ topics: topicsFrom(papers, 400) });
  let at = 0;
  let said: Said = 'page';
  for (;;) {
    [said] = (await once(child, 'message')) as [Said];
    if (said !== 'page') break;
    tell({ page: papers.slice(at, at + 200) });
    at += 200;
  }
  child.disconnect();
  const on = '40,000 papers, one ranking thread';
  const [resident, peak] = [megabytes(said.resident), megabytes(said.peak)];
  return [
    { name: 'memory of a process with the index', value: resident, unit: 'MB', goal: { most: 450 }, on },
    { name: '  at most, while it is built', value: peak, unit: 'MB', goal: { most: 700 }, on },
  ];
}

/**
 * Calls before a web process is measured, because the first ones compile its code, and seconds of rest, in which V8 collects
 * garbage.
 */
const callsBefore = 200;
const restSeconds = 20;

/** The memory that the system reports for a process that only serves pages, on PostgreSQL; empty if PostgreSQL is missing. */
async function heldByWeb(): Promise<Figure[]> {
  const postgres = existsSync('/proc/self/status') ? await startPostgres() : null;
  if (!postgres) {
    console.error('memory: no web process is measured, PostgreSQL is missing.');
    return [];
  }
  const folder = temporaryFolder();
  const port = 20_000 + (process.pid % 20_000);
  const web = spawnLitwatch(['--web'], {
    ...quietEnvironment(folder),
    ...allocation,
    NODE_OPTIONS: youngMegabytes,
    DATABASE_URL: postgres.url,
    PORT: String(port),
  });
  try {
    await web.ready;
    for (let call = 0; call < callsBefore; call++)
      for (const path of ['/', '/api/topics'])
        await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
    await delay(restSeconds * 1000);
    const status = readFileSync(`/proc/${web.pid}/status`, 'utf8');
    const value = megabytes(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024);
    const on = `PostgreSQL, after ${callsBefore} pages and calls`;
    return [
      { name: 'memory of a process that only serves pages', value, unit: 'MB', goal: { most: 150 }, on },
    ];
  } finally {
    await web.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const megabytes = (bytes: number): number => bytes / 1e6;

/** Bytes of all typed arrays in a value; shared buffers count once. */
function bytesOf(value: unknown, seen = new Set<ArrayBufferLike>()): number {
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0;
    seen.add(value.buffer);
    return value.buffer.byteLength;
  }
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part, seen), 0);
}
