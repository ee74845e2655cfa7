import { readFileSync } from 'node:fs';
import { type AbstractContext, featuresOf } from './features.ts';
import type { RoleChances } from './roles.ts';

/** What was learned from graded abstracts: a weight for each feature, in the order of `featureNames`. */
export interface WorthFigures {
  features: string[];
  /** Of a sentence that says the finding of its paper, whole and understandable alone. */
  finding: number[];
  /** Of a sentence that informs a reader at all. */
  informative: number[];
}

const figures = JSON.parse(readFileSync(new URL('worth.json', import.meta.url), 'utf8')) as WorthFigures;

/** Both chances are 0 to 1. */
export interface Worth {
  /** That the sentence says the finding. */
  finding: number;
  /** That it informs a reader. */
  informative: number;
  /** What sentences are compared by. */
  score: number;
}

/** What each sentence of an abstract is worth to a reader of a digest, in order. */
export const worthsOf = (context: AbstractContext): Worth[] =>
  featuresOf(context, isUnlikely).map((features) => (features ? worthOf(features, figures) : none));

/** Background and aims are seldom what a reader wants, and need no closer look. */
const isUnlikely = ({ background, aim }: RoleChances): boolean => background + aim > 0.9;

const none: Worth = { finding: 0, informative: 0, score: 0 };

/** One sentence's worth by given figures; a finding counts double. */
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
