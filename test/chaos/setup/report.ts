import { AsyncLocalStorage } from 'node:async_hooks';

/** What one part of the run came to. */
interface Row {
  part: string;
  due?: number;
  kills?: number;
  mails?: number;
  /** Distinct Message-IDs. */
  ids?: number;
  lost?: number;
  twice?: number;
  /** Sent again under the same Message-ID because nobody could know whether it had been taken. */
  doubt?: number;
  seconds: number;
  /** Seconds in which no process was ready. */
  out?: number;
}

const broken: string[] = [];
const rows: Row[] = [];

/** Keeps a line for the table at the end. */
export const row = (line: Row): void => void rows.push(line);

/** The lines of the part that is running. Parts run side by side, and their lines must not mix. */
const linesOfPart = new AsyncLocalStorage<string[]>();

function print(line: string): void {
  const lines = linesOfPart.getStore();
  if (!lines) throw new Error('Only a part of the run has something to say.');
  lines.push(line);
}

/**
 * One part of the run. Its title and lines are printed once it has ended. One that cannot go on breaks a promise, and
 * the other parts go on.
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

/** Prints what happens meanwhile. */
export function say(line: string): void {
  print(`    ${line}`);
}

/** Prints a promise and whether it is kept; one that is broken fails the run. */
export function hold(promise: string, isKept: boolean): void {
  print(`  ${isKept ? 'kept  ' : 'BROKEN'}  ${promise}`);
  if (!isKept) broken.push(promise);
}

/** Prints the table and how many promises were broken, which is returned. */
export function printReport(): number {
  printTable();
  console.log(broken.length ? `\n${broken.length} promises were broken.` : '\nEvery promise was kept.');
  return broken.length;
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
