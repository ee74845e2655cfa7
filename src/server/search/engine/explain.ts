import type { Why } from '#shared/papers/paper.ts';
import { textOf } from '../documents/docStore.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import type { Query } from '../query/parse.ts';
import { containsPhrase } from '../query/proximity.ts';

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
 * words first. A run must add a word that no earlier run has.
 */
function matchedPhrases(reader: IndexReader, docId: number, query: Query): string[] {
  const own = new Set(query.terms.filter((term) => term.own).map(({ term }) => term));
  // A bitmap over eight bits of the term number rules out most words cheaply.
  const maybe = new Uint8Array(256);
  for (const term of own) maybe[term & 255] = 1;
  const { segment, docBase } = segmentOf(reader, docId);
  const { store } = segment;
  const paper = docId - docBase;
  const title = store.starts[paper]! + store.titles[paper]!;
  const runs: Run[] = [];
  let run: Run | null = null;
  for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
    const term = store.tokens[at]! >>> 1;
    if (at === title) run = null;
    if (maybe[term & 255] === 0) {
      if ((store.tokens[at]! & 1) === 0) run = null;
      continue;
    }
    if (store.tokens[at]! & 1) {
      if (!run && own.has(term)) runs.push({ from: at, to: at, terms: new Set([term]) });
      continue;
    }
    if (!own.has(term)) run = null;
    else if (run) {
      run.to = at;
      run.terms.add(term);
    } else {
      run = { from: at, to: at, terms: new Set([term]) };
      runs.push(run);
    }
  }
  const text = textOf(store, paper);
  const phrases: string[] = [];
  const named = new Set<number>();
  for (const { from, to, terms } of runs.sort((a, b) => b.terms.size - a.terms.size || a.from - b.from)) {
    if (phrases.length === shown) break;
    if ([...terms].every((term) => named.has(term))) continue;
    for (const term of terms) named.add(term);
    phrases.push(written(text, store.offsets[from]!, store.offsets[to]!));
  }
  return phrases;
}

interface Run {
  from: number;
  to: number;
  terms: Set<number>;
}

/** The text from the first word to the end of the last, including its hyphenated parts. */
function written(text: string, first: number, last: number): string {
  const rest = /^[\p{L}\p{N}\p{M}]+(?:[-‐‑–/][\p{L}\p{N}]+)*/u.exec(text.slice(last, last + 80));
  return text.slice(first, last + (rest?.[0].length ?? 1)).replace(/\s+/g, ' ');
}
