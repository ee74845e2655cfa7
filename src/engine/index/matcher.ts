import type { Columns } from '../documents/columns.ts';
import { isDefinedOtherwise } from '../documents/definitions.ts';
import { type DocStore, textOf, titleWeight } from '../documents/docStore.ts';
import { lengthNorm } from '../documents/termWeights.ts';
import { stopWords } from '../text/stopWords.ts';
import { firstOf, intersection, type Matches, newMatches, remembered, union } from './matches.ts';
import { papersWithAll } from './papersWithAll.ts';
import { type IndexReader, postingsOf, type SegmentReader } from './reader.ts';

/** What a document must contain, as terms of the index; a term that no paper has is -1. */
export type Matcher =
  | { kind: 'term'; term: number }
  /**
   * One after the other; with `exact` also word for word, stop words included. An abbreviation that stands for one of some
   * long forms (`PD` for Parkinson's disease) is neither part of a name (`PD-1`) nor defined otherwise in the paper.
   */
  | {
      kind: 'phrase';
      terms: readonly number[];
      inTitle?: boolean;
      exact?: string;
      standsFor?: readonly (readonly number[])[];
    }
  /** By what a paper's record says: `admits` is made once per segment. */
  | { kind: 'record'; admits: (columns: Columns, docBase: number) => (paper: number) => boolean }
  | { kind: 'all' | 'any' | 'none'; of: readonly Matcher[] };

/** Finds the documents that match. Not to be changed: phrases and alternatives are remembered. */
export function findMatches(reader: IndexReader, matcher: Matcher): Matches {
  switch (matcher.kind) {
    case 'term':
      return termMatches(reader, matcher.term);
    case 'phrase':
      return matcher.terms.length === 1 && !matcher.inTitle && !matcher.exact && !matcher.standsFor
        ? termMatches(reader, matcher.terms[0]!)
        : remembered(reader, keyOf(matcher)!, () => phraseMatches(reader, matcher));
    case 'record':
      return recordMatches(reader, matcher.admits);
    case 'any': {
      const all = () => union(matcher.of.map((one) => findMatches(reader, one)));
      const keys = matcher.of.map(keyOf);
      return keys.includes(null) ? all() : remembered(reader, JSON.stringify(keys), all);
    }
    case 'none': {
      const out = new Set(matcher.of.flatMap((one) => [...findMatches(reader, one).docIds]));
      return recordMatches(reader, (_, docBase) => (paper) => !out.has(docBase + paper));
    }
    case 'all':
      return intersection(matcher.of.map((one) => findMatches(reader, one)));
  }
}

/** What tells a term or a phrase apart; null for other matchers, which are not remembered. */
function keyOf(matcher: Matcher): string | null {
  if (matcher.kind === 'term') return `${matcher.term}`;
  if (matcher.kind !== 'phrase') return null;
  const { terms, inTitle = false, exact = '', standsFor = [] } = matcher;
  return `${inTitle ? 'title' : ''} ${terms.join(' ')} ${exact} ${standsFor.join(';')}`;
}

/** Whether any document matches. */
export function isMatched(reader: IndexReader, matcher: Matcher): boolean {
  if (matcher.kind !== 'term') return findMatches(reader, matcher).docIds.length > 0;
  return reader.segments.some(({ segment, deleted }) => {
    const { from, to } = postingsOf(segment, matcher.term);
    for (let i = from; i < to; i++) if (!deleted[segment.papers[i]!]) return true;
    return false;
  });
}

function termMatches(reader: IndexReader, term: number): Matches {
  const spans = reader.segments.map(({ segment }) => postingsOf(segment, term));
  const most = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  const found = newMatches(most);
  let count = 0;
  for (const [s, { segment, docBase, deleted }] of reader.segments.entries())
    for (let i = spans[s]!.from; i < spans[s]!.to; i++) {
      const paper = segment.papers[i]!;
      if (deleted[paper]) continue;
      const weight = segment.weights[i]!;
      found.docIds[count] = docBase + paper;
      found.frequencies[count++] = weight / (1 - weight);
    }
  return firstOf(found, count);
}

export type PhraseMatcher = Matcher & { kind: 'phrase' };

function phraseMatches(reader: IndexReader, matcher: PhraseMatcher): Matches {
  const docIds: number[] = [];
  const frequencies: number[] = [];
  const { terms } = matcher;
  if (terms.length === 0 || terms.includes(-1)) return newMatches(0);
  for (const segmentReader of reader.segments) {
    const { segment, docBase } = segmentReader;
    const { lengths } = segment.store;
    for (const paper of papersWithAll(segmentReader, terms)) {
      const count = countPhrase(segmentReader, paper, matcher);
      if (count === 0) continue;
      docIds.push(docBase + paper);
      frequencies.push(count / lengthNorm(lengths[paper]!, reader.statistics.averageLength));
    }
  }
  return { docIds: Uint32Array.from(docIds), frequencies: Float32Array.from(frequencies) };
}

