import { spawnSync } from 'node:child_process';
import { closeSync, globSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#platform/db/open.ts';
import { createDatabase } from '../createDatabase.ts';
import { signupForm } from '../visitor.ts';
import { counting, type Delivered } from './operating.ts';
import { surroundings } from './setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch, until } from './setup/process.ts';
import { addDueReaders, openServer, readSources, seedDue } from './setup/seed.ts';

export interface FullDisk extends Delivered {
  /** The response of `/readyz` meanwhile. */
  status: number;
  /** What strangers who sign up meanwhile are answered: status and sentence. */
  signUps: string[];
  /** What one is answered once there is room. */
  afterwards: string;
}

/** Mails sent at once (`concurrency` of the queue), so a full disk can lose at most this many outcomes. */
export const mailsInHand = 8;

/** The embedded database's disk is full for twenty seconds while mails are sent. Null if no disk can be mounted. */
export async function diskFull(due: number): Promise<FullDisk | null> {
  const around = await surroundings();
  const folder = around.environment.DATA_DIR!;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'litwatch', folder]).status === 0;
  const processes: LitwatchProcess[] = [];
  const counter = counting(due, around, processes);
  try {
    if (!mounted) return null;
    const seeding = await openDatabase({ url: null, folder: path.join(folder, 'database') });
    await seedDue(seeding, { environment: around.environment, count: due });
    await seeding.close();
    const running = spawnLitwatch([], { ...around.environment, TRUSTED_PROXIES: '127.0.0.1' });
    processes.push(running);
    const address = /http:\S+/.exec(await running.ready)![0];
    await until(() => around.smtp.distinct >= due / 4, 120);
    const filler = path.join(folder, 'filler');
    fill(filler);
    const signUps: string[] = [];
    for (let at = 0; at < 20; at++) signUps.push(await signUp(address, at), await delay(1000, ''));
    const { status } = await fetch(`${address}/readyz`);
    rmSync(filler);
    await until(() => around.smtp.distinct >= due, 300);
    await delay(2000);
    const delivered = counter.count();
    const afterwards = await signUp(address, 20);
    return { ...delivered, status, signUps: signUps.filter(Boolean), afterwards };
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    if (mounted) spawnSync('umount', ['-l', folder]);
    await around.close();
  }
}

/** Signs up as somebody new, from another network each time, and returns the answer's status and sentence. */
async function signUp(address: string, at: number): Promise<string> {
  const answer = await fetch(`${address}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${at}.7` },
    body: JSON.stringify(signupForm(`new-${at}@example.org`)),
  });
  return `${answer.status} ${((await answer.json()) as { message?: string }).message ?? ''}`;
}

/** The message of a start on a full disk, and whether a start with free space is ready. Null if nothing can be mounted. */
export async function startOnFullDisk(): Promise<{ refusal: string; isBack: boolean } | null> {
  const around = await surroundings();
  const folder = around.environment.DATA_DIR!;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'litwatch', folder]).status !== 0) return null;
  try {
    const made = await openDatabase({ url: null, folder: path.join(folder, 'database') });
    await made.close();
    const filler = path.join(folder, 'filler');
    fill(filler);
    const refusal = await spawnLitwatch([], around.environment).ready.catch((error: Error) => error.message);
    rmSync(filler);
    const next = spawnLitwatch([], around.environment);
    const isBack = await next.ready.then(
      () => true,
      () => false,
    );
    await next.kill();
    return { refusal, isBack };
  } finally {
    spawnSync('umount', ['-l', folder]);
    await around.close();
  }
}

/** Writes until the disk is full. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  for (const size of [1 << 20, 1 << 12, 1])
    try {
      for (;;) writeSync(handle, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  closeSync(handle);
}

/**
 * The clock of a worker's host jumps ten days ahead and, half a minute later, back. Then topics become due. Null if
 * libfaketime cannot be installed.
 */
export async function clockJump(adminUrl: string, due: number): Promise<Delivered | null> {
  const library = findFaketime();
  if (!library) return null;
  const server = await createDatabase(adminUrl);
  const around = await surroundings();
  const clock = path.join(around.environment.DATA_DIR!, 'clock');
  writeFileSync(clock, '+0\n');
  const database = await openServer(server.url);
  const worker = spawnLitwatch(['--worker'], {
    ...around.environment,
    ...{ DATABASE_URL: server.url, LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: clock },
    ...{ FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  });
  const counter = counting(due, around, [worker]);
  try {
    await readSources(database, around.environment);
    await worker.ready;
    writeFileSync(clock, '+10d\n');
    await delay(30_000);
    writeFileSync(clock, '+0\n');
    await addDueReaders(database.db, due);
    await until(() => around.smtp.distinct >= due, 300);
    await delay(2000);
    return counter.count();
  } finally {
    await worker.kill();
    await database.close();
    await around.close();
    await server.drop();
  }
}

function findFaketime(): string | null {
  const find = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null;
  if (!find()) spawnSync('apt-get', ['install', '-y', 'faketime'], { stdio: 'ignore' });
  return find();
}

/** A mail server accepts connections but stays silent for a minute. */
export async function muteMailServer(adminUrl: string, due: number): Promise<Delivered> {
  const server = await createDatabase(adminUrl);
  const around = await surroundings();
  const database = await openServer(server.url);
  around.smtp.misbehave({ kind: 'slow', ms: 600_000 });
  await seedDue(database, { environment: around.environment, count: due });
  const worker = spawnLitwatch(['--worker'], { ...around.environment, DATABASE_URL: server.url });
  const counter = counting(due, around, [worker]);
  try {
    await worker.ready;
    await delay(60_000);
    around.smtp.misbehave(null);
    await until(() => around.smtp.distinct >= due, 400);
    await delay(2000);
    return counter.count();
  } finally {
    await worker.kill();
    await database.close();
    await around.close();
    await server.drop();
  }
}

export interface MuteDns {
  /** Seconds from SIGTERM to exit. */
  seconds: number;
  code: number | null;
}

/** DNS does not answer while a worker harvests sources by name; then the worker gets SIGTERM. */
export async function muteDns(adminUrl: string): Promise<MuteDns> {
  const server = await createDatabase(adminUrl);
  const around = await surroundings();
  const mute = path.join(around.environment.DATA_DIR!, 'mute.mjs');
  writeFileSync(
    mute,
    `import dns from 'node:dns';
    const { lookup } = dns;
    dns.lookup = (name, ...rest) => name.endsWith('.test') || lookup(name, ...rest);`,
  );
  const named = Object.keys(around.sources.environment).map((name) => [name, 'http://source.litwatch.test']);
  const worker = spawnLitwatch(['--worker'], {
    ...around.environment,
    ...Object.fromEntries(named),
    ...{ DATABASE_URL: server.url, NODE_OPTIONS: `--import=${mute}` },
  });
  try {
    await worker.ready;
    // Harvests are running by then.
    await delay(5000);
    const startedAt = performance.now();
    const code = await worker.stop();
    return { code, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await worker.kill();
    await around.close();
    await server.drop();
  }
}
