import { decodeHTML } from 'entities';
import { withoutTags } from '#shared/values/plainText.ts';
import { fromTex } from '#sources/record/tex.ts';
import { folded, greekByName, sameSpelling } from './spelling.ts';

/** A title prepared for comparison: the same words for the same title, however a source writes it. */
interface ComparableTitle {
  /** In order, without articles; numbers, decimals, ranges and signs are kept. */
  words: string[];
  /** Words before the subtitle; null without a subtitle, or with too little before it. */
  main: string[] | null;
}

/**
 * Ignores tags, entities, TeX, brackets around translated titles, accents, case, hyphens, Greek letters, British spelling,
 * number words, plural s and `&`. Keeps signs (`CD8+`, `CD8-`), decimal points and ranges.
 */
export function comparableTitle(title: string): ComparableTitle {
  const clean = withoutMarkup(title.slice(0, 1000)).trim();
  const cut = /:\s|\?\s|\.\s+(?=\p{Lu})|\s[-\u2013\u2014]+\s|\u2014/u.exec(clean);
  const main = cut ? wordsOf(clean.slice(0, cut.index)) : [];
  return { words: wordsOf(clean), main: cut && isTelling(main) ? main : null };
}

/** Minimum number of words for a title to identify a work. */
export const isTelling = (words: string[]): boolean =>
  words.filter((word) => word.length > 2).length >= 3 && words.join('').length >= 16;

const withoutMarkup = (title: string): string => (/[<&\\$[{_^]/.test(title) ? stripped(title) : title);

const stripped = (title: string): string =>
  fromTex(withoutTags(decodeHTML(decodeHTML(title))), { isTypeset: true, isGrouped: true })
    .replace(/→/g, ' ')
    .replace(/(?<=[\p{L}\p{N})])[_^]+/gu, '')
    .replace(/^\s*\[(.*)\]\.?\s*$/s, '$1');

function wordsOf(text: string): string[] {
  const plain = withoutHyphens(
    greekByName(folded(text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-')))
      .replaceAll('&', ' and ')
      .replace(/[\u2018\u2019'](s\b)?/g, '$1'),
  );
  const words: string[] = [];
  for (const found of plain.match(token) ?? []) {
    if (articles.has(found)) continue;
    const word = sameSpelling(found.endsWith('.') ? found.slice(0, -1) : found);
    words.push(word === 'covid' ? 'covid19' : word);
  }
  return words;
}

/** A dash in a range or before a negative number is not a hyphen; between letters, or a letter and a digit, it is. */
const withoutHyphens = (text: string): string =>
  text.includes('-')
    ? text
        .replace(/(?<=[a-z)\]])-(?=[a-z(])/g, ' ')
        .replace(/(?<=[a-z])-(?=\d)/g, '')
        .replace(/(?<=\d)-(?=[a-z])/g, ' ')
    : text;

/** A number with decimals or a range, or a word with a sign at its end. */
const token =
  /[+-]?\d+(?:[.,]\d+)*(?:-\d+(?:[.,]\d+)*)?%?[\p{L}]*(?:[+-](?=$|[\s,;:.)/\]]))?|[\p{L}][\p{L}\p{N}]*(?:\.\d+)*(?:[+-]+(?=$|[\s,;:.)/\]]))?/gu;

const articles = new Set(['a', 'an', 'the']);

/**
 * Whether two different titles differ in substance. They do not if one has an additional subtitle, or if the difference is
 * word order, function words, an abbreviation and its long form, inflection, a few added words, or words of the sentence
 * rather than its subject (`limits`, `restricts`). Another number, sign, part, opposite or noun means another work.
 */
export function differ(one: ComparableTitle, other: ComparableTitle): boolean {
  const [long, short] = one.words.length >= other.words.length ? [one, other] : [other, one];
  if (long.main && same(long.main, short.words))
    return long.words.slice(long.main.length).some((word) => changesKind(word));
  let left = contentOf(minus(one.words, other.words));
  let right = contentOf(minus(other.words, one.words));
  if (left.some(isNumber) && right.some(isNumber)) return true;
  const content = Math.max(contentOf(one.words).length, contentOf(other.words).length);
  if (Math.min(left.length, right.length) > content / 2 + 3) return true;
  for (const rule of [withoutAbbreviations, withoutCompounds, withoutInflections])
    [left, right] = rule(left, right, { left: one.words, right: other.words });
  if (left.length + right.length === 0) return false;
  if ([...left, ...right].some((word) => isCritical(word) || changesKind(word))) return true;
  if (left.length && right.length)
    return (
      left.length > content / 3 ||
      right.length > content / 3 ||
      ![...left, ...right].every((word) => isGeneric(word)) ||
      areOpposites(left, right)
    );
  const added = [...left, ...right];
  return added.length > content / 3 || (added.includes('data') && added.includes('set'));
}

