/** Normalizes spellings: British and American, number words, Greek letters, plurals. */
export function sameSpelling(word: string): string {
  const known = spellings.get(word);
  if (known !== undefined) return known;
  const spelling = normalized(word);
  if (spellings.size === mostSpellings) spellings.clear();
  spellings.set(word, spelling);
  return spelling;
}

/**
 * Titles share most of their words, and twenty patterns a word took a sixth of the time that merging takes. Emptied when full:
 * the common words are back after a few hundred titles, and keeping the order of their use took longer than all patterns now.
 */
const spellings = new Map<string, string>();
const mostSpellings = 20_000;

const normalized = (word: string): string =>
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
];

/** Most words match none of them, which one pattern for all finds out sooner. */
const isVaried = new RegExp(variants.map(([{ source }]) => source).join('|'));

/** Removes a plural s only if that cannot change the word: `virus`, `analysis` and `mass` keep theirs. */
const plural = (word: string): string =>
  word.length > 4 && /[^siu]s$/.test(word)
    ? word
        .replace(/ies$/, 'y')
        .replace(/(ch|sh|x|ss)es$/, '$1')
        .replace(/s$/, '')
    : word;

const irregular = new Map([
  ['mice', 'mouse'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['analyses', 'analysis'],
  ['data', 'data'],
  ['whilst', 'while'],
  ['amongst', 'among'],
]);

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

/** Lower case without accents; letters that Unicode does not decompose (ø, ł, ß, æ) get their usual replacement. */
export const folded = (text: string): string => (/^[ -~]*$/.test(text) ? text.toLowerCase() : unmarked(text));

const unmarked = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[øłßæœđðþıħŧ]/g, (letter) => letters[letter]!);

const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
};
