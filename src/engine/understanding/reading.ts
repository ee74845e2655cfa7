import { documentFrequency, type IndexReader } from '../index/reader.ts';
import { type Token, tokenize } from '../text/tokenize.ts';
import { splitWord } from './compounds.ts';
import {
  beginsWithOf,
  cognatesOf,
  folded,
  isForeignLink,
  isLinkWord,
  isOfWord,
  isRomance,
  misspelledTerm,
  translationOf,
  withoutArticle,
} from './foreign.ts';
import { type Beside, correctedWord, slipBeside, slipOf } from './slips.ts';
import { formsOf, isRare, slipCost } from './spelling.ts';

/** A word that was searched for in another form than typed. */
export type Correction = { typed: string; read: string; from: 'spelling' | 'language' };

export interface Reading {
  /** The words to search for. */
  text: string;
  corrections: Correction[];
}

interface Word {
  typed: string;
  /** Null if the word stays unchanged, empty if it is left out. */
  read: string | null;
  from: Correction['from'];
  rare: boolean;
}

/** Reads some of the words that no step before it has read. */
type Step = (reader: IndexReader, words: Word[], text: string) => void;

/** How words are read, in this order. */
const steps: readonly Step[] = [
  readBesideNeighbors, // brest cancer
  readForeign, // cancer du poumon
  spelling((reader, { typed }) => slipOf(reader, bare(typed))), // langauge
  spelling(split), // honeybees
  readCorrected, // baterries
];

/** Replaces misspelled and foreign words by English ones that papers use. Leaves everything that the corpus knows. */
export function readWords(reader: IndexReader, text: string): Reading {
  const tokens = tokenize(text);
  const words = [...text.matchAll(/\S+/g)].map(({ 0: typed, index: from }): Word => {
    const own = tokens.filter((token) => from <= token.from && token.to <= from + typed.length);
    return { typed, read: null, from: 'language', rare: isUnknown(reader, typed, own) };
  });
  for (const step of steps) step(reader, words, text);
  if (words.every(({ read }) => read === null)) return { text, corrections: [] };
  return {
    text: words
      .map(({ typed, read }) => read ?? typed)
      .filter(Boolean)
      .join(' '),
    corrections: words.flatMap(({ typed, read, from }) => (read ? [{ typed: bare(typed), read, from }] : [])),
  };
}

/** A step that reads each word alone. */
function spelling(meant: (reader: IndexReader, word: Word) => string | null): Step {
  return (reader, words) => {
    for (const word of words) {
      const read = word.read === null ? meant(reader, word) : null;
      if (read !== null) Object.assign(word, { read, from: 'spelling' });
    }
  };
}

/** The parts of all words, each with those before and after it. */
function partsOf(words: Word[]): { word: Word; beside: Beside }[] {
  const parts = words.flatMap((word) =>
    (word.typed.match(/[\p{L}\p{N}]+/gu) ?? []).map((part) => ({ word, part })),
  );
  return parts.map(({ word, part }, at) => ({
    word,
    beside: [parts[at - 1]?.part, part, parts[at + 1]?.part],
  }));
}

/** Reads words a slip from what papers or names have beside their neighbors. */
function readBesideNeighbors(reader: IndexReader, words: Word[]): void {
  for (const { word, beside } of partsOf(words)) {
    const meant = slipBeside(reader, beside);
    if (meant) Object.assign(word, { read: bare(word.typed).replace(beside[1], meant), from: 'spelling' });
  }
}

/** The two words of papers that are meant by one that no paper has. */
function split(reader: IndexReader, { typed, rare }: Word): string | null {
  const halves = rare && !isKnownAtAll(reader, typed) && splitWord(reader, bare(typed))?.halves;
  return halves ? halves.join(' ') : null;
}

/** Reads rare words with their slips corrected, also in parts with hyphens. */
function readCorrected(reader: IndexReader, words: Word[]): void {
  const rare = words.filter((word) => word.rare && word.read === null && !isWritten(reader, word.typed));
  if (rare.length === 0) return;
  for (const { word, beside } of partsOf(words)) {
    if (!rare.includes(word) || isWritten(reader, beside[1])) continue;
    const meant = correctedWord(reader, beside);
    if (meant)
      Object.assign(word, {
        read: (word.read ?? bare(word.typed)).replace(beside[1], meant),
        from: 'spelling',
      });
  }
}

