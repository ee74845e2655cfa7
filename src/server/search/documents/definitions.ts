import { abbreviationsIn } from '../text/abbreviations.ts';
import { tokenize } from '../text/tokenize.ts';
import { addStem, type Vocabulary } from './vocabulary.ts';

/** Longer forms than this are not kept. */
const longest = 8;

/**
 * The abbreviations that a text defines, one after the other: the term of the short form, the number of words in the
 * long form, and their terms.
 */
export function definitionsOf(text: string, vocabulary: Vocabulary): number[] {
  if (!text.includes('(')) return [];
  return abbreviationsIn(text).flatMap(({ short, long }) => {
    const name = shortStem(short);
    const words = wordStems(long);
    if (!name || words.length < 1 || words.length > longest || words[0] === name) return [];
    return [addStem(vocabulary, name), words.length, ...words.map((stem) => addStem(vocabulary, stem))];
  });
}

/** A short form as the tokenizer indexes it: its joined form, if it has parts. */
export const shortStem = (short: string): string | undefined => tokenize(short).at(-1)?.stem;

/** The words of a text without synonyms. */
export const wordStems = (text: string): string[] =>
  tokenize(text).flatMap(({ stem, isSynonym }) => (isSynonym ? [] : stem));

/** What the texts of a segment define. */
export interface Dictionary {
  /** By the term of the short form: the long forms, and the papers that define it so. */
  senses: ReadonlyMap<number, Sense[]>;
  /** By the terms of the long form, joined by blanks: the terms of the short forms, one entry for each paper. */
  shortForms: ReadonlyMap<string, number[]>;
}

export interface Sense {
  key: string;
  words: number[];
  papers: number[];
}

const dictionaries = new WeakMap<Uint32Array, Dictionary>();

/** The dictionary of a store, built once. */
export function dictionaryOf(store: {
  size: number;
  definitionStarts: Uint32Array;
  definitions: Uint32Array;
}): Dictionary {
  const known = dictionaries.get(store.definitions);
  if (known) return known;
  const senses = new Map<number, Sense[]>();
  const shortForms = new Map<string, number[]>();
  const { definitionStarts, definitions, size } = store;
  for (let paper = 0; paper < size; paper++)
    for (let at = definitionStarts[paper]!; at < definitionStarts[paper + 1]!; ) {
      const short = definitions[at]!;
      const words = Array.from(definitions.subarray(at + 2, at + 2 + definitions[at + 1]!));
      at += 2 + words.length;
      const key = words.join(' ');
      const ofShort = senses.get(short) ?? [];
      if (ofShort.length === 0) senses.set(short, ofShort);
      const sense = ofShort.find((one) => one.key === key);
      if (sense) sense.papers.push(paper);
      else ofShort.push({ key, words, papers: [paper] });
      const names = shortForms.get(key);
      if (names) names.push(short);
      else shortForms.set(key, [short]);
    }
  const dictionary = { senses, shortForms };
  dictionaries.set(store.definitions, dictionary);
  return dictionary;
}
