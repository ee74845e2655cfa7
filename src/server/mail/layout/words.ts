import { trimEnd } from '#shared/values/trim.ts';

/** Text from others (titles, names, topics) prepared for one line of a mail. Hono's `html` escapes it. */

/** Bytes of a text in an HTML part: UTF-8, with the five characters that Hono escapes counted as entities. */
export function weightOf(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 38 || code === 39) weight += 5;
    else if (code === 34) weight += 6;
    else if (code === 60 || code === 62) weight += 4;
    else if (code < 0x80) weight += 1;
    else weight += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return weight;
}

/** Shortens text to at most `bytes` of weight, at a word's end if one is near, with an ellipsis. Splits no character. */
export function shorten(text: string, bytes: number): string {
  if (text.length * 6 <= bytes || weightOf(text) <= bytes) return text;
  return cut(text, fitting(text, bytes - weightOf('…')));
}

/** As `shorten`, but counts UTF-16 units, for places without a limit in bytes, such as a subject. */
export function shortenCharacters(text: string, characters: number): string {
  return text.length <= characters ? text : cut(text, characters - 1);
}

/** The number of UTF-16 units of the text that weigh at most `bytes`. */
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
  // For scripts without spaces, and for very long words: never splits a surrogate pair, an accent or an emoji.
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

/** The address, if a browser opens it as a page. Anything else is not a link. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address || !/^https?:\/\//i.test(address.trim())) return null;
  const url = URL.parse(address.trim());
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Words from others for a sentence of ours, isolated so that Arabic or Hebrew does not reorder the rest. */
export const apart = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
/** In quotation marks, with right-to-left text isolated. */
export const quoted = (text: string): string => `“${apart(text)}”`;

/** `A`, `A and B`, `A, B and C`. */
export const listed = (items: string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
