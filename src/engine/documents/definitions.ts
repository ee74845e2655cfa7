import { firstFrom } from '../core/firstFrom.ts';
import { abbreviationsIn } from '../text/abbreviations.ts';
import { tokenize } from '../text/tokenize.ts';
import type { DocStore } from './docStore.ts';
import { addStem, type Vocabulary } from './vocabulary.ts';

/** Longer forms than this are not kept. */
const longest = 8;

/** The abbreviations that a text defines: the short form's term, the number of words in the long form, and their terms. */
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
  /** What a short form stands for, in the order in which papers define it first. */
  sensesOf(short: number): Sense[];
  /** The short forms of some words, one for each paper that defines it. */
  shortFormsOf(words: readonly number[]): number[];
}

export interface Sense {
  words: number[];
  /** Papers that define it so. */
  papers: number[];
}

/** Whether a paper defines a short form, and as none of these long forms, nor as a kind of them or anything like them. */
export function isDefinedOtherwise(
  { definitionStarts, definitions }: Definitions,
  paper: number,
  short: number,
  longForms: readonly (readonly number[])[],
): boolean {
  let isDefined = false;
  for (let at = definitionStarts[paper]!; at < definitionStarts[paper + 1]!; at += 2 + definitions[at + 1]!) {
    if (definitions[at] !== short) continue;
    const words = [...definitions.subarray(at + 2, at + 2 + definitions[at + 1]!)];
    const isMeant = (long: readonly number[]) =>
      isAlike(long, words) || (long.length > 0 && long.every((word) => words.includes(word)));
    if (longForms.some(isMeant)) return false;
    isDefined = true;
  }
  return isDefined;
}

/** Two long forms of one sense share most of their words, or half of them if those are three or more. */
export function isAlike(one: readonly number[], other: readonly number[]): boolean {
  const shared = one.filter((word) => other.includes(word)).length;
  const longer = Math.max(one.length, other.length);
  return shared * 2 > longer || (shared >= 3 && shared * 2 === longer);
}

type Definitions = Pick<DocStore, 'size' | 'definitionStarts' | 'definitions'>;

const dictionaries = new WeakMap<Uint32Array, Dictionary>();

/** The dictionary of a store, built once. Two sorted lists: maps of all senses took 25 MB in every thread. */
export function dictionaryOf(store: Definitions): Dictionary {
  const known = dictionaries.get(store.definitions);
  if (known) return known;
  const { definitions } = store;
  const wordsAt = (place: number) => definitions.subarray(place + 2, place + 2 + definitions[place + 1]!);
  const byShort = listed(store, (place) => definitions[place]! & keyBits);
  const byLong = listed(store, (place) => hashOf(wordsAt(place)));
  const dictionary: Dictionary = {
    sensesOf(short) {
      const senses: Sense[] = [];
      const byHash = new Map<number, Sense[]>();
      for (const place of placesOf(byShort, short & keyBits)) {
        if (definitions[place] !== short) continue;
        const words = wordsAt(place);
        const hash = hashOf(words);
        const alike = byHash.get(hash) ?? [];
        let sense = alike.find((one) => areEqual(one.words, words));
        if (!sense) {
          sense = { words: Array.from(words), papers: [] };
          senses.push(sense);
          byHash.set(hash, [...alike, sense]);
        }
        sense.papers.push(paperAt(store, place));
      }
      return senses;
    },
    shortFormsOf: (words) =>
      placesOf(byLong, hashOf(words)).flatMap((place) =>
        areEqual(words, wordsAt(place)) ? definitions[place]! : [],
      ),
  };
  dictionaries.set(store.definitions, dictionary);
  return dictionary;
}

/** A key and a place in one number, which holds 53 bits exactly. Different things may have one key. */
const keyBits = 2 ** 21 - 1;
const places = 2 ** 32;

/** All definitions by a key of theirs, those with one key in the order of their papers. */
function listed({ size, definitionStarts, definitions }: Definitions, keyAt: (place: number) => number) {
  const found: number[] = [];
  for (let place = 0; place < definitionStarts[size]!; place += 2 + definitions[place + 1]!)
    found.push(keyAt(place) * places + place);
  return Float64Array.from(found).sort();
}

function placesOf(list: Float64Array, key: number): number[] {
  const found: number[] = [];
  const end = (key + 1) * places;
  for (let at = firstFrom(list, key * places); at < list.length && list[at]! < end; at++)
    found.push(list[at]! - key * places);
  return found;
}

/** The paper that has a definition at this place. */
const paperAt = ({ definitionStarts }: Definitions, place: number): number =>
  firstFrom(definitionStarts, place + 1) - 1;

function hashOf(words: ArrayLike<number>): number {
  let hash = words.length;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i]!, 0x01000193);
  return (hash >>> 11) & keyBits;
}

function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
