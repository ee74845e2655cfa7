import { spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { spawnLitwatch } from '#test/chaos/setup/process.ts';
import { root, temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import type { Figure } from '../report/figures.ts';

/** Seconds from `npm start` to ready, and from `git clone` to ready with a warm npm cache. */
export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const first = await startIn(temporaryFolder());
  const figures: Figure[] = [
    { name: 'start to ready', value: first.again, unit: 's', goal: { most: 4 }, on: 'embedded database' },
    { name: '  the first time', value: first.first, unit: 's', on: 'with a new database' },
  ];
  const cloned = quick ? null : await cloneToReady();
  if (cloned !== null)
    figures.push({
      name: 'clone to ready',
      value: cloned,
      unit: 's',
      goal: { most: 60 },
      on: 'npm cache warm',
    });
  return figures;
}

async function startIn(folder: string): Promise<{ first: number; again: number }> {
  const once = async () => {
    const startedAt = performance.now();
    const litwatch = spawnLitwatch([], {
      ...quietEnvironment(folder),
      NODE_ENV: 'development',
      BASE_URL: 'http://127.0.0.1',
    });
    await litwatch.ready;
    const seconds = (performance.now() - startedAt) / 1000;
    await litwatch.stop();
    return seconds;
  };
  try {
    const first = await once();
    const times = [await once(), await once(), await once()].sort((a, b) => a - b);
    return { first, again: times[1]! };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Clones and starts as a first-time user does, with npm's cache preferred; null if it cannot clone. */
async function cloneToReady(): Promise<number | null> {
  const folder = temporaryFolder();
  const startedAt = performance.now();
  try {
    const clone = spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
    if (clone.status !== 0) return null;
    const child = spawn('npm', ['start'], {
      cwd: folder,
      // Its own process group, so that npm's children end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        ...quietEnvironment(path.join(folder, 'data')),
        NODE_ENV: '',
        BASE_URL: 'http://127.0.0.1',
        npm_config_prefer_offline: 'true',
      },
    });
    try {
      await new Promise<void>((resolve, reject) => {
        child.stdout.on(
          'data',
          (output: Buffer) => output.toString().includes('Litwatch is ready') && resolve(),
        );
        child.once('exit', (code) => reject(new Error(`npm start ended with ${code}.`)));
      });
      return (performance.now() - startedAt) / 1000;
    } finally {
      process.kill(-child.pid!, 'SIGKILL');
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
