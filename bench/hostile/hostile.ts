import { parsers } from './parsers.ts';
import { closeProvider } from './provider.ts';
import { inWords, type Pump, pumps, textOf } from './pumps.ts';

/** How much longer the second text is. */
const factor = 10;
/** A parser of linear time takes ten times as long for it; the rest is for noise. */
const mostGrowth = 12;
/** Milliseconds under which a time says nothing about its growth. */
const measurable = 100;
/** Milliseconds up to which a growth above the bound is measured once more. */
const readily = 500;

interface Worst {
  pump: Pump;
  milliseconds: number;
  growth: number;
}

/**
 * Feeds every parser of text from outside with texts made to be slow, of 20,000 and of 200,000 characters, and prints
 * for each the pump with the steepest growth. Fails when one grows more than twelvefold.
 * `npm run bench -- hostile [PARSER | FIRST-LAST]`: one by its name, or a part of the list, as `1-30`.
 */
export default async function run([only]: string[] = []): Promise<void> {
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
}

function chosen(only: string | undefined): [string, (text: string) => unknown][] {
  const all = Object.entries(parsers);
  const [, first, last] = /^(\d+)-(\d+)$/.exec(only ?? '') ?? [];
  if (first && last) return all.slice(Number(first) - 1, Number(last));
  return all.filter(([name]) => !only || name === only);
}

/** The pump under which the time grows most, among those whose longer text takes a measurable time. */
export async function worstOf(parse: (text: string) => unknown, length: number): Promise<Worst> {
  const times: Worst[] = [];
  for (const pump of pumps) times.push(await timesOf(parse, pump, length));
  return times.reduce((worst, one) =>
    one.growth > worst.growth || (one.growth === worst.growth && one.milliseconds > worst.milliseconds)
      ? one
      : worst,
  );
}

async function timesOf(parse: (text: string) => unknown, pump: Pump, length: number): Promise<Worst> {
  const first = await timeOf(parse, pump, length * factor, { runs: 1 });
  if (first < measurable) return { pump, milliseconds: first, growth: 0 };
  const milliseconds = Math.min(first, await timeOf(parse, pump, length * factor, { runs: 2 }));
  const growth = milliseconds / (await timeOf(parse, pump, length, { runs: 5 }));
  if (growth <= mostGrowth || milliseconds > readily) return { pump, milliseconds, growth };
  // Just above the bound it may be the collection of what earlier runs left: collected before, and with more runs.
  const again = await timeOf(parse, pump, length * factor, { runs: 8, collect: globalThis.gc });
  const shorter = await timeOf(parse, pump, length, { runs: 8, collect: globalThis.gc });
  return { pump, milliseconds, growth: Math.min(growth, again / shorter) };
}

/** So many texts in a row have different lengths: a parser that remembers what it read would take no time for the second. */
const lengths = 97;
let texts = 0;

/** The shortest of some runs, in milliseconds of processor time, which a busy machine does not stretch. A text that is refused is as good as one that is read. */
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
      // Not in the form that the parser reads.
    }
    const { user, system } = process.cpuUsage(before);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}
