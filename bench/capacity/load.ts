import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, headersOf } from './visitors.ts';

export interface Load {
  port: number;
  /** Ids of the readers, who take turns. */
  visitors: string[];
  /** Dashboards opened per second; each makes all of its calls at once. */
  opened: number;
  seconds: number;
}

/**
 * Opens dashboards at random moments (a Poisson process), whether or not earlier ones were answered. Runs in its own
 * process, because the caller counts mails meanwhile.
 */
export async function load(options: Load): ReturnType<typeof open> {
  const child = fork(import.meta.filename, { execArgv: [...process.execArgv] });
  child.send(options);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The load ended with ${code}.`))),
  ]);
  return answer;
}

if (process.argv[1] === import.meta.filename) {
  const [options] = (await once(process, 'message')) as [Load];
  process.send!(await open(options), () => process.disconnect());
}

/** Percentiles are milliseconds from when a call was due to the last byte of its response. */
async function open({ port, visitors, opened, seconds }: Load) {
  const agent = new http.Agent({ keepAlive: true });
  const startedAt = performance.now();
  const pending: Promise<number>[] = [];
  let due = startedAt;
  for (let at = 0; due < startedAt + seconds * 1000; at++) {
    const id = visitors[at % visitors.length]!;
    if (due > performance.now()) await delay(due - performance.now());
    for (const pathOf of Object.values(calls))
      pending.push(ask({ agent, port, path: pathOf(id), headers: headersOf(id) }, due));
    due += (-Math.log(1 - Math.random()) / opened) * 1000;
  }
  const latencies = (await Promise.all(pending)).sort((a, b) => a - b);
  agent.destroy();
  const answered = latencies.filter(Number.isFinite);
  const at = (share: number) => answered[Math.ceil(answered.length * share) - 1] ?? Number.NaN;
  const failed = latencies.length - answered.length;
  return { p50: at(0.5), p99: at(0.99), answered: answered.length, failed };
}

/** Milliseconds from `due` to the end of the response; infinite when the call failed. */
function ask(options: http.RequestOptions, due: number): Promise<number> {
  return new Promise((resolve) => {
    http
      .get(options, (response) => {
        response.resume();
        response.once('end', () =>
          resolve(response.statusCode === 200 ? performance.now() - due : Number.POSITIVE_INFINITY),
        );
      })
      .once('error', () => resolve(Number.POSITIVE_INFINITY));
  });
}
