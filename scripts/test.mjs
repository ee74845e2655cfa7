// `npm test`, the gate: types, lint, unused code, the build and its weight, unit and feature tests, browser tests. Stops
// at the first step that fails; the last line counts the tests of both runners.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');
const reports = path.join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');

step('types', 'tsc', []);
step('lint', 'biome', ['check', '.']);
step('unused code', 'knip', []);
step('build', 'node', [path.join(root, 'scripts', 'build.mjs')]);
step('weight of the pages', 'node', [path.join(root, 'scripts', 'weigh.mjs')]);
// One feature test opens every link of a mail in a real browser.
const browser = { CHROMIUM: findChromium() };
step(
  'unit and feature tests',
  'vitest',
  ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
  browser,
);
step('browser tests', 'playwright', ['test', '--reporter=line,json'], {
  ...browser,
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
});

const counts = count();
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);

function step(name, command, args, env = {}) {
  console.log(`\n▸ ${name}`);
  const startedAt = Date.now();
  const done = spawnSync(path.join(bin, command), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, FORCE_COLOR: '0', ...env },
  });
  console.log(
    `  ${done.status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  if (done.status === 0) return;
  const { passed, failed, skipped } = count();
  console.log(`\n${name} failed.\n${passed} passed, ${Math.max(1, failed)} failed, ${skipped} skipped`);
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
