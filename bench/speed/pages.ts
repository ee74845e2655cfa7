import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startLitwatch } from '#app/start.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { installedChromium } from '#scripts/chromium.ts';
import { root, temporaryFolder } from '../data/folders.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { seedDesk } from '../data/seedDesk.ts';
import { type Figure, table } from '../report/figures.ts';
import { line, slowPage, waterfall } from './slowLine.ts';

/** Public pages, whose visitors wait for the first paint. */
const publicPages = ['/', '/terms', '/privacy', '/auth'];

/**
 * How long a reader on a slow connection waits, in a real Chromium with an empty cache: for the first paint of public pages, and,
 * with 10,000 digests, until a paper on the desk can be answered. Also measures how much is sent.
 * `--quick` takes one round and 500 digests, `--desk` leaves the public pages out, and `--waterfall` prints what each page
 * requested and when.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean' }, desk: { type: 'boolean' }, waterfall: { type: 'boolean' } },
  });
  console.log(table(await measure({ ...values, quick: values.quick ?? false })));
}

interface Options {
  quick: boolean;
  /** Only the desk. */
  desk?: boolean | undefined;
  waterfall?: boolean | undefined;
}

export async function measure({ quick, desk, waterfall: printed }: Options): Promise<Figure[]> {
  const executablePath = installedChromium();
  if (!executablePath) {
    console.error('pages: skipped, there is no Chromium.');
    return [];
  }
  const digests = quick ? 500 : 10_000;
  const rounds = quick ? 1 : 3;
  const folder = temporaryFolder();
  const config = readConfig({
    ...quietEnvironment(folder),
    ...{ NODE_ENV: 'development', BASE_URL: 'http://127.0.0.1', LOG_LEVEL: 'silent' },
  });
  const { app, port, stop } = await startLitwatch(config, { web: true, worker: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const at = `http://127.0.0.1:${port}`;
  try {
    const figures: Figure[] = [];
    for (const address of desk ? [] : publicPages)
      figures.push({
        ...{
          name: `first paint of ${address}`,
          value: await median(rounds, () => paintOf(browser, at + address, printed)),
        },
        ...{ unit: 's', goal: { most: 2 }, on: inWords },
      });
    const cookie = await seedDesk(app, digests);
    const desks = await times(rounds, () => openDesk(browser, { at, cookie, printed }));
    const on = `${digests.toLocaleString('en')} digests on record`;
    const middle = (of: (desk: Desk) => number) => desks.map(of).sort((a, b) => a - b)[rounds >> 1]!;
    return [
      ...figures,
      {
        name: 'desk until a paper can be answered',
        value: middle(({ usable }) => usable),
        unit: 's',
        goal: { most: 4 },
        on,
      },
      { name: '  its first paint', value: middle(({ paint }) => paint), unit: 's', on: inWords },
      { name: '  first answer, as sent', value: desks[0]!.answer / 1000, unit: 'kB', goal: { most: 40 }, on },
      {
        name: '  everything sent until then',
        value: desks[0]!.sent / 1000,
        unit: 'kB',
        on: 'as sent, headers included',
      },
      { name: 'heaviest page, scripts', value: heaviestPage(), unit: 'kB', goal: { most: 130 }, on: 'gzip' },
    ];
  } finally {
    await browser.close();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const inWords = `${line.bitsPerSecond / 1000} kbps, ${line.latencyMs} ms, processor ${line.slowdown} × slower`;

/** Seconds from the navigation. */
async function firstPaint(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    null,
    { timeout: 60_000 },
  );
  return (await painted.jsonValue())! / 1000;
}

async function paintOf(browser: Browser, address: string, printed = false): Promise<number> {
  const slow = await slowPage(browser);
  const { page, close } = slow;
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 });
  const paint = await firstPaint(page);
  if (printed) console.log(`${address}\n${await waterfall(slow)}`);
  await close();
  return paint;
}

interface Desk {
  /** Seconds. */
  paint: number;
  usable: number;
  /** Bytes as sent: of the desk's own call, and of everything until a paper could be answered. */
  answer: number;
  sent: number;
}

interface Reader {
  at: string;
  cookie: { name: string; value: string };
  printed?: boolean | undefined;
}

async function openDesk(browser: Browser, { at, cookie, printed }: Reader): Promise<Desk> {
  const slow = await slowPage(browser);
  const { page, asked, close } = slow;
  await page.context().addCookies([{ ...cookie, url: at }]);
  await page.goto(`${at}/dashboard`, { waitUntil: 'commit', timeout: 60_000 });
  const there = await page.waitForFunction(
    () => document.querySelector('[aria-labelledby=new-papers] li button') && performance.now() / 1000,
    null,
    { timeout: 60_000 },
  );
  const usable = (await there.jsonValue())!;
  const paint = await firstPaint(page);
  const sent = asked().reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const answer = await sizeOf(page, `${at}/api/desk`);
  const desk = { paint, usable, answer, sent };
  if (printed)
    console.log(
      `desk, painted ${paint.toFixed(2)} s, usable ${usable.toFixed(2)} s\n${await waterfall(slow)}`,
    );
  await close();
  return desk;
}

/** Bytes of a response as sent. */
async function sizeOf(page: Page, address: string): Promise<number> {
  const answer = await page.request.get(address, { headers: { 'Accept-Encoding': 'gzip' } });
  return Number(answer.headers()['content-length']);
}

/** Like `npm run build`, counts what a page imports before any interaction. */
function heaviestPage(): number {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'scripts/weigh.mjs')], {
    encoding: 'utf8',
  });
  const weights = [...stdout.matchAll(/([\d.]+) kB gzip/g)].map(([, kB]) => Number(kB));
  return weights.length ? Math.max(...weights) : Number.NaN;
}

async function times<T>(count: number, act: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let at = 0; at < count; at++) all.push(await act());
  return all;
}

const median = async (rounds: number, act: () => Promise<number>): Promise<number> =>
  (await times(rounds, act)).sort((a, b) => a - b)[rounds >> 1]!;
