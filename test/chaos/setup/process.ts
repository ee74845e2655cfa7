import { spawn } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');

export type LitwatchProcess = ReturnType<typeof spawnLitwatch>;

/** Starts the product as an operator does, in its own process. Its log goes to `log`, if given. */
export function spawnLitwatch(
  args: string[],
  environment: Record<string, string>,
  log: string | null = null,
) {
  const child = spawn(process.execPath, ['src/app/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: log ? 'info' : 'silent',
      // Any free port, so that a worker can answer readiness checks too.
      METRICS_PORT: '0',
      ...environment,
    },
  });
  let said = '';
  let isReady = false;
  let readyz = '';
  let wasAsked = false;
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  if (log) child.stderr.pipe(createWriteStream(log, { flags: 'a' }));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const line = /Litwatch is .*/.exec(chunk.toString())?.[0];
      if (!line) return;
      isReady = true;
      readyz = `${/http:\S+/.exec(line)?.[0] ?? `http://127.0.0.1:${/\d+/.exec(line)?.[0]}`}/readyz`;
      resolve(line);
    });
    exited.then((code) => reject(new Error(`It ended with ${code} before it was ready: ${said}`)));
  });
  // A caller that kills it during start does not await this.
  ready.catch(() => undefined);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const end = (signal: NodeJS.Signals) => {
    if (isAlive()) wasAsked = true;
    child.kill(signal);
    return exited;
  };
  return {
    pid: child.pid!,
    /** Resolves with the line that says it is ready; rejects if it ends before. */
    ready,
    isReady: () => isReady && isAlive(),
    /** Whether it ended without being asked to. */
    endedAlone: () => !isAlive() && !wasAsked,
    /** Whether `/readyz` says that it can do its work. */
    isServing: async () => isReady && isAlive() && (await answersWell(readyz)),
    /** `kill -9`, and waits until it has ended. */
    kill: () => end('SIGKILL').then(() => undefined),
    /** SIGTERM; resolves with its exit code. */
    stop: () => end('SIGTERM'),
  };
}

/** Writes a module into the folder; names that end with `.test` get no answer where it is imported. Returns its path. */
export function writeMuteDns(folder: string): string {
  const file = path.join(folder, 'muteDns.mjs');
  writeFileSync(
    file,
    `import dns from 'node:dns';
    const { lookup } = dns;
    dns.lookup = (name, ...rest) => name.endsWith('.test') || lookup(name, ...rest);`,
  );
  return file;
}

/** The address that a web process says it listens at, once it is ready. */
export const addressOf = async ({ ready }: LitwatchProcess): Promise<string> =>
  /http:\S+/.exec(await ready)![0];

/** Longer than the checks behind it may take. */
const answerMs = 6000;

async function answersWell(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Checks five times a second whether any of the processes is ready. `stop` returns the seconds in which none was, counted
 * from the first time that one was. Processes check themselves every two seconds, which limits the precision.
 */
export function watchService(processes: () => readonly LitwatchProcess[]): { stop(): number } {
  let outMs = 0;
  let seenAt: number | null = null;
  let isStopped = false;
  const look = async () => {
    const answers = await Promise.all(processes().map((one) => one.isServing()));
    const isServed = answers.some((isReady) => isReady);
    const now = performance.now();
    if (!isStopped && seenAt !== null && !isServed) outMs += now - seenAt;
    if (seenAt !== null || isServed) seenAt = now;
  };
  const watch = async () => {
    for (; !isStopped; await delay(200)) await look();
  };
  void watch();
  return {
    stop() {
      isStopped = true;
      return outMs / 1000;
    },
  };
}

/**
 * Calls `look` ten times a second until it returns true or the seconds have passed.
 * Never fails: the caller checks the result.
 */
export async function until(look: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await look()) && performance.now() < end) await delay(100);
}
