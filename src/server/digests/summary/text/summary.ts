import type { SummarySentence } from '#shared/digests/digest.ts';

/** A paper of the digest as far as summaries read it. */
export interface SummaryInput {
  /** Number of the paper in the digest, from 1. */
  n: number;
  title: string;
  abstract: string | null;
}

export interface Summary {
  /**
   * What is new, in the order of the papers, then the two sentences of an agreement if there is one; each quote stands
   * word for word in the abstract of its paper.
   */
  overview: SummarySentence[];
  /** One sentence a paper that says what came out, by the paper's number. */
  takeaways: Map<number, SummarySentence>;
  /** `written by {model}`, the same with what was added, or `sentences taken from the abstracts`. */
  writtenBy: string;
}

/** Sentences that say what is new, at most. */
export const overviewSentences = 3;

export const extractive = 'sentences taken from the abstracts';
/** Who wrote the summary, when a model wrote all of it. */
export const written = (model: string): string => `written by ${model}`;
/** Where the model said nothing that could be proved, the abstract speaks. */
export const writtenInPart = (model: string): string => `${written(model)}, in part ${extractive}`;

/** The summary as plain text, as the digest row stores it: one paragraph a line, each with its [n]. */
export const summaryText = (overview: SummarySentence[]): string | null =>
  overview.length ? overview.map(({ text, paper }) => `${text} [${paper}]`).join('\n') : null;
