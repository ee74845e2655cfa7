import type { SummarySentence } from '#shared/digests/digest.ts';
import type { PaperFacts } from '#shared/papers/paper.ts';

/** A paper of the digest as far as summaries read it. */
export interface SummaryInput {
  /** Number of the paper in the digest, from 1. */
  n: number;
  title: string;
  abstract: string | null;
  /** Chance that it is right for the topic, 0 to 1; papers without one count alike. */
  relevance?: number;
}

/** Where a sentence first uses an abbreviation, and where the abstract spells it out. */
export interface SpelledOut {
  /** Place of the abbreviation in the quote. */
  at: number;
  /** Place and length of its long form in the abstract. */
  from: number;
  length: number;
}

/** A sentence of an abstract as a reader may be shown it, with what it is worth to one. */
export interface RatedSentence {
  /**
   * The sentence as a reader meets it: what only ties it to the one before is cut off its front, and abbreviations are spelled
   * out as the abstract does elsewhere.
   */
  text: string;
  /** The part of the abstract that it is. */
  quote: string;
  /** Chance that it says the finding of its paper, 0 to 1. */
  finding: number;
  /** Chance that it informs a reader at all, 0 to 1; `mostOfProcedure` at most where it tells only what was done. */
  informative: number;
  /** The abbreviations that are spelled out in `text`; absent for none. */
  spelledOut?: readonly SpelledOut[];
}

/** A sentence that tells who took part or what was done informs less than a line of a digest must. */
export const mostOfProcedure = 0.5;

/** All that digests say of a paper is chosen from this. It depends on nothing but the paper's own record. */
export interface Reading {
  /** The sentences that are worth most, best first; a few, since a digest shows two at most. */
  sentences: readonly RatedSentence[];
  facts: PaperFacts;
  /** Whether the paper's own text speaks to a language model; such papers carry a mark, and no model is shown one. */
  addressesModel: boolean;
}

/** A paper of the digest with what was read in it. */
export interface ReadPaper extends SummaryInput {
  reading: Reading;
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
