import { stem } from 'porter2';
import { askedIn } from '#engine/understanding/syntax.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type Expansion, expansionsAtMost } from '#shared/topics/searchTerm.ts';
import { boundedText } from '#shared/values/boundedText.ts';
import { trim } from '#shared/values/trim.ts';

/** The weight of a name relative to the topic's own words. */
export const weightOfName = 0.5;

/** A phrase in plain form; null if it cannot be searched for. */
export function cleanPhrase(phrase: string): string | null {
  // A model or a source may give text of any length; a phrase has 60 characters at most.
  const spaced = boundedText(phrase, 1000)
    .normalize('NFKC')
    .replace(/[\p{C}"“”«»<>{}[\]|\\^`]/gu, ' ')
    .replace(/\s+/g, ' ');
  const clean = trim(spaced, /[\s,.;:!?-]/);
  const fine =
    clean.length >= 2 &&
    clean.length <= 60 &&
    clean.split(' ').length <= 6 &&
    /\p{L}{2}/u.test(clean) &&
    !/https?:|www\.|@/i.test(clean);
  return fine ? clean : null;
}

/** What a reader typed, in plain form. @throws AppError `invalid` if it cannot be searched for */
export function searchable(phrase: string): string {
  const clean = cleanPhrase(phrase);
  if (clean) return clean;
  throw new AppError('invalid', `“${phrase}” cannot be searched for. Please enter a word or a short phrase.`);
}

/** The best phrases beside a topic, without duplicates, the topic itself, and what it excludes. */
export function chosen(topic: string, phrases: readonly Expansion[]): Expansion[] {
  const { words, excluded } = askedIn(topic);
  const out = excluded.map(keyOf);
  const taken = new Set([keyOf(words)]);
  return phrases
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ phrase }) => {
      const key = keyOf(phrase);
      if (!key || taken.has(key) || out.some((one) => ` ${key} `.includes(` ${one} `))) return false;
      return taken.add(key);
    })
    .slice(0, expansionsAtMost);
}

/** A key that ignores case, hyphens and inflection. */
export function keyOf(phrase: string): string {
  return phrase
    .normalize('NFKC')
    .split(/[\s\u2010-\u2015-]+/u)
    .filter(Boolean)
    .map(stemOf)
    .join(' ');
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const small = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const found = /^[a-z]+$/.test(small) ? stem(small) : small;
  if (stems.size >= stemsKept) stems.clear();
  stems.set(word, found);
  return found;
}

/** The limit bounds the memory: a few words make up nearly all text. */
const stems = new Map<string, string>();
const stemsKept = 50_000;

/** Whether a phrase consists of words so broad that alone they match half the corpus. */
export const isTooWide = (phrase: string): boolean =>
  keyOf(phrase)
    .split(' ')
    .every((word) => wide.has(word));

const wide = new Set(
  `science research study studies disease disorder model modelling method methods analysis data treatment therapy patient
  patients health healthcare medicine medical clinical trial biology biological cell cells protein proteins gene genes
  system systems learning network networks theory experiment experimental review paper application applications effect
  effects approach technology engineering computer human animal population risk factor factors outcome outcomes performance
  algorithm algorithms optimization software chemistry physics mathematics psychology environment development function
  mechanism mechanisms response process processes level levels evaluation assessment management care new novel`
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => keyOf(word)),
);
