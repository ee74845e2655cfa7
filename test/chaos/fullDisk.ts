import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signupForm } from '../visitor.ts';
import { judged } from './operating.ts';
import { addressOf, until } from './setup/process.ts';
import { hold, onStage, type Stage, say } from './setup/stage.ts';

/** Mails sent at once (`concurrency` of the queue), so a full disk can lose at most this many outcomes. */
const mailsInHand = 8;

/** The embedded database's disk is full for twenty seconds while mails are sent. */
export const diskFull = (due: number): Promise<void> =>
  onStage('a full disk', null, async (stage) => {
    const folder = stage.environment.DATA_DIR!;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'litwatch', folder]).status !== 0) {
      say('left out: no disk can be mounted here');
      return {};
    }
    try {
      return await fillWhileSending(stage, due, path.join(folder, 'filler'));
    } finally {
      await Promise.all(stage.processes.map((one) => one.kill()));
      spawnSync('umount', ['-l', folder]);
    }
  });

async function fillWhileSending(stage: Stage, due: number, filler: string) {
  const { smtp, environment } = stage;
  await stage.seed(due);
  environment.TRUSTED_PROXIES = '127.0.0.1';
  const address = await addressOf(await stage.start());
  await until(() => smtp.distinct >= due / 4, 120);
  fill(filler);
  const signUps: string[] = [];
  for (let at = 0; at < 20; at++) {
    signUps.push(await signUp(address, at));
    await delay(1000);
  }
  const { status } = await fetch(`${address}/readyz`);
  rmSync(filler);
  await until(() => smtp.distinct >= due, 300);
  await delay(2000);
  const counts = judged(stage, due);
  const afterwards = await signUp(address, 20);
  hold('no more than those in hand are handed over without a record', counts.doubt <= mailsInHand);
  hold('/readyz says so', status === 503);
  say(`sign-ups meanwhile: ${[...new Set(signUps)].join(' · ')}; afterwards ${afterwards}`);
  const refused = signUps.filter((one) => !one.startsWith('200'));
  hold('who signs up meanwhile is told to come back', refused.length > 0);
  hold(
    'and nothing else',
    refused.every((one) => /^503 We are back in a moment/.test(one)),
  );
  hold('and signs up once there is room', afterwards.startsWith('200'));
  return counts;
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
