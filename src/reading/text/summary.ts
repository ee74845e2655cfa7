/** The fields of a record that are read. */
export interface ReadableWork {
  title: string;
  abstract: string | null;
  /** PubMed's publication types, which take precedence over the text. */
  publicationTypes: readonly string[];
  /** Where it is listed: `arxiv`, `pubmed` … */
  source?: string;
}

/** One sentence of a summary with the quote it is based on. */
export interface SummarySentence {
  text: string;
  /** Number of the paper in this digest, from 1. */
  paper: number;
  /** An exact quote from that paper's abstract. */
  quote: string;
  /** Its part of the brief; without one it belongs to “what is new”. The text of a group is its label. */
  line?: 'group' | 'missing';
  /** The papers of a group. */
  papers?: number[];
}

/** Facts that help a reader decide, if the abstract states them; each with the words that state it. */
export interface PaperFacts {
  /** Study design: `randomized trial`, `cohort` … */
  design?: { name: string; quote: string };
  /** Sample size, and its unit. */
  n?: { value: number; unit: string; quote: string };
  /** Population: who or what was studied. */
  population?: { name: string; quote: string };
  /** Its number in a registry of trials or reviews. */
  registration?: string;
  /** Funding, in the abstract's words. */
  funding?: string;
  /** Competing interests, in the abstract's words. */
  interests?: string;
}

/** The fields of a digest's paper that summaries read. */
export interface SummaryInput {
  /** Number of the paper in the digest, from 1. */
  n: number;
  title: string;
  abstract: string | null;
  /** Probability that it is relevant to the topic, 0 to 1; without a topic, none. */
  relevance?: number;
  /** The words of each part of the topic, and those by which the paper names it. */
  parts?: readonly string[];
}

/** Positions where a sentence first uses an abbreviation, and where the abstract spells it out. */
export interface SpelledOut {
  /** Position of the abbreviation in the quote. */
  at: number;
  /** Position and length of its long form in the abstract. */
  from: number;
  length: number;
}

/** A sentence of an abstract as readers may see it, with its value. */
export interface RatedSentence {
  /**
   * The sentence as readers see it: without introductory words, and with abbreviations spelled out as elsewhere in the
   * abstract.
   */
  text: string;
  /** The original words of the abstract. */
  quote: string;
  /** Probability that it states the finding of its paper, 0 to 1. */
  finding: number;
  /** Probability that it informs a reader at all, 0 to 1; at most `mostOfProcedure` if it only tells what was done. */
  informative: number;
  /** The abbreviations spelled out in `text`; absent if there are none. */
  spelledOut?: readonly SpelledOut[];
}

/** Upper bound for a sentence that tells who took part or what was done. It is below what a digest requires. */
export const mostOfProcedure = 0.5;

/** The same for praise without a figure and for what missed significance. It is below what any paper shows. */
export const mostOfEmpty = 0.2;

/** The data from which digests choose all sentences and facts about a paper. Depends only on the paper's own record. */
export interface Reading {
  /** The best sentences, best first. Only a few, because a digest shows at most two. */
  sentences: readonly RatedSentence[];
  facts: PaperFacts;
  /** Whether the paper's own text addresses a language model. Such papers are marked and never sent to a model. */
  addressesModel: boolean;
}

/** A paper of the digest with its reading. */
export interface ReadPaper extends SummaryInput {
  reading: Reading;
}

export interface Summary {
  /**
   * What is new, in the order of the papers; groups; what is missing. Each quote is in its paper's abstract word for word;
   * that of a group is empty.
   */
  overview: SummarySentence[];
  /** One sentence with the finding of each paper, by the paper's number. */
  takeaways: Map<number, SummarySentence>;
  /** `written by {model}`, the same with what was added, or `sentences taken from the abstracts`. */
  writtenBy: string;
}

/** Maximum number of sentences on what is new. */
export const overviewSentences = 2;

export const extractive = 'sentences taken from the abstracts';
/** The author of a summary that a model wrote completely. */
export const written = (model: string): string => `written by ${model}`;
/** The same for a summary that sentences of the abstracts complete. */
export const writtenInPart = (model: string): string => `${written(model)}, in part ${extractive}`;
