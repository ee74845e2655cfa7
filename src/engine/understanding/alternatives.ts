import { dictionaryOf, isAlike, shortStem, wordStems } from '../documents/definitions.ts';
import { textOf } from '../documents/docStore.ts';
import type { Vocabulary } from '../documents/vocabulary.ts';
import type { Matcher, PhraseMatcher } from '../index/matcher.ts';
import { documentFrequency, hasTerm, type IndexReader } from '../index/reader.ts';
import { abbreviationsIn } from '../text/abbreviations.ts';
import type { Token } from '../text/tokenize.ts';
import { joinedTerm, splitWord } from './compounds.ts';
import { nameFits } from './fits.ts';
import { groupOf } from './groups.ts';

/** Another name for some words of a topic: a document that has it counts as having each of these words. */
export interface Alternative {
  /** First and last token, both included. */
  first: number;
  last: number;
  matcher: Matcher;
  /** As a reader would write it. */
  name: string;
  from: 'group' | 'abbreviation' | 'spelling';
  /** A name of a sum: its parts stay ideas of their own. */
  isSum?: boolean;
}

/** Definitions of an abbreviation that make it usable. */
const papersAtLeast = 3;
const shareAtLeast = 0.5;
const longestSpan = 5;

/**
 * Other names for the words of a topic: by what the corpus defines, by the groups of `names/`, by classes that records teach,
 * and names for all of it that are `given` from outside, by a model, PubMed or the reader. Groups and given names are checked
 * (`nameFits`).
 */
export function alternativesFor(
  reader: IndexReader,
  text: string,
  tokens: readonly Token[],
  given: readonly string[] = [],
): Alternative[] {
  const words = tokens.flatMap((token, i) => (token.isSynonym ? [] : [{ token, i }]));
  const found: Alternative[] = [];
  const stems = words.map(({ token }) => token.stem);
  const numbers = stems.map((stem) => reader.vocabulary.numbers.get(stem) ?? -1);
  const grouped = new Set<number>();
  for (let size = Math.min(Math.max(longestSpan, reader.names.longestClass), words.length); size > 0; size--)
    for (let at = 0; at + size <= words.length; at++) {
      const span = { first: words[at]!.i, last: words[at + size - 1]!.i };
      const key = stems.slice(at, at + size).join(' ');
      if (!words.slice(at, at + size).some(({ i }) => grouped.has(i))) {
        const others = namesInGroup(reader, key);
        const isSum = groupOf(key).hasParts;
        const own = { kind: 'phrase' as const, terms: numbers.slice(at, at + size) };
        const standsFor = [own.terms, ...others.map((name) => phraseMatcher(reader.vocabulary, name).terms)];
        for (const name of others) {
          const matcher = phraseMatcher(reader.vocabulary, name);
          if (abbreviation.test(name)) matcher.standsFor = standsFor;
          if (nameFits(reader, `${key}|${name}`, own, matcher))
            found.push({ ...span, name, from: 'group', matcher, isSum });
        }
        if (others.length && !isSum) for (const { i } of words.slice(at, at + size)) grouped.add(i);
      }
      if (size > longestSpan) continue;
      for (const short of shortForms(reader, numbers.slice(at, at + size)))
        found.push({
          ...span,
          name: writtenShort(reader, short),
          from: 'abbreviation',
          matcher: { kind: 'phrase', terms: [short], standsFor: [numbers.slice(at, at + size)] },
        });
      if (size === 2) found.push(...joinedForms(reader, text, words[at]!, words[at + 1]!));
    }
  for (const name of words.length > 0 ? given : []) {
    const matcher = phraseMatcher(reader.vocabulary, name);
    if (nameFits(reader, `${stems.join(' ')}|${name}`, { kind: 'phrase', terms: numbers }, matcher))
      found.push({ first: words[0]!.i, last: words.at(-1)!.i, name, from: 'group', matcher });
  }
  found.push(...longForms(reader, text, tokens, numbers));
  found.push(...pieces(reader, text, tokens));
  return found.filter((one) => !saysMore(one, found, tokens, reader.vocabulary));
}

