// `npm test`, the gate: types, lint, unused code, the build and its weight, unit and feature tests, browser tests. Stops
// after the first steps that fail; the last line counts the tests of both runners.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');
const reports = path.join(root, 'test-results');
/** TypeScript collects garbage less often, and what Node compiled for one process is there for the next. */
const settings = { FORCE_COLOR: '0', GOGC: '400', NODE_COMPILE_CACHE: path.join(root, 'dist', 'compiled') };
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');
/** Names of the steps that failed. */
const failures = [];

// Side by side, because most of them use one processor. Each prints what it said when it ends.
await Promise.all([
  // One checker takes a good half of four's processor time, and leaves the rest to the steps beside it.
  step('types', 'tsc', ['--checkers', '1']),
  step('lint', 'biome', ['check', '.']).then(() => step('unused code', 'knip', [])),
  step('build', 'node', [path.join(root, 'scripts', 'build.mjs')]).then(() =>
    step('weight of the pages', 'node', [path.join(root, 'scripts', 'weigh.mjs')]),
  ),
]);
stopIfFailed();
// One feature test opens every link of a mail in a real browser.
const browser = { CHROMIUM: findChromium() };
await step(
  'unit and feature tests',
  'vitest',
  ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
  browser,
);
stopIfFailed();
await step('browser tests', 'playwright', ['test', '--reporter=line,json'], {
  ...browser,
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
});
stopIfFailed();
const { passed, failed, skipped } = count();
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);

/** Runs a command. With `env` given its output comes as it is written, otherwise at its end. */
async function step(name, command, args, env) {
  const startedAt = Date.now();
  const done = spawn(path.join(bin, command), args, {
    cwd: root,
    stdio: ['ignore', ...(env ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...settings, ...env },
  });
  if (env) console.log(`\n▸ ${name}`);
  let output = env ? '' : `\n▸ ${name}\n`;
  for (const stream of [done.stdout, done.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const status = await new Promise((resolve) => done.on('close', resolve).on('error', resolve));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${output}  ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failures.push(name);
}

function stopIfFailed() {
  if (failures.length === 0) return;
  const { passed, failed, skipped } = count();
  console.log(
    `\n${failures.join(', ')} failed.\n${passed} passed, ${Math.max(1, failed)} failed, ${skipped} skipped`,
  );
  process.exit(1);
}

function count() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  if (existsSync(vitestReport)) {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(vitestReport, 'utf8'),
    );
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    total.skipped += numPendingTests;
  }
  if (existsSync(playwrightReport)) {
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(playwrightReport, 'utf8')).stats;
    total.passed += expected + flaky;
    total.failed += unexpected;
    total.skipped += skipped;
  }
  return total;
}
