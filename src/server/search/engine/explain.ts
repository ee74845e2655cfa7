import type { Why } from '#shared/papers/paper.ts';
import { textOf } from '../documents/docStore.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import type { Coverage } from '../query/coverage.ts';
import type { Idea } from '../query/ideas.ts';
import { containsPhrase } from '../query/proximity.ts';
import type { Query } from '../query/query.ts';
import { findPhrase, quotation, runsOf } from './quotation.ts';

/** Phrases of the topic that are named, and more where it has more ideas. */
const shown = 4;
const shownAtMost = 6;

/** A topic as its papers are explained by. */
export interface Explained {
  query: Query;
  ideas: readonly Idea[];
  covers: Coverage;
}

/** Why the paper was chosen. Only names what counted towards its score. */
export function explain(
  reader: IndexReader,
  docId: number,
  explained: Explained,
  because: string | null,
): Why {
  const phrases = matchedPhrases(reader, docId, explained);
  const { query, ideas } = explained;
  return {
    matched: [...new Set(phrases.map(({ text }) => text))],
    expanded: query.expansion
      .filter((phrase) => containsPhrase(reader, docId, phrase))
      .map(({ text }) => text),
    because,
    ...(ideas.length > 1
      ? {
          aspects: ideas.map((idea, at) => ({
            name: idea.name,
            words: [...new Set(phrases.flatMap((phrase) => (phrase.ideas.has(at) ? phrase.text : [])))],
            missing: missingOf(idea, explained, docId),
          })),
        }
      : {}),
  };
}

/** What of an idea the paper does not say: all of it or some of its words; null if it says it. */
function missingOf({ name, aspects: own }: Idea, { query, covers }: Explained, docId: number): string | null {
  const all = own.map((at) => ({ ...query.aspects[at]!, covered: covers.ofAspect(at, docId) === 1 }));
  // `meta-analysis` is named by its joined form alone, or by all of its parts.
  const isWhole = (one: (typeof all)[number]) =>
    all.some((other) => other !== one && one.from <= other.from && other.to <= one.to);
  const parts = all.filter((one) => !isWhole(one));
  if (all.some((one) => one.covered && isWhole(one))) return null;
  const lacking = parts.filter(({ covered }) => !covered);
  if (parts.length > 0 && lacking.length === 0) return null;
  return lacking.length < parts.length ? lacking.map(({ text }) => text).join(' ') : name;
}

interface Named {
  text: string;
  /** Indexes of the ideas that it serves. */
  ideas: Set<number>;
}

/**
 * Runs of the topic's words as the paper writes them ("base editing", "CRISPR-Cas9"), those with the most distinct
 * words first; then its other names ("ICU"). A run must add a word that no earlier run has.
 */
function matchedPhrases(reader: IndexReader, docId: number, explained: Explained): Named[] {
  const { query, ideas } = explained;
  const { segment, docBase } = segmentOf(reader, docId);
  const { store } = segment;
  const paper = docId - docBase;
  const text = textOf(store, paper);
  const ideasByTerm = ideasOfTerms(explained, docId);
  const most = Math.min(shownAtMost, Math.max(shown, ideas.length));
  const phrases: Named[] = [];
  const named = new Set<number>();
  const add = (place: { from: number; to: number }, terms: Iterable<number>) => {
    const quoted = quotation(store, text, place);
    if (quoted === null) return;
    const served = new Set([...terms].flatMap((term) => ideasByTerm.get(term) ?? []));
    for (const term of terms) named.add(term);
    phrases.push({ text: quoted, ideas: served });
  };
  const runs = runsOf(store, paper, text, new Set(ideasByTerm.keys()));
  for (const run of runs.sort((a, b) => b.terms.size - a.terms.size || a.from - b.from)) {
    if (phrases.length >= most) break;
    if (![...run.terms].every((term) => named.has(term))) add(run, run.terms);
  }
  for (const { words, terms } of query.otherNames) {
    if (phrases.length >= most) break;
    if (words.every((word) => word < 0 || named.has(word))) continue;
    const found = findPhrase(store, paper, terms);
    if (found) add(found, words);
  }
  return phrases;
}

/**
 * Which ideas each of the topic's own terms serves in a paper; none for a word that names a kind of document. Half of a
 * name (`lead` of `C-LEAD`) or of a group's member serves nothing and is left out.
 */
function ideasOfTerms({ query, ideas, covers }: Explained, docId: number): Map<number, number[]> {
  const served = new Map<number, number[]>();
  for (const [at, { terms }] of query.aspects.entries()) {
    if (covers.ofAspect(at, docId) < 1) continue;
    const idea = ideas.findIndex(({ aspects }) => aspects.includes(at));
    for (const term of terms) served.set(term, [...(served.get(term) ?? []), ...(idea < 0 ? [] : [idea])]);
  }
  return served;
}