/** Documents whose record is admitted, each as if it named this once. */
function recordMatches({ segments }: IndexReader, admits: (Matcher & { kind: 'record' })['admits']): Matches {
  const docIds: number[] = [];
  for (const { segment, docBase, deleted } of segments) {
    const admitted = admits(segment.store.columns, docBase);
    for (let paper = 0; paper < deleted.length; paper++)
      if (!deleted[paper] && admitted(paper)) docIds.push(docBase + paper);
  }
  return { docIds: Uint32Array.from(docIds), frequencies: new Float32Array(docIds.length).fill(1) };
}

function countPhrase(
  { segment: { store } }: SegmentReader,
  paper: number,
  { terms, inTitle, exact, standsFor }: PhraseMatcher,
): number {
  if (standsFor && isDefinedOtherwise(store, paper, terms[0]!, standsFor)) return 0;
  const { starts, titles, tokens } = store;
  const title = starts[paper]! + titles[paper]!;
  const end = inTitle ? title : starts[paper + 1]!;
  // The first word itself, not a synonym at its position.
  const first = terms[0]! * 2;
  const text = exact || standsFor ? textOf(store, paper) : '';
  let count = 0;
  for (let at = starts[paper]!; at < end; at++) {
    if (tokens[at] !== first || !follows(tokens, at, at < title ? title : end, terms)) continue;
    if (exact && !isWrittenAt(text, store.offsets[at]!, exact)) continue;
    if (standsFor && !isAbbreviationAt(text, store.offsets[at]!)) continue;
    count += at < title ? titleWeight : 1;
  }
  return count;
}

/** `PD` and `PD-related`; neither the word `adding` for `ADD`, nor what begins a longer name: `PD-1`, `PD-L1`, `TNF-α`. */
function isAbbreviationAt(text: string, offset: number): boolean {
  const [written = '', further] =
    /^[\p{L}\p{N}]+([-‐‑–][\p{N}\p{Lu}\p{Script=Greek}])?/u.exec(text.slice(offset, offset + 20)) ?? [];
  return !further && /\p{Lu}.*[\p{Lu}\p{N}]/u.test(written);
}

/** Whether the terms stand from `from` on, one after the other; synonyms at their positions are skipped. */
export function follows(tokens: Uint32Array, from: number, end: number, terms: readonly number[]): boolean {
  let found = 0;
  for (let at = from; at < end; at++) {
    const token = tokens[at]!;
    if (token & 1) continue;
    if (token >>> 1 !== terms[found]) return false;
    if (++found === terms.length) return true;
  }
  return false;
}

/** The index does not store offsets beyond this one, so text there cannot be quoted. */
export const lastOffset = 0xffff;

/** The first occurrence of a phrase in a paper, as its first and last token. */
export function findPhrase(
  { starts, tokens, offsets }: DocStore,
  paper: number,
  terms: readonly number[],
): { from: number; to: number } | null {
  const end = starts[paper + 1]!;
  for (let from = starts[paper]!; from < end && offsets[from] !== lastOffset; from++) {
    if (tokens[from]! >>> 1 !== terms[0]) continue;
    if (terms.length === 1) return { from, to: from };
    // The first word itself, not a synonym at its position.
    if (tokens[from]! & 1 || !follows(tokens, from, end, terms)) continue;
    let to = from;
    for (let left = terms.length - 1; left > 0; ) if ((tokens[++to]! & 1) === 0) left--;
    return { from, to };
  }
  return null;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Maximum number of letters between the first and the last word of a phrase, per word. Longer words are cut. */
const lettersPerWord = 40;

/**
 * Whether a phrase stands in a text with its stop words, given that its other words are adjacent there and the first of
 * them is at `offset`: accepts `quality of life`, but not `quality and life`.
 */
export function isWrittenAt(text: string, offset: number, phrase: string): boolean {
  const wanted = wordsOf(phrase);
  const lead = wanted.findIndex((word) => !stopWords.has(word));
  if (lead < 0) return false;
  const before = lead > 0 ? wordsOf(text.slice(Math.max(0, offset - lead * lettersPerWord), offset)) : [];
  const rest = wordsOf(text.slice(offset, offset + (wanted.length - lead) * lettersPerWord));
  if (before.length < lead) return false;
  const written = [...before.slice(before.length - lead), ...rest];
  return wanted.every((word, i) =>
    stopWords.has(word) ? written[i] === word : written[i] !== undefined && !stopWords.has(written[i]!),
  );
}
