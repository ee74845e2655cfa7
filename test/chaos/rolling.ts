import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '../createDatabase.ts';
import { surroundings } from './setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch, watchService } from './setup/process.ts';

export interface RollingOutcome {
  calls: number;
  /** Calls whose connection was closed or refused before a response, or that got a 5xx. */
  failed: number;
  restarts: number;
  /** Duration of the slowest stop, in seconds. */
  slowestStop: number;
  seconds: number;
  /** Seconds in which no process was ready. */
  out: number;
}

interface Web {
  process: LitwatchProcess;
  url: string;
  isReady: boolean;
}

/**
 * Two web processes behind a load balancer that asks `/readyz` five times a second; each is stopped and replaced in
 * turn while a hundred calls a second come in over kept connections.
 */
export async function rollingRestart(adminUrl: string, restarts: number): Promise<RollingOutcome> {
  const server = await createDatabase(adminUrl);
  const around = await surroundings();
  const environment = { ...around.environment, DATABASE_URL: server.url };
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const start = async (): Promise<Web> => {
    const process = spawnLitwatch(['--web'], environment);
    return { process, url: /http:\S+/.exec(await process.ready)![0], isReady: true };
  };
  const webs = [await start(), await start()];
  const outcome: RollingOutcome = { calls: 0, failed: 0, restarts, slowestStop: 0, seconds: 0, out: 0 };
  const service = watchService(() => webs.map((web) => web.process));
  const openedAt = performance.now();
  let turn = 0;
  const balance = setInterval(() => {
    for (const web of webs)
      ask(agent, `${web.url}/readyz`).then((status) => {
        web.isReady = status === 200;
      });
  }, 200);
  const load = setInterval(() => {
    const ready = webs.filter(({ isReady }) => isReady);
    const web = ready[turn++ % ready.length];
    if (!web) return;
    outcome.calls++;
    ask(agent, `${web.url}/api/auth/me`).then((status) => {
      if (status === null || status >= 500) outcome.failed++;
    });
  }, 10);
  try {
    await delay(2000);
    for (let restart = 0; restart < restarts; restart++) {
      const at = restart % webs.length;
      const next = await start();
      const startedAt = performance.now();
      await webs[at]!.process.stop();
      outcome.slowestStop = Math.max(outcome.slowestStop, (performance.now() - startedAt) / 1000);
      webs[at] = next;
      await delay(500);
    }
    await delay(1000);
    return { ...outcome, seconds: (performance.now() - openedAt) / 1000, out: service.stop() };
  } finally {
    clearInterval(balance);
    clearInterval(load);
    agent.destroy();
    await Promise.all(webs.map(({ process }) => process.kill()));
    await around.close();
    await server.drop();
  }
}

/** The status; null without a response. */
const ask = (agent: Agent, url: string): Promise<number | null> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? null));
    }).once('error', () => resolve(null));
  });

/** DNS does not answer while a worker harvests sources by name; then the worker gets SIGTERM. Seconds until its exit. */
export async function muteDns(adminUrl: string): Promise<{ seconds: number; code: number | null }> {
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
