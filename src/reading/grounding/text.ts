import { LRUCache } from 'lru-cache';

/** Position of a quote in an abstract, in UTF-16 units. */
export type Place = { from: number; to: number };

/** Without quotation marks and white space at its ends. In linear time, unlike `/[…]+$/`, which starts again at each unit. */
function bare(quote: string): string {
  const mark = /[\s"“”‘’'«»…]/;
  let [from, to] = [0, quote.length];
  while (from < to && mark.test(quote[from]!)) from++;
  while (to > from && mark.test(quote[to - 1]!)) to--;
  return quote.slice(from, to);
}

/** A shorter quote proves nothing. */
const shortestQuote = { characters: 20, words: 3 };
const longestQuote = 700;

/**
 * Finds a quote in an abstract, character by character after normalizing white space and Unicode: compatibility forms,
 * quotation marks, dashes, invisible characters. Null if it is not there, begins or ends inside a word, or is too short
 * to prove anything.
 */
export function findQuote(abstract: string, quote: string): Place | null {
  const wanted = plainText(bare(quote));
  if (wanted.length < shortestQuote.characters || wanted.length > longestQuote) return null;
  if (wanted.split(' ').length < shortestQuote.words) return null;
  const { text, offsets } = withOffsets(abstract);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (inWord(text, at) || inWord(text, end)) continue;
    return { from: offsets[at]!, to: offsets[end] ?? abstract.length };
  }
  return null;
}

/** The text with one spelling for everything that looks alike. For comparison, never for display. */
export const plainText = (text: string): string => withOffsets(text).text.trim();

const inWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at] ?? '');

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Plain {
  text: string;
  /** For each unit its position in the original, and one more for the end. */
  offsets: number[];
}

/** A cache, because each abstract is compared with several sentences in a row. */
const recent = new LRUCache<string, Plain>({ max: 64, memoMethod: read });

const withOffsets = (original: string): Plain => recent.memo(original);

function read(original: string): Plain {
  let text = '';
  let raised = false;
  // Kept in a variable, because reading the end of the text would copy all of it each time.
  let isBehindSpace = true;
  const offsets: number[] = [];
  // Splitting into graphemes is slow, and only needed if one can have several characters.
  const pieces = /^[\x20-\x7e\n]*$/.test(original)
    ? Array.from(original, (segment, index) => ({ segment, index }))
    : graphemes.segment(original);
  for (const { segment, index } of pieces) {
    const whole = plainGrapheme(segment);
    // 10⁻⁵ is one power.
    const piece = whole.startsWith('^') && raised ? whole.slice(1) : whole;
    raised = whole.startsWith('^');
    if (piece === ' ' && isBehindSpace) continue;
    if (piece) isBehindSpace = piece.endsWith(' ');
    text += piece;
    for (let at = 0; at < piece.length; at++) offsets.push(index);
  }
  offsets.push(original.length);
  return { text, offsets };
}

function plainGrapheme(grapheme: string): string {
  if (/^[\x21-\x7e]$/.test(grapheme)) return grapheme;
  if (/^\s+$/u.test(grapheme)) return ' ';
  // Compatibility forms would turn 10⁶ into 106.
  const power = superscripts.indexOf(grapheme);
  if (power >= 0) return `^${'0123456789-+'[power]}`;
  return grapheme
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[·∙⋅]/g, '·')
    .replace(/\s+/g, ' ');
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺';
