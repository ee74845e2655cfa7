import { splitTrimmed } from '#shared/values/trim.ts';
import { isGroup } from './spelling.ts';

/** A person in parts, or a group (or a person with one name) as it is called. */
export type Name =
  | { family: string; given: string; particle?: string; suffix?: string; literal?: undefined }
  | { literal: string; family?: undefined };

/**
 * Splits a full name, `Maria van der Berg Jr.`, into the parts that reference managers need.
 * BibTeX's own rule for such names: the family name is the last word with what stands in lower case before it
 * (https://www.ctan.org/pkg/btxdoc, section 4). A family name of two words is known only by a hyphen or a particle.
 */
export function nameOf(text: string): Name {
  const [family = '', given = '', ...more] = splitTrimmed(text, ',');
  if (isLiteral(text) || more.length > 1) return { literal: text };
  if (suffixes.test(given) && !more.length) return nameOf(`${family} ${given}`);
  if (given) return { family, given, ...(more[0] ? { suffix: more[0] } : {}) };

  if (text.includes(',')) return { literal: text };
  const words = text.split(' ');
  const suffix = words.length > 2 && suffixes.test(words.at(-1)!) ? words.pop() : undefined;
  // `MÜLLER J`, `GARCIA MARQUEZ G` and `van der Berg M`, as indexes write names.
  const before = words.slice(0, -1);
  const isTurned = before.length === 1 || isParticle(before[0]!) || before.every(isCapital);
  const isIndexed =
    before.length > 0 && isTurned && initials.test(words.at(-1)!) && /\p{L}{2}/u.test(before[0]!);
  const from = words.findIndex((word, at) => at > 0 && isParticle(word));
  const begin = from > 0 && from < words.length - 1 ? from : words.length - 1;
  if (!isIndexed && (begin < 1 || isParticle(words[0]!))) return { literal: text };
  const [named, first] = isIndexed ? [before, words.slice(-1)] : [words.slice(begin), words.slice(0, begin)];
  const own = named.findIndex((word, at) => !isParticle(word) || at === named.length - 1);
  const [particle, last] = [named.slice(0, own).join(' '), named.slice(own).join(' ')];
  return { family: last, given: first.join(' '), ...(particle && { particle }), ...(suffix && { suffix }) };
}

const suffixes = /^(?:Jr\.?|Sr\.?|II|III|IV|2nd|3rd)$/;

const initials = /^(?:\p{Lu}{1,2}|(?:\p{Lu}\.-?){1,4})$/u;
const isCapital = (word: string): boolean => /^[\p{Lu}'’-]{2,}$/u.test(word);
const isParticle = (word: string): boolean => /^\p{Ll}[\p{L}\p{M}'’]*$/u.test(word);

/** Names in scripts that put the family name first are not split, because their last word is the given name. */
const isLiteral = (text: string): boolean =>
  isGroup(text) ||
  /^the\s/i.test(text) ||
  /\d(?!nd|rd)/.test(text) ||
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u.test(text) ||
  text.split(' ').length > 8;
