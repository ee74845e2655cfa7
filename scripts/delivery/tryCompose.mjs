// `npm run try-compose`: a first day with `compose.postgres.yaml` and the image that `npm run try-image` has built: web,
// worker, PostgreSQL and Mailpit. The sources are stand-ins at the network's own address of this host. Ends with 1 when a
// step fails or the day takes two minutes.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSources } from '#stand-ins/sources/server.ts';
import { freePort } from '#test/chaos/setup/postgres.ts';
import {
  baseUrl,
  codeIn,
  fail,
  firstDay,
  image,
  longestSeconds,
  say,
  seconds,
  text,
  until,
} from './firstDay.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const program = process.env.COMPOSE ?? 'podman-compose';
const project = `litwatch-try-${randomBytes(4).toString('hex')}`;
const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-compose-'));
const more = path.join(folder, 'sources.yaml');
const port = await freePort();
const environment = {
  ...process.env,
  ...{ LITWATCH_IMAGE: image, LITWATCH_PORT: `127.0.0.1:${port}`, BASE_URL: baseUrl },
  SESSION_SECRET: randomBytes(24).toString('hex'),
  POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
};
let sources = null;
try {
  const startedAt = performance.now();
  // The network gets an address on this host once a container uses it.
  compose([], 'up', '--detach', 'postgres');
  sources = await startSources({ host: gateway() });
  const lines = Object.entries(sources.environment).map(([name, value]) => `      ${name}: ${value}`);
  const services = ['web', 'worker'].map((name) => `  ${name}:\n    environment:\n${lines.join('\n')}`);
  writeFileSync(more, `services:\n${services.join('\n')}\n`);
  compose(['-f', more], 'up', '--detach', 'web', 'worker');
  await until('it is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  const readyAfter = seconds(startedAt);
  await firstDay(port, codeIn(text('logs', `${project}_web_1`)));
  // Check mails too: an image that cannot render them would still answer every call.
  await until('the digest was mailed', () =>
    /"queue":"deliver-digest".*"msg":"job done"/.test(text('logs', `${project}_worker_1`)),
  );
  say('and was mailed by the worker');
  say(`ready after ${readyAfter} s, all of it after ${seconds(startedAt)} s`);
  if (performance.now() - startedAt > longestSeconds * 1000) fail(`it may take ${longestSeconds} s`);
} finally {
  if (process.exitCode)
    for (const name of ['web', 'worker']) console.error(text('logs', '--tail', '20', `${project}_${name}_1`));
  spawnSync(program, ['-p', project, '-f', 'compose.postgres.yaml', 'down', '--volumes'], {
    ...{ cwd: root, stdio: 'ignore', env: environment },
  });
  await sources?.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

function compose(files, ...args) {
  const all = ['-p', project, '-f', 'compose.postgres.yaml', ...files, ...args];
  const { status } = spawnSync(program, all, {
    ...{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: environment },
  });
  if (status !== 0) fail(`${program} ${args.join(' ')} ended with ${status}`);
}

function gateway() {
  const networks = `${project}_default`;
  return text('network', 'inspect', '--format', '{{(index .Subnets 0).Gateway}}', networks);
}
