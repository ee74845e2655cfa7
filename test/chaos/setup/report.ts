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

/** Prints what happens meanwhile. */
export function say(line: string): void {
  console.log(`    ${line}`);
}

/** Prints a promise and whether it is kept; one that is broken fails the run. */
export function hold(promise: string, isKept: boolean): void {
  console.log(`  ${isKept ? 'kept  ' : 'BROKEN'}  ${promise}`);
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
