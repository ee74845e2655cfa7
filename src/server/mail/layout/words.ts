import { withCommas } from '#shared/values/dates.ts';
import { trimEnd } from '#shared/values/trim.ts';

/**
 * Text of others (titles, abstracts, names, topics) made fit for one line of a mail.
 * Escaping is not done here: React does it for html.
 */

/** Bytes that text takes in an html part: UTF-8, with the five characters that React escapes written out. */
export function weightOf(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 38) weight += 5;
    else if (code === 34 || code === 39) weight += 6;
    else if (code === 60 || code === 62) weight += 4;
    else if (code < 0x80) weight += 1;
    else if (code < 0x800) weight += 2;
    else if (code >= 0xd800 && code < 0xe000) weight += 2;
    else weight += 3;
  }
  return weight;
}

/** At most `bytes` of weight, cut at a word where there is one near, with an ellipsis; whole characters. */
export function shorten(text: string, bytes: number): string {
  if (text.length * 6 <= bytes || weightOf(text) <= bytes) return text;
  return cut(text, fitting(text, bytes - weightOf('…')));
}

/** The same by characters as UTF-16 counts them, for places that have no bytes, such as a subject. */
export function shortenCharacters(text: string, characters: number): string {
  return text.length <= characters ? text : cut(text, characters - 1);
}

/** How many UTF-16 units of the text weigh no more than `bytes`. */
function fitting(text: string, bytes: number): number {
  let low = 0;
  let high = Math.min(text.length, Math.max(bytes, 0));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (weightOf(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function cut(text: string, length: number): string {
  const space = text.lastIndexOf(' ', length);
  if (space > length * 0.6) return `${trimEnd(text.slice(0, space), /[\s,;:.–—-]/)}…`;
  // Scripts without spaces, and very long words: never through a surrogate pair, an accent or an emoji.
  const from = Math.max(0, length - 40);
  let end = from;
  for (const { index, segment } of characters.segment(text.slice(from, length + 40))) {
    if (from + index + segment.length > length) break;
    end = from + index + segment.length;
  }
  return `${text
    .slice(0, end)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')}…`;
}

/** Only addresses that a browser opens as a page; anything else is no link. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address || !/^https?:\/\//i.test(address.trim())) return null;
  const url = URL.parse(address.trim());
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** `1 new paper`, `8 new papers`, `1,204 records`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${withCommas(number)} ${number === 1 ? one : many}`;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Words of others inside a sentence of ours, set apart so that Arabic or Hebrew does not turn the rest around. */
export const apart = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
/** In quotation marks, with text of the other direction kept apart. */
export const quoted = (text: string): string => `“${apart(text)}”`;

/** `A`, `A and B`, `A, B and C`. */
export const listed = (items: string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
