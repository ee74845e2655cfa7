import { readFileSync } from 'node:fs';
import { type AbstractContext, featuresOf } from './features.ts';
import type { RoleChances } from './roles.ts';

/** The learned weights from graded abstracts: one for each feature, in the order of `featureNames`. */
export interface WorthFigures {
  features: string[];
  /** For sentences that state the finding of their paper, complete and understandable alone. */
  finding: number[];
  /** For sentences that inform a reader at all. */
  informative: number[];
}

const figures = JSON.parse(readFileSync(new URL('worth.json', import.meta.url), 'utf8')) as WorthFigures;

/** Both probabilities are 0 to 1. */
export interface Worth {
  /** Probability that the sentence states the finding. */
  finding: number;
  /** Probability that it informs a reader. */
  informative: number;
  /** The score by which sentences are compared. */
  score: number;
}

/** The worth of each sentence of an abstract for a reader of a digest, in order. */
export const worthsOf = (context: AbstractContext): Worth[] =>
  featuresOf(context, isUnlikely).map((features) => (features ? worthOf(features, figures) : none));

/** Background and aims seldom interest readers, so they are skipped. */
const isUnlikely = ({ background, aim }: RoleChances): boolean => background + aim > 0.9;

const none: Worth = { finding: 0, informative: 0, score: 0 };

/** One sentence's worth by the given weights. A finding counts double. */
export function worthOf(
  features: readonly number[],
  { finding, informative }: Pick<WorthFigures, 'finding' | 'informative'>,
): Worth {
  const chances = { finding: chance(features, finding), informative: chance(features, informative) };
  return { ...chances, score: chances.finding + 0.5 * chances.informative };
}

function chance(features: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < features.length; at++) sum += features[at]! * weights[at]!;
  return 1 / (1 + Math.exp(-sum));
}
