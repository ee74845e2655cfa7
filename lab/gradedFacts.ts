import path from 'node:path';
import { type GradedAbstract, gradedAbstracts } from '#bench/reading/graded.ts';

/**
 * The abstracts with a known design and sample size, in three parts: those of `folder`, those in this folder that were graded
 * sentence by sentence, and those in this folder of which only design and sample size were read.
 * @throws Error when a text is missing
 */
export const gradedFacts = (folder: string): GradedAbstract[][] =>
  [
    path.join(folder, 'sentences.jsonl'),
    path.join(import.meta.dirname, 'grades.jsonl'),
    path.join(import.meta.dirname, 'designs.jsonl'),
  ].map((file) => gradedAbstracts(folder, file));

/** What is told of each by figures that were learned from the others, a fold at a time. */
export function toldLeftOut<One, Figures, Told>(
  all: readonly One[],
  folds: number,
  { learn, tell }: { learn: (others: One[]) => Figures; tell: (one: One, figures: Figures) => Told },
): Map<One, Told> {
  const told = new Map<One, Told>();
  for (let fold = 0; fold < folds; fold++) {
    const figures = learn(all.filter((_, at) => at % folds !== fold));
    for (const one of all.filter((_, at) => at % folds === fold)) told.set(one, tell(one, figures));
  }
  return told;
}
