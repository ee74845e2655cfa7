import type { PersonName } from '#shared/papers/bibliography.ts';
import { boundedText } from '#shared/values/boundedText.ts';
import type { Wanted } from './source.ts';
import { isElement, type XmlElement } from './xml.ts';

/**
 * One line of readable text: collapses white space, removes control characters (PostgreSQL refuses NUL in text), replaces
 * lone surrogates, and normalizes to NFC.
 */
export function line(text: string): string {
  if (clean.test(text)) return text;
  const spaced = boundedText(text, longest).replace(unwanted, ' ').trim();
  const single = uneven.test(spaced) ? spaced.replace(/\s+/g, ' ') : spaced;
  return mayNeedComposing.test(single) ? single.normalize('NFC') : single;
}

/** Maximum characters per field, far above anything real. The record has stricter limits. */
const longest = 200_000;

/** A quick check, because most texts need no change. */
const clean = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** White space other than single spaces. */
const uneven = /[^\S ]| {2}/;

/** NFC changes nothing below the first combining mark. */
const mayNeedComposing = /[\u0300-\uffff]/;

/** The same for text whose line breaks separate paragraphs: one paragraph per line, no empty lines. */
export const paragraphs = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line)
    .filter(Boolean)
    .join('\n');

// Controls, soft hyphen, zero-width space, word joiner, byte-order mark, and marks that change the reading direction
// (U+202E in a title would reverse the page around it). Joiners stay, because some scripts need them.
const unwanted = /[\p{Cc}\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/**
 * The readable text of an element with markup: `CO<sub>2</sub>` becomes CO2, `<sup>18</sup>F` 18F, `10<sup>-3</sup>` 10^-3,
 * and a MathML fraction a/b.
 */
export const readable = (element: XmlElement | undefined): string => (element ? line(flat(element)) : '');

function flat(element: XmlElement): string {
  if (element.name === 'annotation' || element.name === 'annotation-xml') return '';
  const { children } = element;
  if (children.length === 1 && typeof children[0] === 'string') return children[0];
  if (element.name.startsWith('m') && element.name in mathml) return mathml[element.name]!(parts(element));
  let text = '';
  // By itself: the last characters of all that was added up would copy it each time.
  let end = '';
  for (const [at, child] of children.entries()) {
    let part = isElement(child) ? flat(child) : child;
    const before = children[at - 1];
    // Two bold texts beside each other are two lines of a list.
    if (before && isElement(child) && isElement(before) && child.name === 'b' && before.name === 'b')
      part = ` ${part}`;
    if (isElement(child) && child.name === 'sup') part = raised(end, part).slice(end.length);
    else if (isElement(child) && blocks.has(child.name)) part = ` ${part} `;
    text += part;
    end = (end + part.slice(-4)).slice(-4);
  }
  return text;
}

/** Elements that are not part of the word before them. */
const blocks = new Set(['p', 'br', 'sec', 'title', 'list', 'list-item', 'li', 'tr', 'td', 'th']);

/** Without a caret, 10³ would become 103. But 1<sup>st</sup> is 1st and CD4<sup>+</sup> is CD4+. */
const raised = (base: string, exponent: string): string =>
  /\d\s{0,3}$/.test(base.slice(-4)) && /^[-\u2212\u2013+]?\s?(?:\d|[a-z]$)/i.test(exponent.trim())
    ? `${base}^${exponent.trim()}`
    : base + exponent;

const parts = (element: XmlElement): string[] => element.children.filter(isElement).map(flat);

const mathml: Record<string, (parts: string[]) => string> = {
  msup: ([base = '', exponent = '']) => raised(base, exponent),
  msubsup: ([base = '', index = '', exponent = '']) => raised(base + index, exponent),
  mfrac: ([over = '', under = '']) => `${grouped(over)}/${grouped(under)}`,
  msqrt: (inside) => `\u221a${grouped(inside.join(''))}`,
  mtable: (rows) => rows.join(' '),
  mtr: (cells) => cells.join(' '),
  mroot: ([inside = '', degree = '']) => `${grouped(inside)}^(1/${degree})`,
};

const grouped = (term: string): string => (/^[\p{L}\p{N}.]*$/u.test(term.trim()) ? term : `(${term})`);

/** A full name, `Maria van der Berg Jr.`, or a group's name. */
export const nameInOrder = (name: PersonName): string =>
  name.literal ?? [name.given, name.particle, name.family, name.suffix].filter(Boolean).join(' ');

/** The fields that are not empty. */
export const filled = <T extends Record<string, string | undefined>>(
  fields: T,
): Partial<Record<keyof T, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Partial<Record<keyof T, string>>;

/** A longer list makes searches slower, not better. */
const mostPhrases = 24;

/** The words of the first phrases that have any. */
export const phrasesIn = (phrases: readonly string[]): string[][] =>
  phrases
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .slice(0, mostPhrases);

/**
 * A topic in a language with AND, OR and parentheses, several parts in parentheses; empty if it holds no word. `leaf` prints
 * words that are not empty, or nothing for words that the source does not know.
 */
export function printed(
  wanted: Wanted | null,
  leaf: (words: string[], kind: Extract<Wanted, { text: string }>['kind']) => string,
): string {
  if (!wanted) return '';
  if ('text' in wanted) {
    const words = wordsOf(wanted.text);
    return words.length ? leaf(words, wanted.kind) : '';
  }
  return grouping(
    wanted.items.map((item) => printed(item, leaf)),
    wanted.kind === 'all' ? 'AND' : 'OR',
  );
}

/** As `printed`, without words that every abstract has; with them if the topic has no others. */
export function printedTelling(...[wanted, leaf]: Parameters<typeof printed>): string {
  const withWords = (isTelling: (word: string) => boolean) =>
    printed(wanted, (words, kind) => {
      const asked = kind === 'words' ? words.filter(isTelling) : words;
      return asked.length ? leaf(asked, kind) : '';
    });
  return withWords((word) => !stopWords.has(word.toLowerCase())) || withWords(() => true);
}

/** Words missing from arXiv's index. A query that requires one of them finds nothing. */
const stopWords = new Set(
  'a an and are as at be but by for from if in into is it its no not of on or such that the their then there these they this to using via was will with'.split(
    ' ',
  ),
);

/** Parts that are not empty, without duplicates, with an operator between them. */
export function grouping(parts: string[], operator: 'AND' | 'OR'): string {
  const all = [...new Set(parts)].filter(Boolean);
  return all.length < 2 ? (all[0] ?? '') : `(${all.join(` ${operator} `)})`;
}

/** In parentheses, unless it is a group already. */
export const inParentheses = (part: string): string => (part.startsWith('(') ? part : `(${part})`);

/** Words of letters, digits and characters within a word, without the capital operators of PubMed and arXiv. */
export const wordsOf = (text: string): string[] =>
  (bounded(text).match(/[\p{L}\p{M}\p{N}]+(?:['\u2019.+-]+[\p{L}\p{M}\p{N}]+)*\+?/gu) ?? [])
    .filter((word) => !operators.has(word.replace(/\+$/, '')))
    .map((word) => word.replaceAll('\u2019', "'"))
    .slice(0, mostWords);

const operators = new Set(['AND', 'OR', 'NOT', 'ANDNOT', 'TO']);
const mostWords = 40;

/** A topic has at most 300 characters, but phrases of a model can be longer. */
const bounded = (text: string): string =>
  text.slice(0, 1000).toWellFormed().normalize('NFKC').replace(fieldTag, ' ');

/** PubMed's field tags, which its users type out of habit; `[18F]` is not one. */
const fieldTag =
  /\[\s*(?:1?au|author|ad|affiliation|all(?: fields)?|auid|crdt|dp|edat|mdat|pdat|gr|ip|is|la|language|majr|mesh(?: terms| major topic)?|mh|nm|ot|pg|pmid|pt|publication type|sb|filter|sh|ta|journal|ti|title(?:\/abstract)?|tiab|tt|tw|text word|uid|vi)(?::[^\]]*)?\s*\]/gi;
