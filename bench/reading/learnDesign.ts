import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DesignFigures,
  designClasses,
  designFeatures,
  designWords,
  likelyDesign,
} from '#digests/summary/facts/design.ts';
import { namedDesignOf } from '#digests/summary/facts/designNames.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { corpusRecords } from '../data/corpusRecords.ts';
import { root } from '../data/folders.ts';
import { designInTitle } from './designInTitle.ts';
import { type GradedAbstract, gradedDesign, gradedFacts } from './graded.ts';
import { type Example, learnSoftmax, rounded, softmax } from './softmax.ts';

const classes = designClasses.length;
const figuresFile = path.join(root, 'src/server/digests/summary/facts/design.json');
/** What is graded as design, in the parts that `gradedFacts` gives. */
const gradedDesigns = (folder: string): GradedAbstract[][] =>
  gradedFacts(folder).map((part) => part.filter(({ design }) => design !== undefined));

const perDesign = 600;
const perSource = 1100;
const folds = 5;
/** Strength of the ridge of all graded abstracts together. */
const ridgeOfAll = 3;
/** What the first guess at a record's design must be likely for the record to teach words. */
const leastSure = 0.5;

/**
 * Learns how works were done, and writes the figures that ship: `learn-design [DIR]`. Records whose titles name the design
 * give first words; with cues and graded abstracts these guess the designs of thousands of records, `other` among them,
 * from which the words that ship are learned. Prints how often the design is right on graded abstracts that were left out
 * of all of it.
 */
export default async function run([
  folder = path.join(root, '..', 'shared', 'reading'),
]: string[]): Promise<void> {
  const graded = gradedDesigns(folder);
  const all = graded.flat();
  const records = recordsBeside(all);
  if (!records) {
    console.error('There is nothing to learn from: the real records (../shared/corpus) are missing.');
    process.exitCode = 1;
    return;
  }
  const left = toldLeftOut(all, records);
  const share = (part: GradedAbstract[]) =>
    `${((100 * part.filter((one) => left.get(one) === labelOf(one)).length) / part.length).toFixed(0)} %`;
  const figures = learn(all, records);
  writeFileSync(figuresFile, `${JSON.stringify(figures)}\n`);
  console.log(
    `${records.unlabeled.length} records, ${Object.keys(figures.words.weights).length} words, ${all.length} graded abstracts; design right on those left out: ${graded.map(share).join(', ')}: ${figuresFile}`,
  );
}

/** For each graded abstract the design that is told when it is left out of the learning, by its document; null without records. */
export function designsLeftOut(folder: string): Map<string, (typeof designClasses)[number]> | null {
  const all = gradedDesigns(folder).flat();
  const records = recordsBeside(all);
  if (!records) return null;
  const told = toldLeftOut(all, records);
  return new Map(all.map((one) => [one.doc, designClasses[told.get(one)!]!]));
}

interface Records {
  /** Words as the records' own titles teach them. */
  titleWords: DesignFigures['words'];
  unlabeled: { features: Example['features']; words: Example['features'] }[];
}

function toldLeftOut(all: readonly GradedAbstract[], records: Records): Map<GradedAbstract, number> {
  const told = new Map<GradedAbstract, number>();
  for (let fold = 0; fold < folds; fold++) {
    const { words, cues } = learn(
      all.filter((_, at) => at % folds !== fold),
      records,
    );
    for (const one of all.filter((_, at) => at % folds === fold)) {
      const work = workOf(one);
      const name = namedDesignOf({ ...one, ...work })?.name ?? likelyDesign(work, { words, cues });
      told.set(one, designClasses.indexOf(name));
    }
  }
  return told;
}

