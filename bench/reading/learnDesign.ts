import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DesignFigures,
  designClasses,
  designFeatures,
  designWords,
} from '#digests/summary/facts/design.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { corpusRecords } from '../data/corpusRecords.ts';
import { root } from '../data/folders.ts';
import { designInTitle } from './designInTitle.ts';
import { type GradedAbstract, gradedAbstracts, gradedDesign } from './graded.ts';
import { type Example, learnSoftmax, rounded } from './softmax.ts';

const classes = designClasses.length;
const figuresFile = path.join(root, 'src/server/digests/summary/facts/design.json');
const gradedHalves = (folder: string): GradedAbstract[][] =>
  [path.join(folder, 'sentences.jsonl'), path.join(import.meta.dirname, 'grades.jsonl')].map((file) =>
    gradedAbstracts(folder, readFileSync(file, 'utf8')),
  );

const perDesign = 600;
const folds = 10;

/**
 * Learns how works were done, and writes the figures that ship: `learn-design [DIR]`. The words are learned from records
 * whose titles name the design; what cues and words weigh together, from abstracts graded by hand. Prints how often the
 * design is right on graded abstracts that were left out.
 */
export default async function run([
  folder = path.join(root, '..', 'shared', 'reading'),
]: string[]): Promise<void> {
  const graded = gradedHalves(folder);
  const titled = titledExamples(new Set(graded.flat().map(({ doc }) => doc)));
  if (!titled) {
    console.error('There is nothing to learn from: the real records (../shared/corpus) are missing.');
    process.exitCode = 1;
    return;
  }
  const learnedWords = learnSoftmax(titled, { classes, rounds: 8, step: 0.05, ridge: 3e-4, leastCount: 15 });
  const words = { ...rounded(learnedWords), bias: learnedWords.bias.map(short) };
  const examples = graded.map((half) => half.map((one) => exampleOf(one, words)));
  const all = examples.flat();
  const left = toldLeftOut(all);
  const share = (half: Example[]) =>
    `${((100 * half.filter((one) => left.get(one) === one.label).length) / half.length).toFixed(0)} %`;
  writeFileSync(figuresFile, `${JSON.stringify({ words, cues: learnCues(all) } satisfies DesignFigures)}\n`);
  console.log(
    `${titled.length} titles, ${Object.keys(words.weights).length} words, ${all.length} graded abstracts; design right on those left out: ${examples.map(share).join(' and ')}: ${figuresFile}`,
  );
}

/** For each graded abstract the design that is told when it is left out of the learning, by its document. */
export function designsLeftOut(folder: string): Map<string, (typeof designClasses)[number]> {
  const graded = gradedHalves(folder).flat();
  const { words } = JSON.parse(readFileSync(figuresFile, 'utf8')) as DesignFigures;
  const examples = graded.map((one) => exampleOf(one, words));
  const told = toldLeftOut(examples);
  return new Map(examples.map((one, at) => [graded[at]!.doc, designClasses[told.get(one)!]!]));
}

function toldLeftOut(all: readonly Example[]): Map<Example, number> {
  const told = new Map<Example, number>();
  for (let fold = 0; fold < folds; fold++) {
    const cues = learnCues(all.filter((_, at) => at % folds !== fold));
    for (const one of all.filter((_, at) => at % folds === fold)) told.set(one, guess(one, cues));
  }
  return told;
}

/** Records whose titles name the design, without most of those words, so that the rest of the text has to tell it. */
function titledExamples(leftOut: ReadonlySet<string>): Example[] | null {
  const records = corpusRecords();
  if (!records) return null;
  const counts = designClasses.map(() => 0);
  return records.flatMap(({ source, sourceId, version, title, abstract }) => {
    if (!abstract || leftOut.has(`${source}:${sourceId}`) || leftOut.has(`${source}:${sourceId}v${version}`))
      return [];
    const found = designInTitle(title, source);
    const label = found ? designClasses.indexOf(found.design) : -1;
    if (!found || counts[label]! >= perDesign) return [];
    const keepsWords = counts[label]!++ % 3 === 0;
    const words = designWords(cleanTitle(keepsWords ? title : found.rest), cleanAbstract(abstract));
    const size = 10 / Math.sqrt(words.size);
    return [{ label, features: [...words].map((word): [string, number] => [word, size]) }];
  });
}

const exampleOf = (
  { doc, title, abstract, design }: GradedAbstract,
  words: DesignFigures['words'],
): Example => ({
  label: designClasses.indexOf(gradedDesign(design)),
  features: designFeatures(
    { title: cleanTitle(title), abstract: cleanAbstract(abstract), source: doc.split(':')[0] as SourceName },
    words,
  ),
});

function learnCues(examples: readonly Example[]): DesignFigures['cues'] {
  const { bias, weights } = learnSoftmax(examples, {
    classes,
    rounds: 60,
    step: 0.1,
    ridge: 3 / examples.length,
    leastCount: 1,
  });
  return {
    bias: bias.map(short),
    weights: Object.fromEntries([...weights].map(([name, own]) => [name, own.map(short)])),
  };
}

function guess({ features }: Example, { bias, weights }: DesignFigures['cues']): number {
  const sums = bias.map((base, at) =>
    features.reduce((sum, [name, value]) => sum + value * (weights[name]?.[at] ?? 0), base),
  );
  return sums.indexOf(Math.max(...sums));
}

const short = (weight: number): number => Number(weight.toFixed(3));
