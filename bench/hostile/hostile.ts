import { printGrowth } from './growth.ts';
import { parsers } from './parsers.ts';
import { closeProvider } from './provider.ts';
import { inWords, type Pump, pumps, textOf } from './pumps.ts';

/** How many times longer the second text is. */
const factor = 10;
/** A linear-time parser takes ten times as long; the rest allows for noise. */
const mostGrowth = 12;
/** A time below this many milliseconds says nothing about growth. */
const measurable = 100;
/** Growth above the bound is measured again if the time is at most this many milliseconds. */
const readily = 500;

type Worst = { pump: Pump; milliseconds: number; growth: number };

/**
 * Feeds hostile texts of 20,000 and of 200,000 characters to every parser of outside text, and prints for each parser the pump
 * with the steepest growth. Fails if a time grows more than twelvefold. Then prints what files of references grow into.
 * `npm run bench -- hostile [PARSER | FIRST-LAST | growth]`: one parser by its name, a part of the list, such as `1-30`, or
 * only what files grow into.
 */
export default async function run([only]: string[] = []): Promise<void> {
  if (only === 'growth') return printGrowth();
  console.log(
    `${'parser'.padEnd(26)}${'worst of a pump'.padEnd(22)}${'200 kB'.padStart(12)}${'growth'.padStart(10)}`,
  );
  for (const [name, parse] of chosen(only)) {
    const { pump, milliseconds, growth } = await worstOf(parse, 20_000);
    console.log(
      `${name.padEnd(26)}${inWords(pump).slice(0, 20).padEnd(22)}${`${milliseconds.toFixed(1)} ms`.padStart(12)}${(milliseconds < measurable ? '–' : `${growth.toFixed(1)} ×`).padStart(10)}`,
    );
    if (milliseconds >= measurable && growth > mostGrowth) process.exitCode = 1;
  }
  await closeProvider();
  if (!only) await printGrowth();
}

function chosen(only: string | undefined): [string, (text: string) => unknown][] {
  const all = Object.entries(parsers);
  const [, first, last] = /^(\d+)-(\d+)$/.exec(only ?? '') ?? [];
  if (first && last) return all.slice(Number(first) - 1, Number(last));
  return all.filter(([name]) => !only || name === only);
}

/** Most milliseconds of processor time for a text of `length`. A time above `bound` is measured again, and its shortest counts. */
export async function slowestOf(parse: (text: string) => unknown, length: number, bound: number) {
  let slowest = 0;
  for (const pump of pumps) {
    const first = await timeOf(parse, pump, length, { runs: 1 });
    const again = first < bound ? first : await timeOf(parse, pump, length, { runs: 2 });
    slowest = Math.max(slowest, Math.min(first, again));
  }
  return slowest;
}

/** The pump that makes the time grow most, among those whose longer text takes a measurable time. */
async function worstOf(parse: (text: string) => unknown, length: number): Promise<Worst> {
  const times: Worst[] = [];
  for (const pump of pumps) times.push(await timesOf(parse, pump, length));
  const isWorse = (one: Worst, than: Worst) =>
    one.growth > than.growth || (one.growth === than.growth && one.milliseconds > than.milliseconds);
  return times.reduce((worst, one) => (isWorse(one, worst) ? one : worst));
}

async function timesOf(parse: (text: string) => unknown, pump: Pump, length: number): Promise<Worst> {
  const first = await timeOf(parse, pump, length * factor, { runs: 1 });
  if (first < measurable) return { pump, milliseconds: first, growth: 0 };
  const milliseconds = Math.min(first, await timeOf(parse, pump, length * factor, { runs: 2 }));
  const growth = milliseconds / (await timeOf(parse, pump, length, { runs: 5 }));
  if (growth <= mostGrowth || milliseconds > readily) return { pump, milliseconds, growth };
  // A garbage collection for earlier runs can push the growth just above the bound: collect first, and use more runs.
  const again = await timeOf(parse, pump, length * factor, { runs: 8, collect: globalThis.gc });
  const shorter = await timeOf(parse, pump, length, { runs: 8, collect: globalThis.gc });
  return { pump, milliseconds, growth: Math.min(growth, again / shorter) };
}

/** This many texts in a row differ in length; a parser with a cache would take no time for the same text again. */
const lengths = 97;
let texts = 0;

/**
 * The shortest of some runs, in milliseconds of processor time, which other load does not inflate. A refused text counts like any
 * other.
 */
async function timeOf(
  parse: (text: string) => unknown,
  pump: Pump,
  length: number,
  { runs, collect = () => undefined }: { runs: number; collect?: (() => void) | undefined },
): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const text = textOf(pump, length - (texts++ % lengths));
    collect();
    const before = process.cpuUsage();
    try {
      await parse(text);
    } catch {
      // The parser refuses this text.
    }
    const { user, system } = process.cpuUsage(before);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}
