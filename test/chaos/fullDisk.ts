import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#platform/db/open.ts';
import { signupForm } from '../visitor.ts';
import { counting, type Delivered } from './operating.ts';
import { surroundings } from './setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch, until } from './setup/process.ts';
import { seedDue } from './setup/seed.ts';

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
