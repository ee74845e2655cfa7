import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#bench/data/folders.ts';
import { type GradedAbstract, gradedAbstracts, gradedSentenceOf } from '#bench/reading/graded.ts';
import { mean } from '#bench/relevance/measures.ts';
import { isReadable } from '#reading/text/readable.ts';
import { type Sentence, sentencesOf, wordsOfSentence } from '#reading/text/sentences.ts';
import { contextOf, featureNames, featuresOf, type WorthFigures, worthOf } from '#reading/worth/features.ts';
import { cuesOf } from '#reading/worth/roles.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { learnSoftmax } from './softmax.ts';

/** Times that a reference grade counts; an own one counts once. */
const timesReference = 2;
/** Strength of the ridge, for standardized features and the loss of all sentences; that of words is a fifth of it. */
const ridge = 400;
const weightOfCue = Math.sqrt(5);
/** A word is a cue if it stands in so many sentences. */
const leastSentences = 10;
const folds = 5;

interface Sample {
  abstract: number;
  isReference: boolean;
  sentence: Sentence;
  worth: number;
  features: number[];
}

/**
 * Learns what makes a sentence worth reading from abstracts graded sentence by sentence, and writes the weights that ship:
 * `node lab/learnWorth.ts [DIR]`. Prints how good the takeaways are for abstracts that were left out of the
 * learning, of the reference and of the own grades, and for each tenth of the chance to inform how many inform.
 */
async function run([folder = path.join(root, '..', 'shared', 'reading')]: string[]): Promise<void> {
  const reference = gradedAbstracts(folder, path.join(folder, 'sentences.jsonl'));
  const own = gradedAbstracts(folder, path.join(import.meta.dirname, 'grades.jsonl'));
  const samples = [...reference, ...own].flatMap((one, at) => samplesOf(one, at, at < reference.length));
  const picked = Array.from({ length: folds }, (_, fold) => {
    const figures = learn(samples.filter(({ abstract }) => abstract % folds !== fold));
    const left = samples.filter(({ abstract }) => abstract % folds === fold);
    return [...Map.groupBy(left, ({ abstract }) => abstract).values()].flatMap((of) => takeaway(of, figures));
  }).flat();
  for (const isReference of [true, false]) {
    const of = picked.filter(({ sample }) => sample.isReference === isReference);
    const share = (least: number) =>
      ((100 * of.filter(({ sample }) => sample.worth >= least).length) / of.length).toFixed(0);
    console.log(
      `${of.length} takeaways of ${isReference ? 'reference' : 'own'} abstracts left out: worth 3 ${share(3)} %, 2 or more ${share(2)} %`,
    );
  }
  const tenths = Map.groupBy(picked, ({ informative }) => Math.floor(informative * 10));
  for (const [tenth, of] of [...tenths].sort(([a], [b]) => a - b))
    console.log(
      `chance to inform ${tenth * 10} to ${tenth * 10 + 10} %: ${of.filter(({ sample }) => sample.worth >= 2).length} of ${of.length} inform`,
    );
  const file = path.join(root, 'src/reading/worth/worth.json');
  writeFileSync(file, `${JSON.stringify(learn(samples))}\n`);
  console.log(`${samples.length} sentences of ${reference.length + own.length} abstracts: ${file}`);
}

function samplesOf({ title, abstract, sentences }: GradedAbstract, at: number, isReference: boolean) {
  const text = cleanAbstract(abstract);
  const found = sentencesOf(text);
  const features = featuresOf(contextOf(cleanTitle(title), text, found)) as number[][];
  return found.map((sentence, place) => ({
    abstract: at,
    isReference,
    sentence,
    worth: gradedSentenceOf(sentence.text, sentences)?.worth ?? 0,
    features: features[place]!,
  }));
}

/** Two logistic regressions on standardized features and on words; the returned weights are for the original features. */
function learn(samples: readonly Sample[]): WorthFigures {
  const means = featureNames.map((_, i) => mean(samples.map(({ features }) => features[i]!)));
  const spreads = featureNames.map(
    (_, i) => Math.sqrt(mean(samples.map(({ features }) => (features[i]! - means[i]!) ** 2))) || 1,
  );
  const cues = samples.map(({ sentence }) =>
    cuesOf(wordsOfSentence(sentence), sentence.position).filter((cue) => !/^[@*]/.test(cue)),
  );
  const counts = Map.groupBy(cues.flat(), (cue) => cue);
  const known = [...counts].flatMap(([cue, { length }]) => (length < leastSentences ? [] : cue)).sort();
  const isKnown = new Set(known);
  const rows = samples.map(({ features }, at) => [
    ...features.map((value, i) => [featureNames[i]!, (value - means[i]!) / spreads[i]!] as const),
    ...cues[at]!.filter((cue) => isKnown.has(cue)).map((cue) => [`word ${cue}`, weightOfCue] as const),
  ]);
  const weightsFor = (least: number) => {
    const examples = samples.flatMap(({ worth, isReference }, at) =>
      Array.from({ length: isReference ? timesReference : 1 }, () => ({
        features: rows[at]!,
        label: worth >= least ? 1 : 0,
      })),
    );
    const { bias, weights } = learnSoftmax(examples, { classes: 2, rounds, ridge: ridge / examples.length });
    const weightOf = (name: string) => weights.get(name)![1]! - weights.get(name)![0]!;
    const raw = featureNames.map((name, i) => weightOf(name) / spreads[i]!);
    raw[0] = bias[1]! - bias[0]! - raw.reduce((sum, weight, i) => sum + (i ? weight * means[i]! : 0), 0);
    return { raw: raw.map(rounded), ofCue: (cue: string) => rounded(weightOf(`word ${cue}`) * weightOfCue) };
  };
  const [finding, informative] = [weightsFor(3), weightsFor(2)];
  return {
    features: [...featureNames],
    finding: finding.raw,
    informative: informative.raw,
    cues: Object.fromEntries(known.map((cue) => [cue, [finding.ofCue(cue), informative.ofCue(cue)]])),
  };
}

/** Of the accelerated descent; more change no weight by a hundredth. */
const rounds = 400;

function takeaway(samples: readonly Sample[], figures: WorthFigures) {
  return samples
    .filter(({ sentence }) => isReadable(sentence.text))
    .map((sample) => ({ sample, ...worthOf(sample.features, sample.sentence, figures) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 1);
}

const rounded = (weight: number): number => Number(weight.toFixed(3));

await run(process.argv.slice(2));
