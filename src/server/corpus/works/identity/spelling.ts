/** Normalizes spellings: British and American, number words, Greek letters, plurals. */
export const sameSpelling = (word: string): string =>
  numbers.get(word) ?? irregular.get(word) ?? plural(isVaried.test(word) ? american(word) : word);

const american = (word: string): string =>
  variants.reduce((word, [pattern, replacement]) => word.replace(pattern, replacement), word);

const variants: [RegExp, string][] = [
  [
    /(behavi|tum|col|fav|lab|neighb|hum|od|vap|rum|harb|hon|flav|endeav|arm|rig|vig|savi|ferv|splend|clam)our/g,
    '$1or',
  ],
  [/[ao]e/g, 'e'],
  [/([iy])z(?=(?:e|ed|es|er|ers|ing|ation|ations|able|ability)$)/, '$1s'],
  [/(cent|fib|met|lit|theat|calib|tit|goit|spect|ombr|nit)re(s?)$/, '$1er$2'],
  [/ogue(s?)$/, 'og$1'],
  [/ll(?=(?:ing|ed|er|ers)$)/, 'l'],
  [/sulph/g, 'sulf'],
  [/programme(s?)$/, 'program$1'],
  [/(defen|licen|offen|preten)ce/, '$1se'],
  [/^ageing$/, 'aging'],
  [/^grey/, 'gray'],
  [/^mould/, 'mold'],
  [/aluminium/, 'aluminum'],
  [/artefact/, 'artifact'],
  [/^judgement/, 'judgment'],
  [/(?<=foc|bi)(u|a)ss(?=e[ds]|ing)/, '$1s'],
  [/^neanderthal/, 'neandertal'],
];

/** Most words match none of them, which one pattern for all finds out sooner. */
const isVaried = new RegExp(variants.map(([{ source }]) => source).join('|'));

/** Removes a plural s only if that cannot change the word: `virus`, `analysis` and `mass` keep theirs. */
const plural = (word: string): string =>
  word.length > 3 && /(?:[^siu]s|.children)$/.test(word) && !/^(?:news|bias|lens|sars|mers)$/.test(word)
    ? word
        .replace(/children$/, 'child')
        .replace(/(?<=..)ies$/, 'y')
        .replace(/(ch|sh|x|ss)es$/, '$1')
        .replace(/s$/, '')
    : word;

const irregular = new Map(
  'mice/mouse children/child men/man women/woman analyses/analysis data/data whilst/while amongst/among'
    .split(' ')
    .map((both) => both.split('/') as [string, string]),
);

const numbers = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, number) => [word, String(number)]),
);
for (const [at, word] of 'thirty forty fifty sixty seventy eighty ninety'.split(' ').entries())
  numbers.set(word, String((at + 3) * 10));
for (const [at, word] of 'first second third fourth fifth sixth seventh eighth ninth tenth'
  .split(' ')
  .entries())
  numbers.set(word, `${at + 1}${['st', 'nd', 'rd'][at] ?? 'th'}`);

const greekNames =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const greek = new Map(greekNames.map((name, at) => [String.fromCodePoint(0x3b1 + at), name]));
for (const [variant, letter] of ['ϵε', 'ϑθ', 'ϕφ', 'ϱρ', 'ϖπ'].map((pair) => [pair[0]!, pair[1]!] as const))
  greek.set(variant, greek.get(letter)!);

/** Greek letters by their names. */
export const greekByName = (text: string): string =>
  text.replace(/[\u03b1-\u03c9ϵϑϕϱϖ]/g, (letter) => greek.get(letter) ?? letter);

/** Lower case without accents, in Latin; letters that Unicode does not decompose (ø, ł, ß, æ, ж) get their usual replacement. */
export const folded = (text: string): string => (/^[ -~]*$/.test(text) ? text.toLowerCase() : unmarked(text));

const unmarked = (text: string): string =>
  text
    // `ß-carotene` is a Greek letter from a keyboard without it.
    .replace(/(?<!\p{L})ß(?!\p{L})/gu, 'β')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[øłßæœđðþıħŧа-яіє]/g, (letter) => letters[letter] ?? '');

const letters: Record<string, string> = Object.fromEntries(
  'ø/o ł/l ß/ss æ/ae œ/oe đ/d ð/d þ/th ı/i ħ/h ŧ/t а/a б/b в/v г/g д/d е/e ж/zh з/z и/i к/k л/l м/m н/n о/o п/p р/r с/s т/t у/u ф/f х/kh ц/ts ч/ch ш/sh щ/shch ы/y э/e ю/yu я/ya і/i є/e'
    .split(' ')
    .map((both) => both.split('/')),
);

/** An author's name prepared for comparison: words of the family and given names, and initials. */
export interface ComparableName {
  /** Words of at least two letters, without particles, in the order given. */
  words: string[];
  initials: string[];
  /** The letter that the given name begins with: before the family name, or after it as an initial. */
  given: string;
  /** A consortium or another group, as one normalized string. */
  group: string | null;
}