/** The other names of a closed group, and behind them the members of a class that records taught. */
function namesInGroup({ names: { classes } }: IndexReader, key: string): readonly string[] {
  const given = groupOf(key).others;
  const known = new Set(given.map((name) => name.toLowerCase()));
  return [...given, ...(classes.get(key) ?? []).filter((name) => !known.has(name.toLowerCase()))];
}

/**
 * Whether an alternative contains the words that it stands for, or another alternative for the same words: what has
 * `COVID-19` has been counted for `COVID` already.
 */
function saysMore(
  { first, last, matcher }: Alternative,
  all: readonly Alternative[],
  tokens: readonly Token[],
  vocabulary: Vocabulary,
): boolean {
  const terms = termsOf(matcher);
  const contains = (some: readonly number[]) =>
    some.length > 0 && some.length < terms.length && some.every((term) => terms.includes(term));
  const own = tokens
    .slice(first, last + 1)
    .flatMap(({ stem, isSynonym }) => (isSynonym ? [] : (vocabulary.numbers.get(stem) ?? -1)));
  return (
    contains(own) ||
    all.some((other) => other.first === first && other.last === last && contains(termsOf(other.matcher)))
  );
}

const termsOf = (matcher: Matcher): readonly number[] =>
  matcher.kind === 'term' ? [matcher.term] : matcher.kind === 'phrase' ? matcher.terms : [];

/** A phrase as a matcher; stop words are ignored. */
export const phraseMatcher = ({ numbers }: Vocabulary, text: string): PhraseMatcher => ({
  kind: 'phrase',
  terms: wordStems(text).map((stem) => numbers.get(stem) ?? -1),
});

/** A name of a group that other things are abbreviated to as well. */
const abbreviation = /^\p{Lu}{2,5}$/u;

/** The abbreviations that the corpus defines for these words. */
function shortForms(reader: IndexReader, words: readonly number[]): number[] {
  if (words.includes(-1)) return [];
  const counts = new Map<number, number>();
  for (const { segment } of reader.segments)
    for (const short of dictionaryOf(segment.store).shortFormsOf(words))
      counts.set(short, (counts.get(short) ?? 0) + 1);
  if (counts.size === 0) return [];
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .filter(([short, count]) => {
      if (count < papersAtLeast || count < all * shareAtLeast) return false;
      const senses = sensesOf(reader, short);
      const meant = senses.reduce((sum, { docIds }) => sum + docIds.length, 0);
      return count >= meant * shareAtLeast && documentFrequency(reader, short) <= 30 * count;
    })
    .map(([short]) => short);
}

/** A short form as the first paper that defines it writes it. */
function writtenShort({ segments, vocabulary }: IndexReader, short: number): string {
  const stem = vocabulary.stems[short]!;
  for (const { segment } of segments)
    for (const { papers } of dictionaryOf(segment.store).sensesOf(short))
      for (const defined of abbreviationsIn(textOf(segment.store, papers[0]!)))
        if (shortStem(defined.short) === stem) return defined.short;
  return stem;
}

/** A word that is neither an abbreviation nor a compound: most are, and this is cheaper than looking either up. */
const plainWord = /^[A-Za-z]?[a-z]*$/;

/** An abbreviation typed in small letters, as in a topic without capitals, if many of the papers that have it define it. */
const smallAbbreviation = /^[a-z]{3,8}$/;

