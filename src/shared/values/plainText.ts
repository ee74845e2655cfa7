import { boundedText } from './boundedText.ts';

const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]+/gu;

/** Markup that sources leave in titles and abstracts: JATS, MathML and the HTML common to both. */
const markup =
  /<\/?(?:mml:|jats:|m:)?(?:i|b|u|em|strong|sub|sup|sc|inf|italic|bold|p|br|title|sec|span|tt|math|mrow|mi|mn|mo|ms|mtext|mspace|msub|msup|msubsup|mfrac|msqrt|mroot|mover|munder|munderover|mfenced|mstyle|mpadded|mphantom|mtable|mtr|mtd|semantics|annotation|inline-formula|alternatives|tex-math|named-content|xref|ext-link|graphic)(?:\s[^<>]{0,2000})?\/?>/giu;

/** In characters, twice the longest abstract allowed. */
const longest = 200_000;

/**
 * Text from outside (a title, a name, a topic) as one clean line. Removes left-over markup, control characters and marks
 * that reverse the reading direction, and collapses white space. Escapes nothing.
 */
export function plain(text: string): string {
  if (/^[\x21-\x3b\x3d-\x7e]+(?: [\x21-\x3b\x3d-\x7e]+)*$/.test(text)) return text;
  return boundedText(text, longest)
    .normalize('NFC')
    .replace(markup, (tag) => (/^<\/?(?:\w+:)?(?:p|br|title|sec)\b/i.test(tag) ? ' ' : ''))
    .replace(invisible, (marks) => (/[\p{Cc}\s]/u.test(marks) ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim();
}
