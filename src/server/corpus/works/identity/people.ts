import { folded } from './spelling.ts';

/** An author's name prepared for comparison: words of the family and given names, and initials. */
interface ComparableName {
  /** Words of at least two letters, without particles, in the order given. */
  words: string[];
  initials: string[];
  /** A consortium or another group, as one normalized string. */
  group: string | null;
}

/** Ignores how a name is written: order, initials, hyphens, accents, ö or oe, particles, a missing second family name. */
export function comparableName(name: string): ComparableName {
  if (isGroup(name))
    return {
      words: [],
      initials: [],
      group: lettersOf(name.replace(/^(?:(?:on behalf of|for|and) )?the\s+/i, '')),
    };
  const words: string[] = [];
  const initials: string[] = [];
  for (const part of givenNameFirst(name).split(separators)) {
    const letters = lettersOf(part);
    if (!letters || particles.has(letters) || suffixes.has(letters)) continue;
    // `Smith JA`, `J. A. Smith`. But in `J. LI` the capitals are the family name.
    const abbreviated = part.length === 1 || (words.length > 0 && part.length <= 6 && capitals.test(part));
    if (abbreviated) initials.push(...letters);
    else words.push(collapsed(letters));
  }
  return { words, initials, group: null };
}

const separators = /[\s.-]+/;
const capitals = /^\p{Lu}{2,3}$/u;

/** `Ana Moss` for `Moss, Ana`. */
function givenNameFirst(name: string): string {
  if (!name.includes(',')) return name;
  const [family, given, ...rest] = name.split(',').map((part) => part.trim());
  return given && !/^(?:jr|sr|i{2,3}|iv)\.?$/i.test(given) ? [given, ...rest, family].join(' ') : name;
}

/** Whether two names may belong to one person or group. */
export function isSameName(one: ComparableName, other: ComparableName): boolean {
  if (one.group !== null || other.group !== null) return one.group === other.group;
  const shared = one.words.filter((word) => other.words.includes(word));
  if (!shared.length) return false;
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  const rest = (name: ComparableName, used: string) => [
    ...name.words.filter((word) => word !== used).map((word) => word[0]!),
    ...name.initials,
  ];
  return shared.some((word) => {
    // A common given name is not enough: it must be the family name of one of the two.
    if (!familyWords(short).includes(word) && !familyWords(long).includes(word)) return false;
    const [a, b] = [rest(short, word), rest(long, word)];
    return !a.length || !b.length || a.some((initial) => b.includes(initial));
  });
}

/** Words that may be the family name: the last one or, if initials follow, every word. */
const familyWords = ({ words, initials }: ComparableName): string[] =>
  initials.length && words.length <= 2 ? words : words.length > 2 ? words.slice(1) : words;

/** The number of authors of the shorter list that are in the longer one, and the length of the shorter list. */
export function authorsInCommon(
  some: ComparableName[],
  others: ComparableName[],
): { common: number; of: number } {
  const [short, long] = some.length <= others.length ? [some, others] : [others, some];
  const left = [...long];
  let common = 0;
  for (const name of short) {
    const at = left.findIndex((other) => isSameName(name, other));
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return { common, of: short.length };
}

/** The likely family name and first initial, for finding candidates. */
export const nameKey = ({ words, initials, group }: ComparableName): string =>
  group ?? `${words.at(-1) ?? ''} ${words.length > 1 ? words[0]![0] : (initials[0] ?? '')}`;

const lettersOf = (text: string): string =>
  /^[a-z]*$/i.test(text) ? text.toLowerCase() : folded(text).replace(/[^\p{L}]+/gu, '');
/** `Müller` and `Mueller`, `Sørensen` and `Soerensen`. */
const collapsed = (letters: string): string => letters.replace(/(?<=[aou])e/g, '');

const particles = new Set(
  'van von der den de del della di da dos das do du la le el al bin ibn ter ten zu y e'.split(' '),
);
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'md', 'phd']);

const isGroup = (name: string): boolean =>
  /\b(?:alliance|association|collaborat(?:ion|ive|ors)|committee|consorti(?:um|a)|council|group|initiative|investigators|network|project|registry|society|team|trial(?:ists)?|working)\b/i.test(
    name,
  );
