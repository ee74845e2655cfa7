import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#bench/data/folders.ts';
import { type GradedAbstract, gradedAbstracts, gradedSentenceOf } from '#bench/reading/graded.ts';
import { learnLogistic } from '#bench/relevance/logistic.ts';
import { isReadable } from '#reading/text/readable.ts';
import { sentencesOf } from '#reading/text/sentences.ts';
import { contextOf, featureNames, featuresOf, type WorthFigures, worthOf } from '#reading/worth/features.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';

/** Grades of the product's own sentences; they count half as much as the reference grades. */
const ownGrades = path.join(import.meta.dirname, 'grades.jsonl');
const ownWeight = 0.5;
/** Strength of the ridge, for standardized features and the summed weight of all sentences. */
const ridge = 100;
const folds = 10;

interface Sample {
  abstract: number;
  isReference: boolean;
  isReadable: boolean;
  worth: number;
  features: number[];
}

/**
 * Learns what makes a sentence worth reading from abstracts graded sentence by sentence, and writes the weights that ship:
 * `node lab/learnWorth.ts [DIR]`. Prints how good the takeaways are for abstracts that were left out of the learning.
 */
async function run([folder = path.join(root, '..', 'shared', 'reading')]: string[]): Promise<void> {
  const reference = gradedAbstracts(folder, path.join(folder, 'sentences.jsonl'));
  const own = gradedAbstracts(folder, ownGrades);
  const samples = [...reference, ...own].flatMap((one, at) => samplesOf(one, at, at < reference.length));
  // Leave abstracts out in several ways, since the result of a single way depends on chance.
  const picked = [1, 3, 7, 9].flatMap((times) =>
    Array.from({ length: folds }, (_, fold) => {
      const isLeft = ({ abstract }: Sample) => Math.floor((abstract * times) / 7 + abstract) % folds === fold;
      const figures = learn(samples.filter((sample) => !isLeft(sample)));
      const left = samples.filter((sample) => sample.isReference && isLeft(sample));
      return [...Map.groupBy(left, ({ abstract }) => abstract).values()].map((of) => takeaway(of, figures));
    }).flat(),
  );
  const figures = learn(samples);
  const file = path.join(root, 'src/reading/worth/worth.json');
  writeFileSync(file, `${JSON.stringify(figures)}\n`);
  const share = (least: number) =>
    ((100 * picked.filter((worth) => worth >= least).length) / picked.length).toFixed(0);
  console.log(
    `${samples.length} sentences of ${reference.length + own.length} abstracts; takeaways of abstracts left out: worth 3 ${share(3)} %, 2 or more ${share(2)} %: ${file}`,
  );
}

function samplesOf({ title, abstract, sentences }: GradedAbstract, at: number, isReference: boolean) {
  const text = cleanAbstract(abstract);
  const found = sentencesOf(text);
  const features = featuresOf(contextOf(cleanTitle(title), text, found)) as number[][];
  return found.map((sentence, place) => ({
    abstract: at,
    isReference,
    isReadable: isReadable(sentence.text),
    worth: gradedSentenceOf(sentence.text, sentences)?.worth ?? 0,
    features: features[place]!,
  }));
}

/** Two logistic regressions on standardized features; the returned weights are for the original features. */
function learn(samples: readonly Sample[]): WorthFigures {
  const means = featureNames.map((_, i) => mean(samples.map(({ features }) => features[i]!)));
  const spreads = featureNames.map(
    (_, i) => Math.sqrt(mean(samples.map(({ features }) => (features[i]! - means[i]!) ** 2))) || 1,
  );
  means[0] = 0;
  spreads[0] = 1;
  const weightOf = ({ isReference }: Sample) => (isReference ? 1 : ownWeight);
  const total = samples.reduce((sum, sample) => sum + weightOf(sample), 0);
  const weightsFor = (least: number): number[] => {
    const learned = learnLogistic(
      samples.map((sample) => ({
        features: sample.features.map((value, i) => (value - means[i]!) / spreads[i]!),
        relevant: sample.worth >= least,
        weight: weightOf(sample),
      })),
      ridge / total,
      8,
    );
    const raw = learned.map((weight, i) => weight / spreads[i]!);
    raw[0]! -= learned.reduce((sum, weight, i) => sum + (i ? (weight * means[i]!) / spreads[i]! : 0), 0);
    return raw.map((weight) => Number(weight.toFixed(4)));
  };
  return { features: [...featureNames], finding: weightsFor(3), informative: weightsFor(2) };
}

function takeaway(sentences: readonly Sample[], figures: WorthFigures): number {
  const readable = sentences.filter(({ isReadable }) => isReadable);
  const scores = readable.map(({ features }) => worthOf(features, figures).score);
  return readable[scores.indexOf(Math.max(...scores))]?.worth ?? 0;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

await run(process.argv.slice(2));
