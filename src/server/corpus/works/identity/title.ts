import { decodeHTML } from 'entities';
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
  decodeHTML(decodeHTML(title))
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/\\(?:text|math)?(?:rm|bf|it|sf|tt|cal|frak|bb|text|emph|mathrm|operatorname)(?![a-z])/gi, '')
    .replace(/\\([a-z]+)(?![a-z])\s?/gi, (_, name: string) => texSigns.get(name) ?? name)
    .replace(/[$\\{}]/g, '')
    .replace(/(?<=[\p{L}\p{N})])[_^]+/gu, '')
    .replace(/^\s*\[(.*)\]\.?\s*$/s, '$1');

const texSigns = new Map([
  ['pm', '±'],
  ['times', '×'],
  ['to', ' '],
  ['rightarrow', ' '],
  ['sim', '~'],
  ['sqrt', '√'],
]);

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
