import { writeFileSync } from 'node:fs';
import { judgedFolder } from '../data/folders.ts';
import { mean } from '../relevance/measures.ts';
import { type JudgedCollection, judgedCollections } from './judging.ts';
import { afterJudgments, afterTakingOut, randomOf, steps } from './protocol.ts';
import { learningTimes, type System, systemsFor } from './systems.ts';

interface Result {
  ndcgAfter: Record<string, number>;
  /** nDCG@10 of the papers left: learned, without judgments, and the standard error of the difference over topics. */
  residualAfter: Record<string, { learned: number; plain: number; error: number }>;
}

/** A figure for every seed. */
type Spread = Record<string, number[]>;

/**
 * How much feedback helps: `learning [DIR] [--json FILE] [--seeds N] [--only NAME,…]`. Compares the product with plain BM25 and a
 * support vector machine: nDCG@10 after 0 to 20 judgments. "exploring" is the product with one exploratory paper among those to
 * judge next. Prints the mean and the standard deviation over ten seeds. Below each system comes
 * the nDCG@10 of the papers left after its judgments, beside the same papers in the order without judgments.
 */
export default async function run(args: string[]): Promise<void> {
  const valued = ['--json', '--seeds', '--only', '--systems'];
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const folder =
    args.find((arg, i) => !arg.startsWith('--') && !valued.includes(args[i - 1] ?? '')) ?? judgedFolder;
  const only = option('--only')?.split(',');
  const collections = judgedCollections(folder).filter(({ name }) => only?.includes(name) ?? true);
  if (collections.length === 0) {
    console.error(`There is no collection (queries.jsonl, qrels.tsv, corpus.jsonl) under ${folder}.`);
    process.exitCode = 1;
    return;
  }
  const seeds = Number(option('--seeds') ?? 10);
  const results: Record<string, Record<string, Result>> = {};
  for (const collection of collections) {
    results[collection.name] = {};
    printHead(collection);
    for (const [count, ms] of await learningTimes(collection))
      console.log(`  learns from ${count} judgments in ${ms.toFixed(1)} ms`);
    for await (const system of systemsFor(collection, option('--systems')?.split(','))) {
      const figures = measureSystem(collection, system, seeds);
      printRow(system.name, figures);
      const residualAfter = residualOf(collection, system);
      printResidual(residualAfter);
      results[collection.name]![system.name] = { ...resultOf(figures), residualAfter };
    }
  }
  const json = option('--json');
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 1)}\n`);
}

function measureSystem(collection: JudgedCollection, system: System, seeds: number): Spread {
  const figures: Spread = {};
  const add = (name: string, figure: number) => {
    figures[name] ??= [];
    figures[name].push(figure);
  };
  for (let seed = 1; seed <= seeds; seed++) {
    const random = randomOf(seed);
    const past = new Set(collection.papers.keys().filter(() => random() < 0.5));
    const after = collection.queries.flatMap((query) => {
      const measured = afterJudgments(collection, query, system, past);
      return measured ? [measured] : [];
    });
    for (const [i, count] of steps.entries()) add(`after ${count}`, mean(after.map((one) => one[i]!)));
  }
  return figures;
}

/** The same for every seed, because nothing is random. */
function residualOf(collection: JudgedCollection, system: System): Result['residualAfter'] {
  const rows = collection.queries.map((query) => afterTakingOut(collection, query, system));
  return Object.fromEntries(
    steps.map((count, i) => {
      const some = rows.flatMap((row) => row[i] ?? []);
      const gains = some.map(({ learned, plain }) => learned - plain);
      const middle = mean(gains);
      const error = Math.sqrt(mean(gains.map((gain) => (gain - middle) ** 2)) / Math.max(1, gains.length));
      const learned = mean(some.map((one) => one.learned));
      return [String(count), { learned, plain: mean(some.map((one) => one.plain)), error }];
    }),
  );
}

function printResidual(residual: Result['residualAfter']): void {
  const figures = Object.values(residual);
  if (figures.length === 0) return;
  const row = (name: string, cells: string[]) =>
    console.log(`${name.padEnd(44)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  row(
    '  what is left: learned',
    figures.map(({ learned }) => learned.toFixed(3)),
  );
  row(
    '  what is left: without judgments',
    figures.map(({ plain }) => plain.toFixed(3)),
  );
  row(
    '  gain, and its standard error over topics',
    figures.map(({ learned, plain, error }) => `${signed(learned - plain)} ±${error.toFixed(3).slice(1)}`),
  );
}

const signed = (figure: number): string => `${figure < 0 ? '-' : '+'}${Math.abs(figure).toFixed(3).slice(1)}`;

const resultOf = (figures: Spread): Omit<Result, 'residualAfter'> => ({
  ndcgAfter: Object.fromEntries(steps.map((count) => [String(count), mean(figures[`after ${count}`]!)])),
});

function printHead({ name, queries, papers }: JudgedCollection): void {
  console.log(`\n${name}: ${queries.length} topics, ${papers.length} papers`);
  const columns = steps.map((count) => `after ${count}`);
  console.log(`${''.padEnd(8)}${columns.map((column) => column.padStart(12)).join('')}`);
}

function printRow(name: string, figures: Spread): void {
  const columns = steps.map((count) => `after ${count}`);
  console.log(`${name.padEnd(8)}${columns.map((column) => spread(figures[column]!).padStart(12)).join('')}`);
}

const spread = (figures: readonly number[]): string => {
  const middle = mean(figures);
  const deviation = Math.sqrt(mean(figures.map((figure) => (figure - middle) ** 2)));
  return `${middle.toFixed(3)} ±${deviation.toFixed(3).slice(1)}`;
};