/** Ignores how a name is written: order, initials, hyphens, accents, ö or oe, particles, a missing second family name. */
export function comparableName(name: string): ComparableName {
  if (isGroup(name))
    return {
      words: [],
      initials: [],
      given: '',
      group: lettersOf(name.replace(/^(?:(?:on behalf of|for|and) )?the\s+/i, '')),
    };
  const words: string[] = [];
  const initials: string[] = [];
  let [given, last] = ['', ''];
  const parts = givenNameFirst(name).split(separators, mostParts);
  for (const [at, part] of parts.entries()) {
    const letters = lettersOf(part);
    const isBare = words.length + initials.length < 2;
    if (!letters || isSuffix(part, isBare) || isParticle(part, parts.slice(at + 1), at === 0)) continue;
    // `Smith JA`, `J. A. Smith`. But in `J. LI` the capitals are the family name.
    const abbreviated = part.length === 1 || (words.length > 0 && part.length <= 6 && capitals.test(part));
    if (abbreviated) initials.push(...letters);
    else words.push(collapsed(letters));
    given ||= letters[0]!;
    last = abbreviated ? last || letters[0]! : '';
  }
  return { words, initials, given: last || given, group: null };
}

/** Nobody has more, and each part is compared with those after it. */
const mostParts = 40;
const separators = /[\s.-]+/;
const capitals = /^\p{Lu}{2,3}$/u;

/** Not in `Reed MD` and `Palmer JR`, where it is the initials, nor in `Md Hossain` and `Michael Iv`. */
const isSuffix = (part: string, isBare: boolean): boolean =>
  suffixes.has(lettersOf(part)) && (!isBare || /^[JjSs]r$/.test(part));

/** Not in `Du X` and `S. Das`, where it is the family name, in `Bin Li` and `Da-Yeong Kim`, where it is the given one, and in `Li, Y.`. */
const isParticle = (part: string, after: string[], isFirst: boolean): boolean => {
  if (!particles.has(lettersOf(part)) || /^\p{Lu}$/u.test(part)) return false;
  const names = after.filter(
    (one) => one.length > 1 && !capitals.test(one) && !particles.has(lettersOf(one)),
  ).length;
  const isGiven =
    isFirst && (/^(?:Al|Bin|Di|Do|Du|La|Le)$/.test(part) || (/^\p{Lu}/u.test(part) && names > 1));
  return names > 0 && !isGiven;
};

/** `Ana Moss` for `Moss, Ana`. */
function givenNameFirst(name: string): string {
  if (!name.includes(',')) return name;
  const [family, given, ...rest] = name.split(',').map((part) => part.trim());
  return given && !/^(?:jr|sr|i{2,3}|iv|ph\.?d)\.?$/i.test(given) ? [given, ...rest, family].join(' ') : name;
}

/** Whether two names may belong to one person or group. */
function isSameName(one: ComparableName, other: ComparableName): boolean {
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
    // `Yuri` and `Iurii`
    const said = b.map(sameInitial);
    return !a.length || !b.length || a.some((initial) => said.includes(sameInitial(initial)));
  });
}

const sameInitial = (letter: string): string => (letter === 'y' ? 'i' : letter);

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
export const nameKey = ({ words, initials, given, group }: ComparableName): string =>
  group ?? `${words.at(-1) ?? ''} ${words.length + initials.length > 1 ? given : ''}`;

/** Its key if it is read otherwise: `García` of `García López, M.`, `Zhang` of `Zhang Wei`. Null for most. */
export const otherNameKey = ({ words, initials, given }: ComparableName): string | null => {
  if (words.length > 2) return `${words.at(-2)} ${given}`;
  if (words.length < 2) return null;
  if (initials.length) return initials[0] === given && words[0]![0] !== given ? `${words[0]} ${given}` : null;
  return isPinyin.test(words.join(' ')) ? `${words[0]} ${words[1]![0]}` : null;
};

/** A family name of one syllable before a given one of up to two, in Pinyin. */
const syllable =
  '(?:[bpmfdtnlgkhjqxryw]|[zcs]h?)?(?:[aeou]|a[io]|ei|ou|[aeo]n|[aeo]ng|er|i(?:a|ao|e|u|an|ang|ong|n|ng)?|u(?:a|o|ai|i|an|ang|n)?)';
const isPinyin = new RegExp(`^${syllable} ${syllable}{1,2}$`);

const lettersOf = (text: string): string =>
  /^[a-z]*$/i.test(text) ? text.toLowerCase() : folded(text).replace(/[^\p{L}]+/gu, '');
/** `Müller` and `Mueller`, `Sørensen` and `Soerensen`. */
const collapsed = (letters: string): string =>
  letters.replace(/^vand?e[rn]?(?=[a-z]{4})/, '').replace(/(?<=[aou])e/g, '');

const particles = new Set(
  'van von der den de del della di da dos das do du la le el al bin ibn ter ten zu y e'.split(' '),
);
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'md', 'phd']);

/** Whether a name is a group's by one of its words. */
export const isGroup = (name: string): boolean =>
  /\b(?:academy|agency|alliance|association|cent(?:er|re)|collaborat(?:ion|ive|ors)|college|commission|committee|consorti(?:um|a)|council|department|federation|foundation|group|hospital|initiative|institute|investigators|laboratory|llc|ltd|ministry|network|organi[sz]ation|program(?:me)?|project|registry|society|stud(?:y|ies)|task force|team|trial(?:ists)?|universit(?:y|ies)|working)\b/i.test(
    name,
  );
