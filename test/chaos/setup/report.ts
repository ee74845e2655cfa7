import { AsyncLocalStorage } from 'node:async_hooks';

/** The result of one part of the run. */
export interface Row {
  part: string;
  due?: number;
  kills?: number;
  mails?: number;
  /** Number of distinct Message-IDs. */
  ids?: number;
  lost?: number;
  twice?: number;
  /** Mails sent again under the same Message-ID, because nobody could know whether they were accepted. */
  doubt?: number;
  seconds?: number;
  /** Seconds in which no process was ready. */
  out?: number;
}

const broken: string[] = [];
const rows: Row[] = [];

/** Adds a line to the table at the end. */
export const row = (line: Row): void => void rows.push(line);

/** The lines of the running part. Parts run concurrently, and their lines must not mix. */
const linesOfPart = new AsyncLocalStorage<string[]>();

function print(line: string): void {
  const lines = linesOfPart.getStore();
  if (!lines) throw new Error('Only a part of the run has something to say.');
  lines.push(line);
}

/**
 * Runs one part and prints its title and lines at its end. A part that throws counts as a broken promise; the other parts
 * continue.
 */
export async function part(title: string, happens: () => Promise<void>): Promise<void> {
  const lines = [`\n${title}`];
  await linesOfPart.run(lines, async () => {
    try {
      await happens();
    } catch (error) {
      hold(`it goes on to its end: ${error instanceof Error ? error.message : error}`, false);
    }
  });
  for (const line of lines) console.log(line);
}

/** Prints a line about progress. */
export const say = (line: string): void => print(`    ${line}`);

/** Prints a promise and whether it is kept. A broken promise fails the run. */
export function hold(promise: string, isKept: boolean): void {
  print(`  ${isKept ? 'kept  ' : 'BROKEN'}  ${promise}`);
  if (!isKept) broken.push(promise);
}

/** Prints the table and the number of broken promises, and returns the exit code. */
export function printReport(): number {
  if (rows.length > 0) printTable();
  console.log(broken.length ? `\n${broken.length} promises were broken.` : '\nEvery promise was kept.');
  return broken.length ? 1 : 0;
}

const columns = ['due', 'kills', 'mails', 'ids', 'lost', 'twice', 'doubt', 'seconds', 'out'] as const;

function printTable(): void {
  console.log(`\n${''.padEnd(36)}${columns.map((name) => name.padStart(8)).join('')}`);
  for (const line of rows)
    console.log(line.part.padEnd(36) + columns.map((name) => cell(line, name)).join(''));
  console.log(
    'ids: distinct Message-IDs; doubt: again under the same Message-ID, where nobody could know whether the mail had',
  );
  console.log('been taken (a kill, or a broken connection, between the server’s yes and our note of it);');
  console.log('out: seconds in which /readyz of no process said ready.');
}

function cell(line: Row, name: (typeof columns)[number]): string {
  const value = line[name];
  if (value === undefined) return ''.padStart(8);
  return (name === 'seconds' || name === 'out' ? value.toFixed(1) : String(value)).padStart(8);
}
