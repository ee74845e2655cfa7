import { decodeHTML } from 'entities';
import { withoutTags } from '#shared/values/plainText.ts';
import { fromTex } from '#sources/record/tex.ts';
import { folded, greekByName, sameSpelling } from './spelling.ts';

/** A title prepared for comparison: the same words for the same title, however a source writes it. */
export interface ComparableTitle {
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
  const clean = withoutMarkup(title.slice(0, 1000)).replace(/\s+/g, ' ').trim();
  const cut = /:\s|\?\s|\.\s+(?=\p{Lu})|(?:\s|(?<=\p{L}{5}))[-\u2013\u2014]+\s|\u2014/u.exec(clean);
  const main = cut ? wordsOf(clean.slice(0, cut.index)) : [];
  return { words: wordsOf(clean), main: cut && isTelling(main) ? main : null };
}

/** The words of a longer text, as `comparableTitle` has those of a title. */
export const comparableWords = (text: string): string[] => wordsOf(withoutMarkup(text.slice(0, 5000)));

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
  const lower = greekByName(folded(text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-')))
    .replaceAll('&', ' and ')
    .replace(/\bin response to\b/g, 'to')
    .replace(/\b(?:leads?|leading|led) to\b/g, 'causes')
    .replace(/\bliving with\b/g, 'with')
    .replace(/\bfirst (?=(?:evidence|report|record|description|detection|observation)\b)/g, '')
    .replace(/\b(?:statistical )?analysis plan\b/g, 'protocol')
    .replace(/\bhealth[ -]?care (?=worker|professional|personnel|provider|staff)/g, 'health ')
    .replace(/[\u2018\u2019'](s\b)?/g, '$1')
    .replace(/(?<=[a-z]\d{1,3}) \+(?=$|[\s,;:.)/\]])/g, '+');
  const plain = withoutHyphens(
    /\d[, ]\d|%|per ?cent|cov|corona|\d-\d/.test(lower) ? respelled(lower) : lower,
  );
  const words: string[] = [];
  for (const found of plain.match(token) ?? []) {
    const isCounted = numbered.has(words.at(-1) ?? '');
    // `Influenza A` is no article.
    if (articles.has(found) && !(found === 'a' && isCounted)) continue;
    const word =
      isCounted && romans.includes(found)
        ? String(romans.indexOf(found) + 1)
        : sameSpelling(found.endsWith('.') ? found.slice(0, -1) : found);
    const before = words.at(-1) ?? '';
    // `Sixty-eight`; `Infection with SARS-CoV-2 (COVID-19)`
    if (found !== word && /^[1-9]\D*$/.test(word) && tens.test(before)) words.splice(-1, 1, before[0] + word);
    else if (word !== 'covid19' || !words.includes(word)) words.push(word);
  }
  return words;
}

/** Numbers, percentages and the coronavirus in one spelling. */
const respelled = (text: string): string =>
  text
    .replace(/(?<=\d),(?=\d{3}(?!\d))|(?<=\b\d{1,3}) (?=\d{3}\b(?! \d{3}\b|[-.]\d))/g, '')
    .replace(/%|\bper cent\b/g, ' percent')
    .replace(/\b((?:19|20)\d\d)-(?=(?:19|20)\d\d\b)/g, '$1 ')
    .replace(covid, 'covid19')
    .replace(/\bcovid19 (?:coronavirus|virus|disease)\b/g, 'covid19');

/** Names of one disease and its virus, which authors exchanged within months. */
const covid =
  /\b(?:covid(?:-?(?:20)?19)?|sars-?cov ?-? ?2|sars[- ]?coronavirus[- ]?2|severe acute respiratory syndrome coronavirus 2|(?:2019 )?(?:novel|new) (?:2019 )?corona(?:virus)?|coronavirus disease(?: |-)?(?:2019|19)|2019-?n-?cov|hcov-?19)(?![a-z\d])/g;

/** A dash in a range or before a negative number is not a hyphen; between letters, a letter and a digit, or behind a long word, it is. */
const withoutHyphens = (text: string): string =>
  text.includes('-')
    ? text
        .replace(/(?<=[a-z)\]])-(?=[a-z(])|(?<=[a-z]{5})-(?= )/g, ' ')
        .replace(/(?<=[a-z])-(?=\d)/g, '')
        .replace(/(?<=\d)-(?=[a-z])/g, ' ')
    : text;

/** A number with decimals or a range, or a word with a sign at its end. */
const token =
  /[+-]?\d+(?:[.,]\d+)*(?:-\d+(?:[.,]\d+)*)?[\p{L}]*(?:[+-](?=$|[\s,;:.)/\]]))?|[\p{L}][\p{L}\p{N}]*(?:\.\d+)*(?:[+-]+(?=$|[\s,;:.)/\]]))?/gu;

const tens = /^[2-9]0$/;

/** `Type II`, `Factor VIII`, `Hepatitis A` */
const romans = 'i ii iii iv v vi vii viii ix x xi xii xiii'.split(' ');
const numbered = new Set(
  'class complex factor grade group hepatitis influenza part phase stage strain type vitamin'.split(' '),
);

const articles = new Set(['a', 'an', 'the']);