/** `PPI` by what the corpus means by it, in the sense that goes with the topic's other words. */
function longForms(
  reader: IndexReader,
  text: string,
  tokens: readonly Token[],
  others: readonly number[],
): Alternative[] {
  return tokens.flatMap((token, i) => {
    const written = text.slice(token.from, token.to);
    const isSmall = smallAbbreviation.test(written);
    if (!isSmall && (plainWord.test(written) || !/\p{Lu}.*[\p{Lu}\p{N}]/u.test(written))) return [];
    const term = reader.vocabulary.numbers.get(token.stem) ?? -1;
    const senses = sensesOf(reader, term);
    const context = others.filter((other) => other >= 0 && other !== term && !token.isSynonym);
    const weights = senses.map(({ docIds }) => {
      const together = docIds.filter((docId) =>
        context.some((other) => hasTerm(reader, docId, other)),
      ).length;
      return docIds.length + 3 * together;
    });
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const best = weights.indexOf(Math.max(...weights));
    const sense = senses[best];
    if (!sense) return [];
    const alike = senses.filter((other) => isAlike(sense.words, other.words));
    const held = alike.reduce((sum, one) => sum + weights[senses.indexOf(one)]!, 0);
    const isDefined = held * 3 >= documentFrequency(reader, term);
    const isEnough = isSmall ? held >= papersAtLeast && isDefined : held >= papersAtLeast || isDefined;
    if (!isEnough || held < all * shareAtLeast) return [];
    const span = spanOf(tokens, i);
    return alike.slice(0, 6).map(({ words }) => ({
      ...span,
      name: words.map((word) => reader.vocabulary.stems[word]).join(' '),
      from: 'abbreviation' as const,
      matcher: { kind: 'phrase' as const, terms: words },
    }));
  });
}

/** The tokens that a synonym stands for, or the token itself. */
function spanOf(tokens: readonly Token[], i: number): { first: number; last: number } {
  const { from, to } = tokens[i]!;
  const inside = tokens.flatMap((other, j) => (other.from >= from && other.to <= to ? [j] : []));
  return { first: inside[0]!, last: inside.at(-1)! };
}

function sensesOf(reader: IndexReader, term: number): { words: number[]; docIds: number[] }[] {
  const merged = new Map<string, { words: number[]; docIds: number[] }>();
  for (const { segment, docBase, deleted } of reader.segments)
    for (const { words, papers } of dictionaryOf(segment.store).sensesOf(term)) {
      const key = words.join(' ');
      const one = merged.get(key) ?? { words, docIds: [] };
      for (const paper of papers) if (!deleted[paper]) one.docIds.push(docBase + paper);
      merged.set(key, one);
    }
  return [...merged.values()].sort((one, other) => other.docIds.length - one.docIds.length);
}

/** `health care` is also written `healthcare`. */
function joinedForms(
  reader: IndexReader,
  text: string,
  one: { token: Token; i: number },
  other: { token: Token; i: number },
): Alternative[] {
  // `non linear` is linear with something said about it, not a name in two words.
  const between = text.slice(one.token.to, other.token.from);
  if (one.token.stem === 'non' || !/^(?:\s+|[-‐‑–])$/.test(between)) return [];
  const textOf = ({ token: { from, to } }: typeof one) => text.slice(from, to);
  const [first, second] = [textOf(one), textOf(other)];
  const term = joinedTerm(reader, [first, second], between.trim() !== '');
  if (term < 0) return [];
  return [
    { first: one.i, last: other.i, name: first + second, from: 'spelling', matcher: { kind: 'term', term } },
  ];
}

/** `AlphaFold3` is also written `AlphaFold 3`, `GLP-1RA` also `GLP-1 RA`, `healthcare` also `health care`. */
function pieces(reader: IndexReader, text: string, tokens: readonly Token[]): Alternative[] {
  return tokens.flatMap((token, i) => {
    const { stem } = token;
    if (plainWord.test(stem)) return token.isSynonym ? [] : halvesOf(reader, text, { token, i });
    const parts = stem.match(/\p{L}+|\p{N}+/gu) ?? [];
    if (parts.length < 2 || parts.length > 4 || parts.every((part) => part.length < 2)) return [];
    const matcher = phraseMatcher(reader.vocabulary, parts.join(' '));
    if (matcher.terms.includes(-1) || matcher.terms.length !== parts.length) return [];
    return [{ ...spanOf(tokens, i), name: parts.join(' '), from: 'spelling' as const, matcher }];
  });
}

function halvesOf(
  reader: IndexReader,
  text: string,
  { token, i }: { token: Token; i: number },
): Alternative[] {
  const split = splitWord(reader, text.slice(token.from, token.to));
  if (!split) return [];
  const { halves, terms } = split;
  return [
    { first: i, last: i, name: halves.join(' '), from: 'spelling', matcher: { kind: 'phrase', terms } },
  ];
}
