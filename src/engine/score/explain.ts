import { quotation, runsOf } from '../asked/quotation.ts';
import type { Why } from '../core/types.ts';
import { textOf } from '../documents/docStore.ts';
import { findPhrase } from '../index/matcher.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import type { Coverage } from '../query/coverage.ts';
import { partsOf } from '../query/ideas.ts';
import type { Query } from '../query/query.ts';

/** Number of the topic's phrases that an explanation names; more if the topic has more ideas. */
const shown = 4;
const shownAtMost = 6;

/** A topic, prepared for explanations. */
export type Explained = ReturnType<typeof explained>;

/** Prepares a topic for the explanation of its papers. */
export const explained = (query: Query, covers: Coverage) => ({
  ...{ query, covers },
  ideas: query.ideas.map((idea) => ({ ...idea, ...partsOf(idea, query.aspects) })),
  /** The idea of each aspect; -1 for words that name a kind of document. */
  ideaOf: query.aspects.map((_, at) => query.ideas.findIndex(({ aspects }) => aspects.includes(at))),
});

/** Why the paper was chosen. Names only what counted towards its score. */
export function explain(reader: IndexReader, docId: number, topic: Explained, because: string | null): Why {
  const phrases = matchedPhrases(reader, docId, topic);
  const { query, ideas } = topic;
  const { segment, docBase } = segmentOf(reader, docId);
  return {
    matched: [...new Set(phrases.map(({ text }) => text))],
    expanded: query.expansion.flatMap(({ text, terms }) =>
      findPhrase(segment.store, docId - docBase, terms) ? text : [],
    ),
    because,
    ...(ideas.length > 1
      ? {
          aspects: ideas.map((idea, at) => ({
            name: idea.name,
            words: [...new Set(phrases.flatMap((phrase) => (phrase.ideas.has(at) ? phrase.text : [])))],
            missing: missingOf(idea, topic, docId),
          })),
        }
      : {}),
  };
}

/** The part of an idea that the paper does not mention: all of it or some of its words; null if it mentions all. */
function missingOf(
  { name, parts, wholes }: Explained['ideas'][number],
  { query, covers }: Explained,
  docId: number,
): string | null {
  const lacks = (at: number) => covers.ofAspect(at, docId) < 1;
  const lacking = parts.filter(lacks);
  const isSaid = parts.length > 0 && lacking.length === 0;
  if (isSaid || !wholes.every(lacks)) return null;
  const words = lacking.map((at) => query.aspects[at]!.text).join(' ');
  // The T of `T cells` says nothing without its name.
  const isTold = words.split(' ').every((word) => /\p{L}{3}/u.test(word));
  return lacking.length < parts.length && isTold ? words : name;
}

interface Named {
  text: string;
  /** Indexes of the ideas that it covers. */
  ideas: Set<number>;
}

/**
 * Runs of the topic's words as the paper writes them ("base editing", "CRISPR-Cas9"), those with the most distinct words
 * first; then its other names ("ICU"). Each run must add a word that no earlier run has.
 */
function matchedPhrases(reader: IndexReader, docId: number, topic: Explained): Named[] {
  const { query, ideas } = topic;
  const { segment, docBase } = segmentOf(reader, docId);
  const { store } = segment;
  const paper = docId - docBase;
  const text = textOf(store, paper);
  const ideasByTerm = ideasOfTerms(topic, docId);
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
 * The ideas that each of the topic's own terms covers in a paper; none for a word that names a kind of document. Leaves
 * out half of a name (`lead` of `C-LEAD`) or of a group's member, because half covers nothing.
 */
function ideasOfTerms({ query, covers, ideaOf }: Explained, docId: number): Map<number, number[]> {
  const served = new Map<number, number[]>();
  for (const [at, { terms }] of query.aspects.entries()) {
    if (covers.ofAspect(at, docId) < 1) continue;
    for (const term of terms) {
      const ideas = served.get(term) ?? [];
      if (ideaOf[at]! >= 0) ideas.push(ideaOf[at]!);
      served.set(term, ideas);
    }
  }
  return served;
}