const same = (some: string[], others: string[]): boolean => some.join('') === others.join('');

/** The words of one title that the other lacks, counting repetitions. */
function minus(some: string[], others: string[]): string[] {
  const left = [...others];
  return some.filter((word) => {
    const at = left.indexOf(word);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

const contentOf = (words: string[]): string[] => words.filter((word) => !functionWords.has(word));

/** The words of a title's subject, in the form of `comparableTitle`: those that two works rarely share by chance. */
export const subjectWords = (title: string): string[] => [
  ...new Set(contentOf(comparableTitle(title).words).filter((word) => word.length > 2 && !isGeneric(word))),
];

const functionWords = new Set(
  'of in on for by with via through and or to from at as is are was were be been being its their our this that these those during using use used into within between among over under toward towards upon about across can may which who how'.split(
    ' ',
  ),
);

type Rule = (
  left: string[],
  right: string[],
  whole: { left: string[]; right: string[] },
) => [string[], string[]];

/** An abbreviation in one title whose letters are the initials of consecutive words in the other. */
const withoutAbbreviations: Rule = (left, right, whole) => {
  const [l, r] = expanded(left, right, whole.right);
  const [r2, l2] = expanded(r, l, whole.left);
  return [l2, r2];
};

function expanded(short: string[], long: string[], words: string[]): [string[], string[]] {
  let rest = long;
  const kept = short.filter((abbreviation) => {
    const run = runOf(abbreviation, words);
    if (!run?.some((word) => rest.includes(word))) return true;
    rest = rest.filter((word) => !run.includes(word));
    return false;
  });
  return [kept, rest];
}

/** The words that an abbreviation stands for. A number in it stays a number. */
function runOf(abbreviation: string, words: string[]): string[] | null {
  const known = longForms.get(abbreviation);
  if (known && ` ${words.join(' ')} `.includes(` ${known} `)) return known.split(' ');
  const parts = abbreviation.match(/\d+|[a-z]/g) ?? [];
  if (parts.length < 2 || parts.length > 7 || abbreviation !== parts.join('')) return null;
  for (let at = 0; at < words.length; at++) {
    const run: string[] = [];
    let part = 0;
    for (let next = at; next < words.length && part < parts.length; next++) {
      const word = words[next]!;
      if (/^\d/.test(parts[part]!) ? word === parts[part] : word.startsWith(parts[part]!)) part++;
      else if (!functionWords.has(word)) break;
      run.push(word);
    }
    if (part === parts.length) return run;
  }
  return null;
}

/** Abbreviations that are not the initials of their long form, which is in the form of `comparableTitle`. */
const longForms = new Map([
  ['covid19', 'coronavirus disease 2019'],
  ['sarscov2', 'severe acute respiratory syndrome coronavirus 2'],
  ['mri', 'magnetic resonance imaging'],
  ['eeg', 'electroencephalography'],
  ['ecg', 'electrocardiography'],
  ['tb', 'tuberculosis'],
  ['dna', 'deoxyribonucleic acid'],
  ['rna', 'ribonucleic acid'],
  ['adhd', 'attention deficit hyperactivity disorder'],
  ['copd', 'chronic obstructive pulmonary disease'],
  ['ptsd', 'posttraumatic stress disorder'],
  ['3d', '3 dimensional'],
  ['2d', '2 dimensional'],
]);

/** `time series` and `timeseries`. */
const withoutCompounds: Rule = (left, right) => {
  const l = left.filter((word) => !isCompound(word, right));
  const r = right.filter((word) => !isCompound(word, left));
  return l.length === left.length && r.length === right.length
    ? [left, right]
    : [partsRemoved(l, right, r), partsRemoved(r, left, l)];
};
const isCompound = (word: string, parts: string[]): boolean =>
  parts.some((part, at) => part + (parts[at + 1] ?? '') === word && at + 1 < parts.length);
const partsRemoved = (own: string[], others: string[], othersLeft: string[]): string[] => {
  const compounds = others.filter((word) => !othersLeft.includes(word));
  return own.filter((part) => !compounds.some((compound) => compound.includes(part)));
};

/** Two forms of one word: `regulates` and `regulation`. */
const withoutInflections: Rule = (left, right) => {
  const rest = [...right];
  const kept = left.filter((word) => {
    const at = rest.findIndex((other) => isInflection(word, other));
    if (at < 0) return true;
    rest.splice(at, 1);
    return false;
  });
  return [kept, rest];
};

function isInflection(one: string, other: string): boolean {
  let stem = 0;
  while (stem < one.length && one[stem] === other[stem]) stem++;
  return stem >= 4 && [one, other].every((word) => endings.test(word.slice(stem)));
}
const endings =
  /^(?:e?[sd]?|es|ed|ing|ings|ion|ions|ation|ations|al|ally|ly|ically|ity|ment|ments|ive|or|ors|er|ers|ance|ence|ory|able|y|ies|ied|i[sz]ation|i[sz]e[sd]?|i[sz]ing)$/;

const isNumber = (word: string): boolean => /^\d/.test(word);

/** Different numbers, signs and parts mean different works. */
const isCritical = (word: string): boolean =>
  /\d|[+-]/.test(word) || /^(?:i{1,3}|iv|v|vi{1,3}|ix|x)$/.test(word) || critical.has(word);
const critical = new Set('not no non without before after versus vs than except'.split(' '));

/** Words that say what kind of publication it is. */
const changesKind = (word: string): boolean => kinds.has(word) || /^(?:i{1,3}|iv|v|vi{1,3}|ix|x)$/.test(word);
const kinds = new Set(
  'protocol design rationale supplementary supplement dataset descriptor abstract poster reply response comment commentary editorial letter erratum correction corrigendum retraction addendum part update updated followup interim extended extension substudy subgroup secondary replication revisited companion volume chapter edition'.split(
    ' ',
  ),
);

const isGeneric = (word: string): boolean =>
  generic.has(word) ||
  [...genericStems].some((stem) => word.startsWith(stem) && endings.test(word.slice(stem.length)));

const areOpposites = (left: string[], right: string[]): boolean =>
  opposites.some(([up, down]) => {
    const has = (words: string[], stems: string[]) =>
      words.some((word) => stems.some((stem) => word.startsWith(stem)));
    return (has(left, up) && has(right, down)) || (has(left, down) && has(right, up));
  });

const stems = (text: string): string[] => text.split(' ');
const opposites: [string[], string[]][] = [
  [
    stems(
      'increas enhanc promot activat stimulat induc upregulat elevat improv accelerat facilitat amplif boost gain augment strengthen support enabl permit allow preserv protect',
    ),
    stems(
      'decreas reduc inhibit suppress downregulat lower impair decelerat slow hinder attenuat loss loses weaken block prevent abolish disrupt limit restrict fail worsen diminish damag',
    ),
  ],
];

/** Verbs and similar words of a title's sentence. Exchanging them does not change the subject. */
const generic = new Set(
  'new novel study analysis approach evidence role insight effect impact influence implication case investigation evaluation assessment exploration overview mechanism contribution importance perspective association relationship link relation understanding identification characterization based multiple key critical distinct broad general efficient robust simple shows show lead leads led give gives make makes set sets put puts get gets keep keeps hold holds run runs'.split(
    ' ',
  ),
);
const genericStems = new Set(
  'limit restrict constrain control govern regulat modulat dictat determin shap mold sculpt driv direct guid steer orchestrat coordinat mediat influenc affect impact alter chang modif reprogram rewir remodel reorganiz promot enhanc increas boost improv facilitat enabl permit allow support sustain maintain preserv protect safeguard defend reduc decreas lower impair inhibit suppress repress block prevent attenuat abolish disrupt compromis hinder trigger induc caus evok elicit produc generat creat form yield reveal uncover demonstrat show indicat suggest identif detect predict discover explor investigat examin evaluat assess analyz analys characteris characteriz describ report map link connect associat correlat relat couple contribut underli underpin account explain requir need depend rely involv engag recruit activat stimulat accelerat amplif stabilis destabilis initiat establish specif encod confer provid offer achiev exploit leverag employ utilis appl develop design build construct introduc propos present compar measur estimat quantif monitor track resolv dissect decod unravel define delineat highlight emerg aris'.split(
    ' ',
  ),
);
