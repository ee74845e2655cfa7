import { splitTrimmed } from '#shared/values/trim.ts';

/**
 * A hash of family name and first initial, the same for `Whelan, R.`, `Whelan RP` and `Robert Whelan`; 0 for no name.
 * Two people may share one, so it only counts for papers that are also close in the latent space.
 */
export const authorKey = (name: string): number => hashOf(normalizedName(plainName(name)));

/** As `authorKey`, but of the family name alone, which may be all that a reader knows of an author. */
export const familyKey = (name: string): number =>
  hashOf(normalizedName(plainName(name)).replace(/(?<=.) .$/u, ''));

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[øłđßæœ]/giu, (letter) => plainLetters[letter.toLowerCase()] ?? letter)
    .trim();

/** Letters that are not accented forms of other letters, with their spelling in English records. */
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

function hashOf(key: string): number {
  if (!key) return 0;
  // FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
  let number = 0x811c9dc5;
  for (const character of key.toLowerCase())
    number = Math.imul(number ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return number || 1;
}

function normalizedName(name: string): string {
  const [family = '', given = ''] = splitTrimmed(name, ',');
  if (given) return `${family} ${given[0]}`;
  const words = name.split(/\s+/);
  const last = words.at(-1) ?? '';
  if (words.length === 1) return last;
  // PubMed's own form: the family name, then initials without full stops.
  if (/^\p{Lu}{1,3}$/u.test(last)) return `${words.slice(0, -1).join(' ')} ${last[0]}`;
  return `${last} ${name[0]}`;
}
