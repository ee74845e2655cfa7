/** A person in parts, or a group (or a person with one name) as it is called. */
export type Name =
  | { family: string; given: string; particle?: string; suffix?: string; literal?: undefined }
  | { literal: string; family?: undefined };

/**
 * The library keeps names as they are read, `Maria van der Berg Jr.`; reference managers want them in parts.
 * BibTeX's own rule for such names: the family name is the last word with what stands in lower case before it
 * (https://www.ctan.org/pkg/btxdoc, section 4). A family name of two words is known only by a hyphen or a particle.
 */
export function nameOf(text: string): Name {
  const [family = '', given = '', ...more] = text.split(/\s*,\s*/);
  if (isGroup(text) || more.length > 1) return { literal: text };
  if (given) return { family, given, ...(more[0] ? { suffix: more[0] } : {}) };

  const words = text.split(' ');
  const suffix = words.length > 2 && suffixes.test(words.at(-1)!) ? words.pop() : undefined;
  const from = words.findIndex((word, at) => at > 0 && isParticle(word));
  const begin = from > 0 && from < words.length - 1 ? from : words.length - 1;
  if (begin < 1 || isParticle(words[0]!)) return { literal: text };
  let end = begin;
  while (end < words.length - 1 && isParticle(words[end]!)) end++;
  return {
    family: words.slice(end).join(' '),
    given: words.slice(0, begin).join(' '),
    ...(end > begin ? { particle: words.slice(begin, end).join(' ') } : {}),
    ...(suffix ? { suffix } : {}),
  };
}

const suffixes = /^(?:Jr\.?|Sr\.?|II|III|IV|2nd|3rd)$/;

const isParticle = (word: string): boolean => /^\p{Ll}[\p{L}\p{M}'’]*$/u.test(word);

/** Names in scripts that put the family name first are not cut up either: there the last word is the given name. */
const isGroup = (text: string): boolean =>
  /\b(?:alliance|association|cent(?:er|re)|collaborat(?:ion|ive|ors)|committee|consorti(?:um|a)|council|foundation|group|initiative|institute|investigators|network|organi[sz]ation|program(?:me)?|project|registry|society|stud(?:y|ies)|task force|team|trial(?:ists)?|universit(?:y|ies)|working)\b/iu.test(
    text,
  ) ||
  /^the\s/i.test(text) ||
  /\d(?!nd|rd)/.test(text) ||
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u.test(text) ||
  text.split(' ').length > 8;
