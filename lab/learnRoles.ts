import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { corpusRecords } from '#bench/data/corpusRecords.ts';
import { root } from '#bench/data/folders.ts';
import { roles, sentencesOf } from '#reading/text/sentences.ts';
import { wordsOf } from '#reading/text/words.ts';
import { cuesOf, type RoleChances, type RoleFigures, softmax } from '#reading/worth/roles.ts';
import { cleanAbstract } from '#sources/record/cleanText.ts';
import { rounded } from './softmax.ts';

/** Cues in fewer sentences than this are too rare to learn from. */
const leastCount = 25;
const rounds = 8;
const step = 0.15;
const ridge = 1e-5;

type Sample = { cues: string[]; role: number; abstract: number };

/**
 * Learns the roles of sentences from abstracts that print labels (BACKGROUND, METHODS …), and writes the weights that ship:
 * `node lab/learnRoles.ts`. First leaves out every tenth labeled abstract, to measure how often the result is right.
 */
async function run(): Promise<void> {
  const samples = labeledSentences();
  if (!samples) {
    console.error('There is nothing to learn from: the real records (../shared/corpus) are missing.');
    process.exitCode = 1;
    return;
  }
  const held = samples.filter(({ abstract }) => abstract % 10 === 0);
  const tried = learn(samples.filter(({ abstract }) => abstract % 10));
  const right = held.filter(({ cues, role }) => guess(cues, tried) === role).length;
  const figures = learn(samples);
  const file = path.join(root, 'src/reading/worth/roles.json');
  writeFileSync(file, `${JSON.stringify(figures)}\n`);
  console.log(
    `${samples.length} labeled sentences, ${Object.keys(figures.weights).length} cues; on abstracts left out right for ${((100 * right) / held.length).toFixed(1)} %: ${file}`,
  );
}

/** Sentences of abstracts with at least three different labels. */
function labeledSentences(): Sample[] | null {
  const records = corpusRecords();
  if (!records) return null;
  return records.flatMap(({ abstract }, at) => {
    const sentences = sentencesOf(cleanAbstract(abstract ?? ''));
    if (new Set(sentences.map(({ label }) => label)).size < 3) return [];
    return sentences.flatMap(({ text, label, position }) =>
      label ? [{ cues: cuesOf(wordsOf(text), position), role: roles.indexOf(label), abstract: at }] : [],
    );
  });
}

/** Multinomial logistic regression by AdaGrad, with the samples always shuffled in the same way. */
function learn(samples: readonly Sample[]): RoleFigures {
  const counts = new Map<string, number>();
  for (const { cues } of samples) for (const cue of cues) counts.set(cue, (counts.get(cue) ?? 0) + 1);
  const weights = new Map<string, number[]>();
  const squares = new Map<string, number[]>();
  for (const [cue, count] of counts)
    if (count >= leastCount) {
      weights.set(cue, Array(roles.length).fill(0));
      squares.set(cue, Array(roles.length).fill(1e-6));
    }
  let seed = 1;
  for (let round = 0; round < rounds; round++)
    for (let at = 0; at < samples.length; at++) {
      seed = (seed * 48271) % 2147483647;
      const { cues, role } = samples[seed % samples.length]!;
      const chances = chancesOf(cues, (cue) => weights.get(cue), 1);
      for (const [which, name] of roles.entries()) {
        const slope = chances[name] - (which === role ? 1 : 0);
        for (const cue of cues) {
          const own = weights.get(cue);
          if (!own) continue;
          const total = slope + ridge * own[which]!;
          squares.get(cue)![which]! += total * total;
          own[which]! -= (step * total) / Math.sqrt(squares.get(cue)![which]!);
        }
      }
    }
  const { scale, weights: all } = rounded(weights);
  const telling = Object.entries(all).filter(([, own]) => own.some((weight) => Math.abs(weight) > 2));
  return { scale, weights: Object.fromEntries(telling) };
}

function guess(cues: readonly string[], { weights, scale }: RoleFigures): number {
  const chances = chancesOf(cues, (cue) => weights[cue], scale);
  return roles.reduce((best, role, at) => (chances[role] > chances[roles[best]!] ? at : best), 0);
}

/** The chances that result from the weights of some cues. */
function chancesOf(
  cues: readonly string[],
  weightsOf: (cue: string) => readonly number[] | undefined,
  scale: number,
): RoleChances {
  const sums = roles.map(() => 0);
  for (const cue of cues)
    for (const [at, weight] of (weightsOf(cue) ?? []).entries()) sums[at]! += weight * scale;
  return softmax(sums);
}

await run();
