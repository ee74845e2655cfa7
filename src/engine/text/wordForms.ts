import { hashOf, prime } from '../core/hash.ts';
import { americanSpelling } from './spelling.ts';

/**
 * A thirty-bit number for the form of its stem in which a word is written. Forms that differ only by a plural's ending or
 * by British spelling share it; two others hardly ever do.
 */
export type WordForm = number;

/** The form of a word that is typed alone. */
export const formOf = (word: string): WordForm => hashOf(lemmaOf(word.toLowerCase())) >>> 2;

/** Returns a function that reads forms from texts, and computes each spelling only once. */
export function newFormReader(): (text: string, offset: number) => WordForm {
  const known = new Map<string, WordForm>();
  return (text, offset) => {
    const word = text.slice(offset, endOfWord(text, offset));
    let form = known.get(word);
    if (form === undefined) {
      if (known.size >= spellingsAtMost) known.clear();
      form = formOf(word);
      known.set(word, form);
    }
    return followsNumber(text, offset) ? Math.imul(form, prime) >>> 2 : form;
  };
}

const spellingsAtMost = 100_000;

/** The word without a plural's ending, in American spelling. */
const lemmaOf = (form: string): string => americanSpelling(form).replace(/(?<=[^s])s$/, '');

/** A longer word is cut to this length. */
const longestForm = 40;

function endOfWord(text: string, offset: number): number {
  const most = Math.min(text.length, offset + longestForm);
  let end = offset;
  while (end < most && isPlain(text.charCodeAt(end))) end++;
  if (end === most || text.charCodeAt(end) < 128) return end;
  letters.lastIndex = end;
  return letters.test(text) ? Math.min(letters.lastIndex, most) : end;
}

const letters = /[\p{L}\p{N}]+/uy;

/** Whether a unit is a letter or digit of ASCII. The sixth bit tells lower from upper case. */
const isPlain = (unit: number): boolean =>
  ((unit | 32) >= 97 && (unit | 32) <= 122) || (unit >= 48 && unit <= 57);

/** Whether a number comes before: `18-fold` is another form than `fold`. */
function followsNumber(text: string, offset: number): boolean {
  if (offset < 2 || isPlain(text.charCodeAt(offset - 1)) || text.charCodeAt(offset - 1) === 32) return false;
  return /\p{N}[-‐‑–]$/u.test(text.slice(offset - 2, offset));
}