/** Reads a topic without links of English: phrases, rare words, and then the other words if it is foreign. */
function readForeign(reader: IndexReader, words: Word[], text: string): void {
  if (englishLinks.test(text)) return;
  translatePhrases(reader, words);
  const isRead = ({ read, from }: Word) => read !== null && from === 'language';
  const isTerm = ({ rare, typed, read }: Word) =>
    isForeignLink(typed) || (rare && read === null && translationOf(bare(typed), false) !== null);
  const isForeign = words.some((word) => isRead(word) || isTerm(word)) || soundsForeign(reader, words);
  for (const word of words)
    if (word.rare && word.read === null && !isLinkWord(word.typed))
      word.read = translated(reader, bare(word.typed), isForeign);
  if (isForeign || words.some(isRead)) translateRest(reader, words);
}

/** Words of English that none of the other languages has. */
const englishLinks =
  /(?<![\p{L}-])(?:the|and|of|with|for|by|to|from|at|between|among|using|is|are|what|how)(?![\p{L}-])/iu;

/** Whether the words that are no links are mostly foreign ones, although papers have them: “cáncer de mama”. */
function soundsForeign(reader: IndexReader, words: readonly Word[]): boolean {
  const links = words.filter(
    ({ typed }) => (/..|[eyà]/.test(typed) && isLinkWord(typed)) || beginsWithOf(typed),
  );
  const others = words.filter(
    (word) =>
      word.from === 'language' && word.typed !== 'in' && (!links.includes(word) || beginsWithOf(word.typed)),
  );
  const meaning = ({ typed }: Word) => knownTranslation(reader, bare(typed));
  if (links.length > 0) return others.filter((word) => meaning(word) !== null).length * 2 >= others.length;
  const isFar = (word: Word) => papersOf(reader, word.typed) * meantFrom < papersOf(reader, meaning(word)!);
  return others.length > 1 && others.every((word) => meaning(word) !== null) && others.some(isFar);
}

/** A foreign word is in this many times fewer papers than its English. */
const meantFrom = 20;

/** The fewest papers that one of the words is in. */
const papersOf = (reader: IndexReader, text: string): number =>
  Math.min(...termsOf(reader, bare(text)).map((term) => (term < 0 ? 0 : documentFrequency(reader, term))));

/** Translates the other words of a foreign topic, and puts all of them in English order. */
function translateRest(reader: IndexReader, words: Word[]): void {
  for (const word of words) {
    const alone = withoutArticle(word.typed) === word.typed ? null : bare(word.typed);
    word.read ??= isLinkWord(word.typed) ? '' : (knownTranslation(reader, bare(word.typed)) ?? alone);
  }
  let from = 0;
  for (let at = 0; at <= words.length; at++)
    if (
      at === words.length ||
      words[at]!.typed === 'in' ||
      (isLinkWord(words[at]!.typed) && !isOfWord(words[at]!.typed) && !isOfWord(words[at - 1]?.typed ?? ''))
    ) {
      putInOrder(words.slice(from, at));
      from = at + 1;
    }
}

/** “cancer du poumon” is lung cancer, “ondes gravitationnelles” are gravitational waves. */
function putInOrder(words: readonly Word[]): void {
  const chunks: string[][] = [[]];
  for (const { typed, read } of words) {
    if (isOfWord(typed) || beginsWithOf(typed)) chunks.push([]);
    if (!isLinkWord(typed) && read !== '') chunks.at(-1)!.push(read ?? bare(typed));
  }
  const isSlip = ({ typed, read }: Word) => read !== null && slipCost(bare(typed), read) <= 1.5;
  const isSure =
    words.some(({ typed }) => isLinkWord(typed)) || (words.every(({ rare }) => rare) && !words.every(isSlip));
  if (isSure && words.some(({ typed }) => isRomance(bare(typed))))
    for (const chunk of chunks) chunk.reverse();
  const ordered = chunks.reverse().flat().join(' ');
  const before = words
    .flatMap(({ typed, read }) => (isLinkWord(typed) ? [] : (read ?? bare(typed)) || []))
    .join(' ');
  const [first, ...rest] = words;
  if (!first || ordered === before) return;
  first.typed = words.map(({ typed }) => typed).join(' ');
  first.read = ordered;
  for (const word of rest) word.read = '';
}

/** A word without the punctuation around it. */
function bare(written: string): string {
  if (plainWord.test(written)) return written;
  const word = withoutArticle(written);
  const signs = [...word.matchAll(/[\p{L}\p{N}]/gu)];
  const last = signs.at(-1);
  return last ? word.slice(signs[0]!.index, last.index + last[0].length) : '';
}

const plainWord = /^[A-Za-z]+$/;

const termsOf = (reader: IndexReader, word: string): number[] => numbersOf(reader, tokenize(word));

const numbersOf = ({ vocabulary }: IndexReader, tokens: readonly Token[]): number[] =>
  tokens.flatMap(({ stem, isSynonym }) => (isSynonym ? [] : (vocabulary.numbers.get(stem) ?? -1)));

