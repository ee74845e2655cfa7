import type { Matcher } from '../index/matcher.ts';
import type { Matches } from '../index/matches.ts';
import type { Correction } from '../understanding/reading.ts';

/** A parsed topic. Terms are numbers in the vocabulary; a stem that no paper has is -1. */
export interface Query {
  /** Every word, for the query vector, proximity and explanations. */
  terms: QueryTerm[];
  /** What BM25 scores: words with their alternatives, and groups joined by OR. */
  scored: ScoredTerm[];
  /** The ideas that a paper should cover. */
  aspects: Aspect[];
  /** The aspects as a reader would count them, in the topic's order, without a kind of document. */
  ideas: Idea[];
  /** Σ weight × idf of the topic's own terms: the upper bound of their BM25 score. */
  maxScore: number;
  /** A paper must match each of these. */
  required: Matcher[];
  /** A paper must match none of these. */
  excluded: Matcher[];
  /** Other names that papers use for words of the topic; of a sum, whose words stay ideas of their own, or of one thing. */
  otherNames: { words: number[]; terms: readonly number[]; isSum: boolean }[];
  /** Whether words of the topic name a kind of document, which is a condition and not an aspect. */
  asksForKind: boolean;
  /** Whether the topic has conditions alone, such as an author: what meets them is shown by newness and impact. */
  isCondition: boolean;
  /** Words that were searched for in another form. */
  corrections: Correction[];
  /** The expansion's phrases, to tell which of them a paper contains. */
  expansion: Phrase[];
}

export interface QueryTerm {
  term: number;
  /** Weight relative to a plain topic word. */
  weight: number;
}

export interface ScoredTerm {
  term: number;
  weight: number;
  idf: number;
  /** The aspect of the topic that it names; -1 for frame words. */
  aspect: number;
  /** Its own postings plus those of its alternatives; null for a word without alternatives. */
  matches: Matches | null;
}

/** A part of the topic that is one idea: a word in its forms (`IL-6`, `il6`), or a group joined by OR. */
export interface Aspect {
  /** Its text and position in `read`, the words that are searched for; empty for a topic that only has conditions. */
  text: string;
  read: string;
  from: number;
  to: number;
  /** Terms of the topic's own words that name it. */
  terms: number[];
  /** Number shared by the aspects of one quoted phrase; -1 outside of quotes. */
  phrase: number;
  /** Share of the topic's idf mass, 0 to 1. */
  share: number;
  /** Terms that name it together, or one that does so alone; indexes into `scored`. */
  parts: number[];
  whole: number[];
}

/**
 * What a reader would count as one aspect of the topic: a word in its forms, a quoted phrase, a group joined by OR, a
 * name of several words (`gut microbiome`), or words with a common other name (`heart failure`, HF).
 */
export interface Idea {
  name: string;
  /** Indexes into the query's aspects. */
  aspects: number[];
}

export interface Phrase {
  text: string;
  /** Without synonyms at the same position. */
  terms: readonly number[];
}
