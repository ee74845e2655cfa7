import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { badlyShort, type Figure, figure, goalOf, type Measured, table } from './figures.ts';

/**
 * `npm run bench -- NAME [args]` runs `bench/NAME.ts`: a file that exports `run` by default is a bench.
 * `npm run bench -- --quick` runs all that take part in the table, in under two minutes, and fails when a figure
 * falls under half of its goal; `--all` runs them at full size.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { quick: { type: 'boolean' }, all: { type: 'boolean' } },
});
const [name, ...args] = positionals;
if (process.send) await measureOne(name!, Boolean(values.quick));
else if (!name && (values.quick || values.all)) await measureAll(Boolean(values.quick));
else await runOne(name, process.argv.slice(3).length ? process.argv.slice(3) : args);

async function runOne(name: string | undefined, args: string[]): Promise<void> {
  const bench = name && existsSync(fileOf(name)) ? (await import(fileOf(name).href)).default : null;
  if (typeof bench === 'function') return bench(args);
  console.error(`Say which: npm run bench -- ${benches('export default').join(' | ')} | --quick | --all`);
  process.exitCode = 1;
}

/** Each in a process of its own: what one leaves behind in memory must not weigh on the next. */
async function measureAll(quick: boolean): Promise<void> {
  const begun = performance.now();
  const figures: Figure[] = [];
  for (const name of benches('export async function measure(')) {
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
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, load average ${load}, ${seconds} s`,
  );
  for (const short of badlyShort(figures)) {
    console.error(`${short.name}: ${figure(short)}, under half of the goal (${goalOf(short)})`);
    process.exitCode = 1;
  }
}

async function measureOne(name: string, quick: boolean): Promise<void> {
  const { measure }: Measured = await import(fileOf(name).href);
  const figures = await measure({ quick });
  await new Promise<void>((resolve) => process.send!(figures, () => resolve()));
  process.disconnect();
}

function fileOf(name: string): URL {
  return new URL(`./${name.replace(/[^\w-]/g, '')}.ts`, import.meta.url);
}

function benches(mark: string): string[] {
  const here = new URL('.', import.meta.url);
  return readdirSync(here)
    .filter((file) => file !== 'main.ts' && readFileSync(new URL(file, here), 'utf8').includes(mark))
    .map((file) => file.replace('.ts', ''));
}
