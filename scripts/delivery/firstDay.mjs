// Shared by both trials of the image: the first visitor of a new server, using the pages' own calls.
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { password, twice, Visitor } from '#test/visitor.ts';

export const engine = process.env.CONTAINERS ?? 'podman';
export const image = 'localhost/litwatch:try';
export const baseUrl = 'https://litwatch.example';
/** Maximum duration of a first day. */
export const longestSeconds = 120;

const email = 'admin@example.org';

/** Creates the first administrator and a topic, and waits for a digest with papers. `code` is the printed setup code. */
export async function firstDay(port, code) {
  const visitor = new Visitor(`http://127.0.0.1:${port}`, { origin: baseUrl });
  const call = async (method, address, sent) => {
    const { status, body } = await visitor.call(method, address, sent);
    if (status >= 400) fail(`${method} ${address} answered ${status}: ${JSON.stringify(body).slice(0, 200)}`);
    return body;
  };
  const { user } = await call('POST', '/api/setup', { code, email, ...twice(password) });
  say(`${user.email} is the first administrator, and signed in`);
  await call('POST', '/api/immediate-search', { searchTerm: 'CRISPR base editing' });
  const digest = await until('there is a digest', async () => {
    const { digests } = await call('GET', '/api/digests');
    return digests.length && digests[0];
  });
  const page = await call('GET', `/api/digests/${digest.id}`);
  if (!page.papersData?.length) fail('the digest has no papers');
  say(`a digest with ${page.papersData.length} papers is on the page`);
}

/** Polls four times a second until `look` returns something; `isOver` ends the wait early. */
export async function until(what, look, isOver = () => false) {
  const end = performance.now() + longestSeconds * 1000;
  while (performance.now() < end) {
    const seen = await (async () => look())().catch(() => null);
    if (seen) return seen;
    if (isOver()) fail(`it ended before ${what}`);
    await delay(250);
  }
  return fail(`it took more than ${longestSeconds} s until ${what}`);
}

/** The text after "with the code" in a container's log. */
export const codeIn = (log) =>
  /with the code (\S+)/.exec(log)?.[1] ?? fail('no code for a first administrator');

/** The standard and error output of a container engine's command. */
export function text(...args) {
  const { stdout, stderr } = spawnSync(engine, args, { encoding: 'utf8' });
  return `${stdout ?? ''}${args[0] === 'logs' ? stderr : ''}`.trim();
}

export function fail(why) {
  process.exitCode = 1;
  throw new Error(why);
}

export function say(line) {
  console.log(`  ${line}`);
}

export function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
