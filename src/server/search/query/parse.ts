import type { Topic } from '../core/types.ts';
import { idf, type Statistics } from '../documents/statistics.ts';
import type { Vocabulary } from '../documents/vocabulary.ts';
import { askingWords } from '../text/stopWords.ts';
import { type Token, tokenize } from '../text/tokenize.ts';

/** A parsed topic. Terms are numbers in the vocabulary; a stem that no paper has is -1. */
export interface Query {
  terms: QueryTerm[];
  /** Σ weight × idf of the topic's own terms: the upper bound of their BM25 score. */
  maxScore: number;
  /** Quoted phrases: a paper must contain each of them word for word. */
  required: Phrase[];
  /** After a leading minus: a paper must contain none of these. */
  excluded: Phrase[];
  /** The expansion's phrases, to tell which of them a paper contains. */
  expansion: Phrase[];
}

export interface QueryTerm {
  term: number;
  /** Weight relative to a plain topic word. */
  weight: number;
  /** Typed by the reader rather than added by the expansion. */
  own: boolean;
}

export interface Phrase {
  text: string;
  /** Without synonyms at the same position. */
  terms: number[];
}

/** Weight of an expansion word relative to a topic word, at the expansion's full weight. */
const expansionWeight = 0.5;

/** Parses a topic and its expansion against the index's vocabulary. */
export function parseTopic({ text, expansion }: Topic, terms: Vocabulary, statistics: Statistics): Query {
  const excluded: Phrase[] = [];
  const required: Phrase[] = [];
  const kept = text.replace(
    minus,
    (_, before: string, quoted: string | undefined, word: string | undefined) => {
      excluded.push(phrase(quoted ?? word ?? '', terms));
      return before;
    },
  );
  for (const [, quoted = ''] of kept.matchAll(quotes)) required.push(phrase(quoted, terms));
  const weights = new Map<number, QueryTerm>();
  let unknown = 0;
  for (const { stem, weight } of weightedStems(kept)) {
    const term = terms.numbers.get(stem) ?? -1;
    if (term < 0) unknown += weight * idf(statistics, term);
    else add(weights, term, weight, true);
  }
  const own = [...weights.values()];
  for (const { phrase: text, weight } of expansion)
    for (const { stem, weight: share } of weightedStems(text)) {
      const term = terms.numbers.get(stem) ?? -1;
      if (term >= 0 && !weights.get(term)?.own) add(weights, term, share * weight * expansionWeight, false);
    }
  return {
    terms: [...weights.values()],
    maxScore: own.reduce((sum, { term, weight }) => sum + weight * idf(statistics, term), unknown),
    required: required.filter(({ terms }) => terms.length > 0),
    excluded: excluded.filter(({ terms }) => terms.length > 0),
    expansion: expansion
      .map(({ phrase: text }) => phrase(text, terms))
      .filter(({ terms }) => terms.length > 0),
  };
}

/** An exclusion; the first group is the white space before it. */
export const minus = /(^|\s)-(?:["“”]([^"“”]+)["“”]|(\p{L}[^\s"“”]*))/gu;
const quotes = /["“”]([^"“”]+)["“”]/g;

/** A phrase as terms of the index, without stop words. */
export const phrase = (text: string, terms: Vocabulary): Phrase => ({
  text: text.trim(),
  terms: tokenize(text)
    .filter(({ isSynonym }) => !isSynonym)
    .map(({ stem }) => terms.numbers.get(stem) ?? -1),
});

/** The topic's words without those that only ask for papers. */
function weightedStems(text: string): { stem: string; weight: number }[] {
  const tokens = tokenize(text);
  const about = tokens.filter(({ from, to }) => !askingWords.has(text.slice(from, to).toLowerCase()));
  return (about.length > 0 ? about : tokens).map((token) => ({
    stem: token.stem,
    weight: weightOf(token, text),
  }));
}

/** `IL-6` is matched by il6, as il and 6 alone say little; `meta-analysis` by its two words, with the joined form as a help. */
function weightOf({ from, to, isSynonym }: Token, text: string): number {
  const written = text.slice(from, to);
  if (isSynonym) return /[\p{N}\p{Script=Greek}]|(?<!\p{L})\p{L}(?!\p{L})/u.test(written) ? 1 : 0.3;
  const inCompound = /[-‐‑–]$/.test(text.slice(0, from)) || /^[-‐‑–]/.test(text.slice(to));
  return inCompound && !/\p{L}{3}|\p{Script=Greek}/u.test(written) ? 0.3 : 1;
}

function add(weights: Map<number, QueryTerm>, term: number, weight: number, own: boolean): void {
  const known = weights.get(term);
  if (!known) weights.set(term, { term, weight, own });
  else if (own) known.weight += weight;
  else known.weight = Math.max(known.weight, weight);
}
