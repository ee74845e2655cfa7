import type { Why } from '#shared/papers/paper.ts';
import { type DocStore, textOf } from '../documents/docStore.ts';
import { follows } from '../index/matcher.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { containsPhrase } from '../query/proximity.ts';
import type { Query } from '../query/query.ts';

const shown = 4;

/** Why the paper was chosen. Only names what counted towards its score. */
export function explain(reader: IndexReader, docId: number, query: Query, because: string | null): Why {
  return {
    matched: matchedPhrases(reader, docId, query),
    expanded: query.expansion
      .filter((phrase) => containsPhrase(reader, docId, phrase))
      .map(({ text }) => text),
    because,
  };
}

/**
 * Runs of the topic's words as the paper writes them ("base editing", "CRISPR-Cas9"), those with the most distinct
 * words first; then its other names ("ICU"). A run must add a word that no earlier run has.
 */
function matchedPhrases(reader: IndexReader, docId: number, query: Query): string[] {
  const { segment, docBase } = segmentOf(reader, docId);
  const paper = docId - docBase;
  const text = textOf(segment.store, paper);
  const phrases: string[] = [];
  const named = new Set<number>();
  const runs = runsOf(segment.store, paper, text, ownTerms(query));
  for (const { from, to, terms } of runs.sort((a, b) => b.terms.size - a.terms.size || a.from - b.from)) {
    if (phrases.length === shown) break;
    if ([...terms].every((term) => named.has(term))) continue;
    for (const term of terms) named.add(term);
    phrases.push(written(text, segment.store.offsets[from]!, segment.store.offsets[to]!));
  }
  for (const { words, terms } of query.otherNames) {
    if (phrases.length === shown) break;
    if (words.some((word) => named.has(word))) continue;
    const found = findPhrase(segment.store, paper, terms);
    if (!found) continue;
    for (const word of words) named.add(word);
    phrases.push(written(text, segment.store.offsets[found.from]!, segment.store.offsets[found.to]!));
  }
  return [...new Set(phrases)];
}

const ownTerms = ({ terms }: Query) => new Set(terms.filter((term) => term.own).map(({ term }) => term));

interface Run {
  from: number;
  to: number;
  terms: Set<number>;
}

/** The topic's words side by side, within one clause. */
function runsOf(store: DocStore, paper: number, text: string, own: ReadonlySet<number>): Run[] {
  // A bitmap over eight bits of the term number rules out most words cheaply.
  const maybe = new Uint8Array(256);
  for (const term of own) maybe[term & 255] = 1;
  const runs: Run[] = [];
  let run: Run | null = null;
  for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
    const term = store.tokens[at]! >>> 1;
    const isSynonym = (store.tokens[at]! & 1) === 1;
    if (maybe[term & 255] === 0 || !own.has(term)) {
      if (!isSynonym) run = null;
    } else if (run && !isSynonym && isOneClause(text.slice(store.offsets[run.to]!, store.offsets[at]!))) {
      run.to = at;
      run.terms.add(term);
    } else if (!run || !isSynonym) {
      const found = { from: at, to: at, terms: new Set([term]) };
      runs.push(found);
      if (!isSynonym) run = found;
    }
  }
  return runs;
}

/** From one word to the next: no more than a few short words in between, no bracket, and no punctuation but hyphens. */
const isOneClause = (between: string): boolean =>
  !/[.,;:!?"“”\n](?:\s|$)|\s["“]|[()[\]{}]/u.test(between) && between.split(/\s+/).length <= 4;

/** The first place of a phrase in a paper, as its first and last token. */
function findPhrase(
  store: DocStore,
  paper: number,
  terms: readonly number[],
): { from: number; to: number } | null {
  for (let from = store.starts[paper]!; from < store.starts[paper + 1]!; from++) {
    if (store.tokens[from] !== terms[0]! * 2 && terms.length > 1) continue;
    if (store.tokens[from]! >>> 1 !== terms[0]) continue;
    if (terms.length === 1) return { from, to: from };
    if (!follows(store.tokens, from, store.starts[paper + 1]!, terms)) continue;
    let to = from;
    for (let left = terms.length - 1; left > 0; ) if ((store.tokens[++to]! & 1) === 0) left--;
    return { from, to };
  }
  return null;
}

/** The text from the first word to the end of the last, with the whole of hyphenated words at both ends. */
function written(text: string, first: number, last: number): string {
  const rest = /^[\p{L}\p{N}\p{M}]+(?:[-‐‑–/'’.][\p{L}\p{N}\p{M}]+)*/u.exec(text.slice(last, last + 80));
  let start = first;
  while (start > 0 && first - start < 40 && isJoined.test(text[start - 1]!)) start--;
  while (start < first && isHyphen.test(text[start]!)) start++;
  return text.slice(start, last + (rest?.[0].length ?? 1)).replace(/\s+/g, ' ');
}

const isJoined = /[\p{L}\p{N}\p{M}‐‑–/-]/u;
const isHyphen = /[‐‑–/-]/;
