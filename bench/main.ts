import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { badlyShort, type Figure, figure, goalOf, type Measured, table } from './report/figures.ts';

/** Benches with figures in the common table. */
const measured: Record<string, () => Promise<Measured>> = {
  dashboard: () => import('./capacity/dashboard.ts'),
  digests: () => import('./capacity/digests.ts'),
  ingest: () => import('./speed/ingest.ts'),
  memory: () => import('./speed/memory.ts'),
  start: () => import('./speed/start.ts'),
};

/** Benches that print what they find. */
const printing: Record<string, () => Promise<{ default(args: string[]): Promise<unknown> }>> = {
  calibration: () => import('./relevance/calibration.ts'),
  'first-digest': () => import('./speed/firstDigest.ts'),
  grounding: () => import('./grounding/grounding.ts'),
  hostile: () => import('./hostile/hostile.ts'),
  learning: () => import('./learning.ts'),
  lighthouse: () => import('./speed/lighthouse.ts'),
  mails: () => import('./reading/mails.ts'),
  merging: () => import('./merging/merging.ts'),
  reading: () => import('./reading/reading.ts'),
  relevance: () => import('./relevance/relevance.ts'),
  topics: () => import('./relevance/topics.ts'),
  typed: () => import('./relevance/typed.ts'),
};

/**
 * `npm run bench -- NAME [args]` runs one bench of the list above. `npm run bench -- --quick` runs all of the common
 * table in a smaller size, in under two minutes, and fails when a figure falls under half of its goal; `--all` runs
 * them at full size. `--compare COMMIT [NAME…] [--rounds N] [--all]` measures another commit and this one in turn.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    quick: { type: 'boolean' },
    all: { type: 'boolean' },
    compare: { type: 'string' },
    rounds: { type: 'string', default: '4' },
  },
});
const [name, ...args] = positionals;
if (process.send) await measureOne(name!, Boolean(values.quick));
else if (values.compare) await compareBoth(String(values.compare));
else if (!name && (values.quick || values.all)) await measureAll(Boolean(values.quick));
else await runOne(name, process.argv.slice(3).length ? process.argv.slice(3) : args);

/** The named benches, or all of the common table, in the smaller size unless `--all` is given. */
async function compareBoth(base: string): Promise<void> {
  const unknown = positionals.find((one) => !Object.hasOwn(measured, one));
  if (unknown) {
    console.error(`${unknown} has no figures to compare; these have: ${Object.keys(measured).join(' | ')}`);
    process.exitCode = 1;
    return;
  }
  const { compareWith } = await import('./report/compare.ts');
  await compareWith(base, {
    benches: positionals.length > 0 ? positionals : Object.keys(measured),
    rounds: Math.max(2, Number(values.rounds) || 4),
    quick: !values.all,
  });
}

async function runOne(name: string | undefined, args: string[]): Promise<void> {
  if (name && Object.hasOwn(printing, name)) return void (await (await printing[name]!()).default(args));
  if (name && Object.hasOwn(measured, name)) {
    const figures = await (await measured[name]!()).measure({ quick: false });
    return console.log(figures.length ? table(figures) : '');
  }
  const names = [...Object.keys(measured), ...Object.keys(printing)].sort().join(' | ');
  console.error(`Name a bench: npm run bench -- ${names} | --quick | --all`);
  process.exitCode = 1;
}

/** Each bench runs in a process of its own, so that memory left by one does not slow the next. */
async function measureAll(quick: boolean): Promise<void> {
  const startedAt = performance.now();
  const figures: Figure[] = [];
  for (const name of Object.keys(measured)) {
    const before = performance.now();
    const child = fork(import.meta.filename, [name, ...(quick ? ['--quick'] : [])], {
      execArgv: [...process.execArgv],
    });
    child.on('message', (message) => figures.push(...(message as Figure[])));
    const [code] = await once(child, 'exit');
    if (code !== 0)
      figures.push({ name: `${name} ended with ${code}`, value: Number.NaN, unit: '', goal: { least: 1 } });
    console.error(`${name}: ${((performance.now() - before) / 1000).toFixed(0)} s`);
  }
  console.log(table(figures));
  const load = loadavg()[0]!.toFixed(1);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, load average ${load}, ${seconds} s`,
  );
  for (const short of badlyShort(figures)) {
    console.error(`${short.name}: ${figure(short)}, under half of the goal (${goalOf(short)})`);
    process.exitCode = 1;
  }
}

/** Runs in the child process: sends the figures to the parent. */
async function measureOne(name: string, quick: boolean): Promise<void> {
  const { measure } = await measured[name]!();
  const figures = await measure({ quick });
  await new Promise<void>((resolve) => process.send!(figures, () => resolve()));
  process.disconnect();
}
