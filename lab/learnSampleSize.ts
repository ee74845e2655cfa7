import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#bench/data/folders.ts';
import type { GradedAbstract } from '#bench/reading/graded.ts';
import { learnLogistic } from '#bench/relevance/logistic.ts';
import {
  bestCandidate,
  type Candidate,
  candidateFeatures,
  type SampleFigures,
  sampleCandidates,
} from '#reading/facts/sampleSize.ts';
import { cleanAbstract } from '#sources/record/cleanText.ts';
import { gradedFacts, toldLeftOut } from './gradedFacts.ts';

/** Below this chance, no number is given as the sample size, because a wrong one is worse than none. */
const least = 0.48;
const ridge = 5;
const folds = 10;

interface Abstract {
  doc: string;
  candidates: Candidate[];
  /** Null if the abstract does not state it, or states only the sizes of groups. */
  n: number | null;
}

/**
 * Learns which number in an abstract is the sample size, and writes the weights that ship: `node lab/learnSampleSize.ts [DIR]`. Prints how
 * often it is right and wrong on abstracts that were left out.
 */
async function run([folder = path.join(root, '..', 'shared', 'reading')]: string[]): Promise<void> {
  const parts = partsOf(folder);
  const all = parts.flat();
  const left = toldLeftOut(all, folds, { learn, tell: told });
  const share = (abstracts: Abstract[]) => {
    const stated = abstracts.filter(({ n }) => n !== null);
    const right = stated.filter((one) => left.get(one) === one.n).length;
    const wrong = abstracts.filter((one) => left.get(one) !== null && left.get(one) !== one.n).length;
    return `right ${right} of ${stated.length}, wrong ${wrong} of ${abstracts.length}`;
  };
  const weights = learn(all);
  const file = path.join(root, 'src/reading/facts/sampleSize.json');
  const named = candidateFeatures.map((name, at) => [name, Number(weights[at]!.toFixed(2))]);
  const figures: SampleFigures = { weights: Object.fromEntries(named), least };
  writeFileSync(file, `${JSON.stringify(figures)}\n`);
  console.log(`on abstracts left out: ${parts.map(share).join('; ')}: ${file}`);
}

const partsOf = (folder: string): Abstract[][] =>
  gradedFacts(folder).map((part) => part.filter(({ n_is }) => n_is !== 'unclear').map(read));

const read = ({ doc, abstract, n, n_is }: GradedAbstract): Abstract => ({
  doc,
  candidates: sampleCandidates(cleanAbstract(abstract)),
  n: n_is === 'sum' ? null : n,
});

function learn(abstracts: readonly Abstract[]): number[] {
  const samples = abstracts.flatMap(({ candidates, n }) =>
    candidates.map(({ features, value }) => ({ features, relevant: value === n, weight: 1 })),
  );
  return learnLogistic(samples, ridge / samples.length, 12);
}

function told({ candidates }: Abstract, weights: readonly number[]): number | null {
  const best = bestCandidate(candidates, weights);
  return best && best.chance >= least ? best.candidate.value : null;
}

await run(process.argv.slice(2));
