import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '#app/settings.ts';
import { startLitwatch } from '#app/start.ts';
import { chromiumFlags, installedChromium } from '#scripts/chromium.ts';
import { temporaryFolder } from '../data/folders.ts';
import { optionsIn } from '../data/options.ts';
import { quietEnvironment } from '../data/quietEnvironment.ts';
import { seedDesk } from '../data/seedDesk.ts';
import { rowsOf } from '../report/figures.ts';

/** Not a dependency: 149 packages, a quarter of all that a newcomer installs, for one bench. npm fetches it at the first run. */
const lighthouse = 'lighthouse@12.2.0';

const runs = 5;

/** From 0 to 100, apart from the largest paint in seconds and everything that was sent in kB. */
type Scores = Awaited<ReturnType<typeof scoresOf>>;

/**
 * Lighthouse's mobile preset on the landing page, sign-up, and the dashboard of a reader with three topics and sixty digests:
 * medians of five runs. `--json FILE` writes them as `{page: {performance, …}}`.
 */
export default async function run(args: string[]): Promise<void> {
  const { json } = optionsIn(args, 'json');
  const chromium = installedChromium();
  if (!chromium) throw new Error('Lighthouse needs a Chromium; set CHROMIUM to its path.');
  const folder = temporaryFolder();
  const config = readConfig({ ...quietEnvironment(folder), ...local });
  const { app, port, stop } = await startLitwatch(config, { web: true, worker: true });
  try {
    const { name, value } = await seedDesk(app);
    const at = (page: string, headers = {}) =>
      medians({ url: `http://127.0.0.1:${port}${page}`, headers, chromium, folder });
    const pages = {
      landing: await at('/'),
      'sign-up': await at('/auth'),
      dashboard: await at('/dashboard', { Cookie: `${name}=${value}` }),
    };
    const rows = Object.entries(pages).map(([page, scores]) => [page, ...Object.values(scores).map(String)]);
    console.log(rowsOf([['page', ...Object.keys(pages.landing)], ...rows]));
    if (json) writeFileSync(json, `${JSON.stringify(pages, null, 2)}\n`);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const local = { NODE_ENV: 'development', BASE_URL: 'http://127.0.0.1', LOG_LEVEL: 'silent' };

type Visit = { url: string; headers: Record<string, string>; chromium: string; folder: string };

async function medians(visit: Visit): Promise<Scores> {
  const all: Scores[] = [];
  // On a busy machine Lighthouse sometimes loses its trace.
  for (let run = 0; run < runs; run++) all.push(await scoresOf(visit).catch(() => scoresOf(visit)));
  const names = Object.keys(all[0]!) as (keyof Scores)[];
  return Object.fromEntries(
    names.map((name) => [name, all.map((one) => one[name]).sort((a, b) => a - b)[runs >> 1]!]),
  ) as Scores;
}

async function scoresOf({ url, headers, chromium, folder }: Visit) {
  const file = path.join(folder, 'lighthouse.json');
  await promisify(execFile)(
    'npx',
    [
      ...['--yes', lighthouse, url, '--quiet', '--output=json', `--output-path=${file}`],
      `--extra-headers=${JSON.stringify(headers)}`,
      `--chrome-flags=${['--headless', ...chromiumFlags].join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium } },
  );
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'));
  const score = (name: string) => Math.round(categories[name].score * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: Math.round(audits['largest-contentful-paint'].numericValue / 10) / 100,
    kB: Math.round(audits['total-byte-weight'].numericValue / 100) / 10,
  };
}
