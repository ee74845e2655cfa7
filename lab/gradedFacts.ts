import { readFileSync } from 'node:fs';
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
  ].map((file) => gradedAbstracts(folder, readFileSync(file, 'utf8')));
