// Finds a Chromium for the browser tests: an installed one, else the distribution's package, else Playwright's. Prefers the
// headless shell, the same engine without windows, with which the browser tests take two thirds of the time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** Without a sandbox, a graphics card, and calls of its own. */
export const chromiumFlags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** The path of an installed browser; undefined if there is none. */
export const installedChromium = (): string | undefined =>
  [process.env.CHROMIUM, ...installed, chromium.executablePath()].find((file) => file && existsSync(file));

/** The path of the browser; installs one if there is none. */
export const findChromium = (): string => installedChromium() ?? fromDistribution() ?? download() ?? giveUp();

function download(): string | undefined {
  console.log('No Chromium found; asking Playwright for one …');
  const limits = { stdio: 'ignore', timeout: 120_000 } as const;
  const done = spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], limits);
  return done.status === 0 && existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function fromDistribution(): string | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing the distribution’s Chromium …');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...asRoot, 'apt-get', ...args];
    return spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation'];
  apt('update', '-qq');
  if (apt(...install, 'chromium-headless-shell') !== 0) apt(...install, 'chromium');
  return installed.find((file) => existsSync(file));
}

function giveUp(): never {
  console.error('No Chromium found, and none could be installed. Set CHROMIUM to its path.');
  process.exit(1);
}
