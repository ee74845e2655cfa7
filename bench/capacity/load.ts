import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, headersOf } from './visitors.ts';

export interface Load {
  port: number;
  /** Ids of the readers, who come one after the other. */
  visitors: string[];
  /** Dashboards that are opened a second; each makes all of its calls at once. */
  opened: number;
  seconds: number;
}

export interface Latency {
  /** Milliseconds from the moment a call was due to the last byte of its answer. */
  p50: number;
  p99: number;
  answered: number;
  failed: number;
}

/**
 * Readers who open their dashboards at random moments, as people do who know nothing of each other, whether or not
 * the server is still busy with those before. From a process of its own: the caller counts mails meanwhile.
 */
export async function load(asked: Load): Promise<Latency> {
  const child = fork(import.meta.filename, { execArgv: [...process.execArgv] });
  child.send(asked);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The load ended with ${code}.`))),
  ]);
  return answer;
}

if (process.argv[1] === import.meta.filename) {
  const [asked] = (await once(process, 'message')) as [Load];
  process.send!(await open(asked), () => process.disconnect());
}

async function open({ port, visitors, opened, seconds }: Load): Promise<Latency> {
  const agent = new http.Agent({ keepAlive: true });
  const begun = performance.now();
  const inHand: Promise<number>[] = [];
  let due = begun;
  for (let at = 0; due < begun + seconds * 1000; at++) {
    const id = visitors[at % visitors.length]!;
    if (due > performance.now()) await delay(due - performance.now());
    for (const pathOf of Object.values(calls))
      inHand.push(ask({ agent, port, path: pathOf(id), headers: headersOf(id) }, due));
    due += (-Math.log(1 - Math.random()) / opened) * 1000;
  }
  const latencies = (await Promise.all(inHand)).sort((a, b) => a - b);
  agent.destroy();
  const answered = latencies.filter(Number.isFinite);
  const at = (share: number) => answered[Math.ceil(answered.length * share) - 1] ?? Number.NaN;
  return {
    ...{ p50: at(0.5), p99: at(0.99) },
    ...{ answered: answered.length, failed: latencies.length - answered.length },
  };
}

/** Milliseconds since it was due; infinite when there was no good answer. */
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
