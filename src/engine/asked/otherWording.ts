import type { Match, Topic } from '../core/types.ts';
import { findMatches } from '../index/matcher.ts';
import type { IndexReader } from '../index/reader.ts';
import { tokenize } from '../text/tokenize.ts';
import { phraseMatcher } from '../understanding/alternatives.ts';
import { askedKind } from '../understanding/documentKinds.ts';
import { nameFits } from '../understanding/fits.ts';
import { askedIn } from '../understanding/syntax.ts';

/** What a paper's relevance counts that only the other wording finds. */
const shareOfOthers = 0.8;

/**
 * The topic in other words: of each part one of its names, or the part itself, under the conditions of its own words. Names that mean something else in the index,
 * or more, are left out (`nameFits`). Null without names.
 */
export function otherWording(reader: IndexReader, topic: Topic): Topic | null {
  const { named, plain } = apart(topic);
  const alikeTo = (of: string) => (name: string) => isAnotherName(reader, of, name);
  const parts = [...named].map(([of, names]) => [of, ...names.filter(alikeTo(of))]);
  if (parts.every(({ length }) => length === 1)) return null;
  const groups = parts.map((names) => `(${names.map(exact).join(' OR ')})`);
  const text = [...groups, restOf(topic, named.keys())].filter(Boolean).join(' AND ');
  return { ...topic, text, own: topic.text, expansion: plain };
}

/** The words of a topic besides the parts that a reader has named. A model names all parts that a topic has. */
function restOf({ text, expansion }: Topic, parts: Iterable<string>): string {
  if (expansion.some(({ from, of }) => of && from === 'model')) return '';
  const { words } = askedIn(text);
  const kind = askedKind(words);
  let rest = kind ? `${words.slice(0, kind.from)} ${words.slice(kind.to)}` : words;
  for (const part of parts) {
    const at = rest.toLowerCase().indexOf(part.toLowerCase());
    if (at >= 0) rest = `${rest.slice(0, at)} ${rest.slice(at + part.length)}`;
  }
  return tokenize(rest).length > 0 ? rest.trim() : '';
}

/** A name in a larger share of the papers is too wide, unless its part is wider. */
const commonFrom = 0.03;
/** The share of fewer papers says nothing. */
const leastPapers = 200;

/** Whether a name means its part of the topic here, and not much else; see `nameFits`. */
function isAnotherName(reader: IndexReader, of: string, name: string): boolean {
  if (name === of) return false;
  const [part, other] = [phraseMatcher(reader.vocabulary, of), phraseMatcher(reader.vocabulary, name)];
  if (!nameFits(reader, `${of}|${name}`, part, other)) return false;
  const own = findMatches(reader, part).docIds.length;
  const papers = findMatches(reader, other).docIds.length;
  return reader.docCount < leastPapers || papers <= Math.max(own, commonFrom * reader.docCount);
}

/** The topic without names of its parts, as it is searched by its own words. */
export const ownWording = (topic: Topic): Topic => ({ ...topic, expansion: apart(topic).plain });

function apart({ expansion }: Topic) {
  const named = new Map<string, string[]>();
  for (const { of, phrase } of expansion) if (of) named.set(of, [...(named.get(of) ?? []), phrase]);
  return { named, plain: expansion.filter(({ of }) => !of) };
}

const exact = (name: string): string => `"${name.replace(/["“”]/g, ' ')}"`;

/**
 * The papers that the topic's own words find and those that its other wording finds, best first. A paper counts by the
 * wording that rates it higher; `own` is then its relevance by the topic's own words, 0 if they do not find it.
 */
export function together<One extends Match & { why?: { aspects?: unknown } }>(
  own: readonly One[],
  others: readonly One[],
  { limit, floor, ownScores }: { limit: number; floor: number; ownScores: ReadonlyMap<number, number> },
): One[] {
  const best = new Map(own.map((one) => [one.id, one]));
  for (const found of others) {
    const one = lowered(found);
    const before = best.get(one.id);
    if (one.score < floor || (before && before.score >= one.score)) continue;
    best.set(one.id, { ...one, own: ownScores.get(one.id) ?? 0, ...(before?.why && { why: before.why }) });
  }
  return [...best.values()]
    .sort((one, other) => other.score - one.score || one.id - other.id)
    .slice(0, limit);
}

/** With its parts, which add up to the score. The aspects of the other wording are not those of the reader. */
function lowered<One extends Match & { why?: { aspects?: unknown }; parts?: object }>(one: One): One {
  const { parts, why } = one;
  const share = (value: number) => value * shareOfOthers;
  return {
    ...one,
    score: share(one.score),
    ...(parts && {
      parts: Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, share(value)])),
    }),
    ...(why && { why: { ...why, aspects: undefined } }),
  };
}
