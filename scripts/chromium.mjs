// Finds a Chromium for the browser tests: an installed one, else Playwright's, else the distribution's package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** The path of the browser; installs one if there is none. */
export function findChromium() {
  const here = [process.env.CHROMIUM, ...installed, chromium.executablePath()].find(
    (file) => file && existsSync(file),
  );
  return here ?? download() ?? fromDistribution() ?? giveUp();
}

function download() {
  console.log('No Chromium found; asking Playwright for one …');
  const done = spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  return done.status === 0 && existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function fromDistribution() {
  console.log('Installing the distribution’s chromium package …');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const [command, ...rest] = [...asRoot, ...args];
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return installed.find((file) => existsSync(file));
}

function giveUp() {
  console.error('No Chromium found, and none could be installed. Set CHROMIUM to its path.');
  process.exit(1);
}
