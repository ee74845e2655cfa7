import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { root, temporaryFolder } from '../data/folders.ts';
import { type Figure, figure, rowsOf } from './figures.ts';
import { type Compared, compare, median } from './verdicts.ts';

/**
 * Measures another commit and the working tree in turn, round by round, and prints what is slower beyond noise; exits with 1 if
 * anything is. Each bench runs in its own process in its own checkout, so both sides see the same machine.
 */
export async function compareWith(
  base: string,
  { benches, rounds, quick }: { benches: readonly string[]; rounds: number; quick: boolean },
): Promise<void> {
  const folder = temporaryFolder();
  const checkout = path.join(folder, 'checkout');
  try {
    prepare(base, folder, checkout);
    const compared: Compared[] = [];
    for (const bench of benches) {
      const [ofBase, ofHead]: [Figure[][], Figure[][]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        // The side that goes first changes, so that a machine that warms up or slows down favors neither.
        const turns = [() => measure(checkout, bench, quick), () => measure(root, bench, quick)];
        if (round % 2 === 0) ofBase.push(await turns[0]!());
        ofHead.push(await turns[1]!());
        if (round % 2 === 1) ofBase.push(await turns[0]!());
        console.error(`${bench}: round ${round + 1} of ${rounds}`);
      }
      compared.push(...compare(ofBase, ofHead));
    }
    print(compared, base);
    if (compared.some(({ verdict }) => verdict === 'slower')) process.exitCode = 1;
  } finally {
    git('worktree', 'remove', '--force', checkout);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks the commit out beside the shared collections, with its own dependencies and its own built pages. */
function prepare(base: string, folder: string, checkout: string): void {
  const added = git('worktree', 'add', '--detach', checkout, base);
  if (added.status !== 0) throw new Error(`There is no commit ${base}: ${added.stderr.trim()}`);
  const shared = path.join(root, '..', 'shared');
  if (existsSync(shared)) symlinkSync(shared, path.join(folder, 'shared'));
  const lock = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(checkout))
    symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  else run(checkout, 'npm', ['ci', '--no-audit', '--no-fund']);
  run(checkout, process.execPath, ['scripts/ready.mjs', '--build']);
}

function run(folder: string, command: string, args: string[]): void {
  const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${done.stderr.slice(-500)}`);
}

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Figures of one bench in one checkout, sent by its `bench/main.ts`; empty if it ends before sending them. */
async function measure(checkout: string, bench: string, quick: boolean): Promise<Figure[]> {
  const child: ChildProcess = fork(
    path.join(checkout, 'bench', 'main.ts'),
    [bench, ...(quick ? ['--quick'] : [])],
    { cwd: checkout, execArgv: flagsOf(checkout), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const figures: Figure[] = [];
  child.on('message', (message) => figures.push(...(message as Figure[])));
  await once(child, 'exit');
  return figures;
}

/** Node's flags of `npm run bench` in a checkout: earlier ones load TypeScript in another way. */
function flagsOf(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  return scripts.bench.split(' ').slice(1, -1);
}

function print(compared: readonly Compared[], base: string): void {
  const middle = (values: number[], unit: string) =>
    values.length === 0 ? '' : figure({ name: '', value: median(values), unit });
  console.log(
    rowsOf([
      ['figure', base, 'here', 'better by', 'verdict'],
      ...compared.map(({ name, unit, base, head, better, verdict }) => [
        name,
        middle(base, unit),
        middle(head, unit),
        Number.isFinite(better) ? `${better.toFixed(2)} ×` : '',
        verdict,
      ]),
    ]),
  );
  const slower = compared.filter(({ verdict }) => verdict === 'slower');
  console.log(
    slower.length === 0
      ? '\nNothing is slower beyond noise.'
      : `\nSlower beyond noise: ${slower.map(({ name }) => name).join(', ')}.`,
  );
}