/** Whether a plain word of the corpus' alphabet is in almost no paper, and not in the background. */
function isUnknown(reader: IndexReader, word: string, tokens: readonly Token[]): boolean {
  const plain = bare(word).replace(/^.*-(?=\p{L}{4})/u, '');
  if (!/^\p{L}[\p{L}'’-]{3,}$/u.test(plain) || /\p{Lu}.*\p{Lu}/u.test(plain)) return false;
  const terms = numbersOf(reader, tokens);
  return terms.length > 0 && terms.some((term) => isRare(reader, term) && !isInBackground(reader, term));
}

const isKnownAtAll = (reader: IndexReader, word: string): boolean =>
  termsOf(reader, bare(word)).every((term) => term >= 0 && documentFrequency(reader, term) > 0);

/** Whether a paper has this very form: `learing` is none, although some paper names Lear. */
const isWritten = (reader: IndexReader, typed: string): boolean =>
  isKnownAtAll(reader, typed) &&
  termsOf(reader, bare(typed)).every(
    (term, _, { length }) => length > 1 || formsOf(reader, term).has(bare(typed).toLowerCase()),
  );

const isInBackground = (reader: IndexReader, term: number): boolean =>
  term >= 0 && (reader.statistics.frequencies[term] ?? 0) > documentFrequency(reader, term) + 0.005;

/** Most words of an entry. */
const longestEntry = 6;

/** Translates entries of several words, longest first. */
function translatePhrases(reader: IndexReader, words: Word[]): void {
  for (let size = Math.min(longestEntry, words.length); size > 1; size--)
    for (let at = 0; at + size <= words.length; at++) {
      const span = words.slice(at, at + size);
      const isLoose = ({ typed }: Word) => typed === 'in' || isOfWord(typed);
      if (span.some(({ read }) => read !== null) || isLoose(span[0]!) || isLoose(span.at(-1)!)) continue;
      const phrase = span.map(({ typed }) => bare(typed)).join(' ');
      const read = knownTranslation(reader, phrase) ?? taughtTranslation(reader, phrase);
      if (read === null) continue;
      for (const [i, word] of span.entries()) word.read = i === 0 ? read : '';
      span[0]!.typed = span.map(({ typed }) => typed).join(' ');
    }
}

/** The dictionary's translation, if the corpus knows one of its words, or all are words like `during` that no index has. */
const knownTranslation = (reader: IndexReader, word: string, anyForm = true): string | null =>
  ifKnown(reader, translationOf(word, anyForm));

/** The English of a word or pair of words as titles taught it, if the corpus knows its words. */
const taughtTranslation = (reader: IndexReader, word: string): string | null =>
  ifKnown(reader, reader.names.learned.get(folded(word)) ?? null);

function ifKnown(reader: IndexReader, english: string | null): string | null {
  const terms = english ? termsOf(reader, english) : [];
  return terms.length === 0 || terms.some((term) => !isRare(reader, term)) ? english : null;
}

/** The English of a rare word, also with a slip if the topic is foreign. */
function translated(reader: IndexReader, word: string, isForeign: boolean): string | null {
  // A word that no paper has is what the dictionary says, although no paper has that either: the sources may.
  const isKnown = isKnownAtAll(reader, word);
  const known = isKnown ? knownTranslation(reader, word, isForeign) : translationOf(word, isForeign);
  if (known) return known;
  const taught = taughtTranslation(reader, word);
  if (taught || isKnown) return taught ?? (isForeign ? cognate(reader, word, true) : null);
  return cognate(reader, word, isForeign) ?? (isForeign ? ifKnown(reader, misspelledTerm(word)) : null);
}

/** The commonest English word that a foreign one may be, in other letters. */
function cognate(reader: IndexReader, word: string, isForeign: boolean): string | null {
  const least = Math.max(5, papersOf(reader, word) * meantFrom);
  const own = termsOf(reader, word);
  let best: string | null = null;
  let most = 0;
  for (const one of cognatesOf(word, isForeign)) {
    const terms = termsOf(reader, one);
    const [term = -1] = terms;
    if (terms.length !== 1 || own.includes(term)) continue;
    const frequency = documentFrequency(reader, term);
    if (frequency >= least && frequency > most && formsOf(reader, term, 30, one).has(one)) {
      best = one;
      most = frequency;
    }
  }
  return best;
}

/** A stem as papers write it: the most common form in a sample of papers. */
export function writtenForm(reader: IndexReader, term: number): string {
  const [best] = [...formsOf(reader, term)].sort((one, other) => other[1] - one[1]);
  return best?.[0] ?? reader.vocabulary.stems[term]!;
}
