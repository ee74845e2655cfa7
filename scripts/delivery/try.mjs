// `npm run try-image [-- BUILD ARGUMENTS]`: builds the container image and walks through a first day with it, as an
// operator would run it: one command, no root, a read-only file system and 1 GB of memory. Sources and mail server are
// stand-ins on loopback. Ends with 1 when a step fails, the image is above its weight, or the day takes two minutes.
// CONTAINERS names another program than podman; an argument `--no-build` takes the image that is there.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { startSources } from '#stand-ins/sources/server.ts';
import { freePort } from '#test/chaos/setup/postgres.ts';
import {
  baseUrl,
  codeIn,
  engine,
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
const heaviest = 300_000_000;

const buildArguments = process.argv.slice(2);
if (!buildArguments.includes('--no-build')) {
  const startedAt = performance.now();
  run(`build --network=host --format docker -t ${image} -f Containerfile`, ...buildArguments, '.');
  say(`built in ${seconds(startedAt)} s`);
}
const weight = Number(text('image', 'inspect', '--format', '{{.Size}}', image));
say(`the image weighs ${megabytes(weight)} MB`);
if (weight > heaviest) fail(`it may weigh ${megabytes(heaviest)} MB`);

const [sources, smtp, port] = await Promise.all([startSources(), startSmtp(), freePort()]);
const name = `litwatch-try-${randomBytes(4).toString('hex')}`;
try {
  await tryImage();
} finally {
  if (process.exitCode) console.error(text('logs', '--tail', '20', name));
  quietly('rm', '--force', '--volumes', name);
  quietly('volume', 'rm', '--force', name);
  await Promise.all([sources.close(), smtp.close()]);
}
process.exit();

async function tryImage() {
  const startedAt = performance.now();
  const settings = {
    ...{ PORT: port, BASE_URL: baseUrl, SESSION_SECRET: randomBytes(24).toString('hex') },
    ...{ SMTP_URL: `${smtp.url}?ignoreTLS=true` },
    ...sources.environment,
  };
  run(
    `run --detach --name ${name} --network=host --no-healthcheck --memory=1g --pids-limit=256`,
    ...`--read-only --tmpfs /tmp:rw,size=64m,mode=1777 --volume ${name}:/data`.split(' '),
    ...['--cap-drop=ALL', '--security-opt=no-new-privileges'],
    ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  );
  const hasEnded = () => text('inspect', '--format', '{{.State.Running}}', name) !== 'true';
  await until('it is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, hasEnded);
  const readyAfter = seconds(startedAt);
  await firstDay(port, codeIn(text('logs', name)));
  // Check mails too: an image that cannot render them would still answer every call.
  await smtp.waitFor(({ subject }) => subject.includes('CRISPR base editing'), 30);
  say('and was mailed');
  const took = (performance.now() - startedAt) / 1000;
  say(
    `ready after ${readyAfter} s, all of it after ${took.toFixed(1)} s; at most ${peak()} of 1,000 MB of memory`,
  );
  if (took > longestSeconds) fail(`it may take ${longestSeconds} s`);

  run('exec', name, 'litwatch', 'health');
  run('exec', name, 'litwatch', 'backup', '/data/first.backup');
  const refused = spawnSync(engine, ['exec', name, 'touch', '/app/x']);
  if (refused.status === 0) fail('the root file system can be written to');
  const stopping = performance.now();
  run('stop', '--time', '15', name);
  const ended = text('inspect', '--format', '{{.State.ExitCode}}', name);
  say(`stopped in ${seconds(stopping)} s with ${ended}`);
  if (ended !== '0') fail('SIGTERM has to end it with 0');
}

/** Memory in megabytes. The file depends on the version of cgroups. */
function peak() {
  const files = ['/sys/fs/cgroup/memory.peak', '/sys/fs/cgroup/memory/memory.max_usage_in_bytes'];
  const found = spawnSync(engine, ['exec', name, 'sh', '-c', `cat ${files.join(' ')} 2>/dev/null`], {
    encoding: 'utf8',
  });
  return found.stdout.trim() ? megabytes(Number(found.stdout.trim().split('\n')[0])) : 'an unknown part';
}

function run(command, ...more) {
  const args = [...command.split(' '), ...more];
  const { status } = spawnSync(engine, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail(`${engine} ${args.slice(0, 2).join(' ')} ended with ${status}`);
}

function quietly(...args) {
  spawnSync(engine, args, { stdio: 'ignore' });
}

function megabytes(bytes) {
  return Math.round(bytes / 1_000_000);
}
