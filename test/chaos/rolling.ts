import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf, writeMuteDns } from './setup/process.ts';
import { hold, onStage, say } from './setup/stage.ts';

/**
 * Two web processes behind a load balancer that asks `/readyz` five times a second; each is stopped and replaced in
 * turn while a hundred calls a second come in over kept connections.
 */
export const rollingRestart = (adminUrl: string, restarts: number): Promise<void> =>
  onStage('rolling restart (calls lost)', adminUrl, async (stage) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const start = async () => {
      const process = await stage.start('--web');
      return { process, url: await addressOf(process), isReady: true };
    };
    const webs = [await start(), await start()];
    const startedAt = stage.seconds();
    let [calls, lost, slowestStop] = [0, 0, 0];
    const balance = setInterval(() => {
      for (const web of webs)
        ask(agent, `${web.url}/readyz`).then((status) => {
          web.isReady = status === 200;
        });
    }, 200);
    const load = setInterval(() => {
      const ready = webs.filter(({ isReady }) => isReady);
      const web = ready[calls % ready.length];
      if (!web) return;
      calls++;
      ask(agent, `${web.url}/api/auth/me`).then((status) => {
        if (status === null || status >= 500) lost++;
      });
    }, 10);
    try {
      await delay(2000);
      for (let restart = 0; restart < restarts; restart++) {
        const next = await start();
        const askedAt = stage.seconds();
        await webs[restart % 2]!.process.stop();
        slowestStop = Math.max(slowestStop, stage.seconds() - askedAt);
        webs[restart % 2] = next;
        await delay(500);
      }
      await delay(1000);
    } finally {
      clearInterval(balance);
      clearInterval(load);
      agent.destroy();
    }
    say(`${calls} calls, ${lost} failed, slowest stop ${slowestStop.toFixed(1)} s`);
    hold('no call fails', lost === 0);
    hold('each stops within ten seconds', slowestStop < 10);
    return { lost, seconds: stage.seconds() - startedAt };
  });

/** The status; null if the connection was closed or refused before a response. */
const ask = (agent: Agent, url: string): Promise<number | null> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? null));
    }).once('error', () => resolve(null));
  });

/** DNS does not answer while a worker harvests sources by name; then the worker gets SIGTERM. */
export const muteDns = (adminUrl: string): Promise<void> =>
  onStage('DNS that hangs (until the stop)', adminUrl, async ({ environment, sources, start, seconds }) => {
    for (const name of Object.keys(sources.environment)) environment[name] = 'http://source.litwatch.test';
    environment.NODE_OPTIONS = `--import=${writeMuteDns(environment.DATA_DIR!)}`;
    const worker = await start('--worker');
    // Harvests are running by then.
    await delay(5000);
    const askedAt = seconds();
    const code = await worker.stop();
    const took = seconds() - askedAt;
    say(`stopped after ${took.toFixed(1)} s with ${code}`);
    hold('it stops within ten seconds', took < 10);
    return { seconds: took };
  });