function learn(graded: readonly GradedAbstract[], { titleWords, unlabeled }: Records): DesignFigures {
  const teacher = learnCues(graded.map((one) => exampleOf(one, titleWords)));
  const guessed = unlabeled.flatMap(({ features, words }): Example[] => {
    const chances = chancesOf(features, teacher);
    const weight = Math.max(...chances);
    return weight < leastSure ? [] : [{ label: chances.indexOf(weight), features: words, weight }];
  });
  const words = learnWords(guessed, 30);
  return { words, cues: learnCues(graded.map((one) => exampleOf(one, words))) };
}

function learnWords(examples: readonly Example[], leastCount: number): DesignFigures['words'] {
  const learned = learnSoftmax(examples, { classes, rounds: 8, step: 0.05, ridge: 3e-4, leastCount });
  return { ...rounded(learned), bias: learned.bias.map(short) };
}

/** The records that teach words; null without them. */
function recordsBeside(graded: readonly GradedAbstract[]): Records | null {
  const records = corpusRecords();
  if (!records) return null;
  const leftOut = new Set(graded.map(({ doc }) => doc.replace(/v\d+$/, '').toLowerCase()));
  const others = records.filter(
    ({ source, sourceId, abstract }) => abstract && !leftOut.has(`${source}:${sourceId}`.toLowerCase()),
  );
  const titleWords = learnWords(titledExamples(others), 15);
  const counts = new Map<string, number>();
  // Spread over the corpus, so that each source comes with all its years.
  const spread = others
    .map((one, at) => [(at * 7919) % others.length, one] as const)
    .sort(([a], [b]) => a - b);
  const unlabeled = spread.flatMap(([, { source, title, abstract, journal }]) => {
    const kind = `${source} ${source === 'pubmed' && journal !== null}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    if (count >= perSource) return [];
    const work = { title: cleanTitle(title), abstract: cleanAbstract(abstract!), source };
    return [{ features: designFeatures(work, titleWords), words: wordExample(work.title, work.abstract) }];
  });
  return { titleWords, unlabeled };
}

function wordExample(title: string, abstract: string): Example['features'] {
  const words = designWords(title, abstract);
  const size = 10 / Math.sqrt(words.size);
  return [...words].map((word): [string, number] => [word, size]);
}

/** Records whose titles name the design, without most of those words, so that the rest of the text has to tell it. */
function titledExamples(records: readonly SourceRecord[]): Example[] {
  const counts = designClasses.map(() => 0);
  return records.flatMap(({ source, title, abstract }) => {
    const found = designInTitle(title, source);
    const label = found ? designClasses.indexOf(found.design) : -1;
    if (!found || counts[label]! >= perDesign) return [];
    const keepsWords = counts[label]!++ % 3 === 0;
    return [
      { label, features: wordExample(cleanTitle(keepsWords ? title : found.rest), cleanAbstract(abstract!)) },
    ];
  });
}

const labelOf = ({ design }: GradedAbstract): number => designClasses.indexOf(gradedDesign(design));

const workOf = ({ title, abstract, doc }: GradedAbstract) => ({
  title: cleanTitle(title),
  abstract: cleanAbstract(abstract),
  source: doc.split(':')[0] as SourceName,
});

const exampleOf = (one: GradedAbstract, words: DesignFigures['words']): Example => ({
  label: labelOf(one),
  features: designFeatures(workOf(one), words),
});

function learnCues(examples: readonly Example[]): DesignFigures['cues'] {
  const { bias, weights } = learnSoftmax(examples, {
    classes,
    rounds: 60,
    step: 0.1,
    ridge: ridgeOfAll / examples.length,
    leastCount: 1,
  });
  return {
    bias: bias.map(short),
    weights: Object.fromEntries([...weights].map(([name, own]) => [name, own.map(short)])),
  };
}

const chancesOf = (features: Example['features'], { bias, weights }: DesignFigures['cues']): number[] =>
  softmax(
    bias.map((base, at) =>
      features.reduce((sum, [name, value]) => sum + value * (weights[name]?.[at] ?? 0), base),
    ),
  );

const short = (weight: number): number => Number(weight.toFixed(3));
