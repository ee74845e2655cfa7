import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { corpusRecords } from '#bench/data/corpusRecords.ts';
import { root } from '#bench/data/folders.ts';
import { type GradedAbstract, gradedDesign } from '#bench/reading/graded.ts';
import { namedDesignOf } from '#reading/facts/designNames.ts';
import {
  type DesignFigures,
  designClasses,
  designFeatures,
  designWords,
  likelyDesign,
} from '#reading/facts/facts.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { gradedFacts, toldLeftOut } from './gradedFacts.ts';
import { type Example, learnSoftmax, rounded } from './softmax.ts';
import { placeOfText, type WordAxes, wordAxes } from './wordAxes.ts';

const classes = designClasses.length;
const figuresFile = path.join(root, 'src/reading/facts/design.json');
/** The abstracts with a graded design, in the parts of `gradedFacts`. */
const gradedDesigns = (folder: string): GradedAbstract[][] =>
  gradedFacts(folder).map((part) => part.filter(({ design }) => design !== undefined));

/** This many records of each kind of source show which words go together. */
const perSource = 3000;
const plan = { words: 12_000, leastCount: 20, axes: 60 };
/** How much the position on the axes counts relative to the cues. */
const reach = 5;
const folds = 5;
/** Strength of the ridge of all graded abstracts together. */
const ridgeOfAll = 3;

/**
 * Learns to recognize study designs, and writes the figures that ship: `node lab/learnDesign.ts [DIR]`. Ungraded records show which words
 * occur together; graded abstracts show which of these groups go with which design. So a word that no graded abstract contains is
 * still informative. Prints how often the design is right on graded abstracts that were left out of the learning.
 */
async function run([folder = path.join(root, '..', 'shared', 'reading')]: string[]): Promise<void> {
  const graded = gradedDesigns(folder);
  const all = graded.flat();
  const axes = axesBeside(all);
  if (!axes) {
    console.error('There is nothing to learn from: the real records (../shared/corpus) are missing.');
    process.exitCode = 1;
    return;
  }
  const left = toldLeftOut(all, folds, { learn: (others) => learn(others, axes), tell });
  const share = (part: GradedAbstract[]) =>
    `${((100 * part.filter((one) => left.get(one) === labelOf(one)).length) / part.length).toFixed(0)} %`;
  const figures = learn(all, axes);
  writeFileSync(figuresFile, `${JSON.stringify(figures)}\n`);
  console.log(
    `${Object.keys(figures.words.weights).length} words, ${all.length} graded abstracts; design right on those left out: ${graded.map(share).join(', ')}: ${figuresFile}`,
  );
}

function tell(one: GradedAbstract, figures: DesignFigures): number {
  const work = workOf(one);
  const name = namedDesignOf({ ...one, ...work })?.name ?? likelyDesign(work, figures);
  return designClasses.indexOf(name);
}

function learn(graded: readonly GradedAbstract[], axes: WordAxes): DesignFigures {
  const { bias, weights } = learnSoftmax(
    graded.map((one) => exampleOf(one, axes)),
    { classes, rounds: 300, ridge: ridgeOfAll / graded.length },
  );
  const ofAxes = axisNames.map((name) => weights.get(name)!);
  const words = [...axes.places].map(([word, place]): [string, number[]] => [
    word,
    bias.map((_, design) => reach * place.reduce((sum, one, axis) => sum + one * ofAxes[axis]![design]!, 0)),
  ]);
  const ofCues = [...weights].filter(([name]) => !axisNames.includes(name));
  return {
    words: rounded(new Map(words)),
    cues: {
      bias: bias.map(short),
      weights: Object.fromEntries(ofCues.map(([name, own]) => [name, own.map(short)])),
    },
  };
}

/** The axes of the records that are not graded; null without records. */
function axesBeside(graded: readonly GradedAbstract[]): WordAxes | null {
  const records = corpusRecords();
  if (!records) return null;
  const leftOut = new Set(graded.map(({ doc }) => doc.replace(/v\d+$/, '').toLowerCase()));
  const others = records.filter(
    ({ source, sourceId, abstract }) => abstract && !leftOut.has(`${source}:${sourceId}`.toLowerCase()),
  );
  const counts = new Map<string, number>();
  // Spread over the corpus, so that all years of each source are included.
  const spread = others
    .map((one, at) => [(at * 7919) % others.length, one] as const)
    .sort(([a], [b]) => a - b);
  const texts = spread.flatMap(([, { source, title, abstract, journal }]) => {
    const kind = `${source} ${source === 'pubmed' && journal !== null}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < perSource ? [designWords(cleanTitle(title), cleanAbstract(abstract!))] : [];
  });
  return wordAxes(texts, plan);
}

const labelOf = ({ design }: GradedAbstract): number => designClasses.indexOf(gradedDesign(design));

const workOf = ({ title, abstract, doc }: GradedAbstract) => ({
  title: cleanTitle(title),
  abstract: cleanAbstract(abstract),
  source: doc.split(':')[0] as SourceName,
});

const axisNames = Array.from({ length: plan.axes }, (_, axis) => `axis ${axis}`);

function exampleOf(one: GradedAbstract, axes: WordAxes): Example {
  const work = workOf(one);
  const place = placeOfText(designWords(work.title, work.abstract), axes);
  return {
    label: labelOf(one),
    features: [
      ...designFeatures(work),
      ...axisNames.map((name, axis): [string, number] => [name, reach * place[axis]!]),
    ],
  };
}

const short = (weight: number): number => Number(weight.toFixed(3));

await run(process.argv.slice(2));
