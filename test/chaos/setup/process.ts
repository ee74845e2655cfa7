import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');

export interface LitwatchProcess {
  pid: number;
  /** Resolves with the line that says it is ready; rejects when it ends before. */
  ready: Promise<string>;
  isReady(): boolean;
  /** `kill -9`, and waits until it has ended. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
  exited: Promise<number | null>;
}

/** The product as an operator starts it, in a process of its own; its log goes to `log` when that is given. */
export function spawnLitwatch(
  args: string[],
  environment: Record<string, string>,
  log: string | null = null,
): LitwatchProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/app/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: log ? 'info' : 'silent',
      ...environment,
    },
  });
  let said = '';
  let isReady = false;
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
      resolve(line);
    });
    exited.then((code) => reject(new Error(`It ended with ${code} before it was ready: ${said}`)));
  });
  // A caller that kills it while it starts does not wait for it.
  ready.catch(() => undefined);
  return {
    pid: child.pid!,
    ready,
    isReady: () => isReady && child.exitCode === null && child.signalCode === null,
    exited,
    kill: () => end(child, exited, 'SIGKILL').then(() => undefined),
    stop: () => end(child, exited, 'SIGTERM'),
  };
}

function end(child: ChildProcess, exited: Promise<number | null>, signal: NodeJS.Signals) {
  child.kill(signal);
  return exited;
}

/**
 * Looks ten times a second until `look` answers true or the seconds have passed.
 * Never fails: the caller checks what became of it.
 */
export async function until(look: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await look()) && performance.now() < end) await delay(100);
}
