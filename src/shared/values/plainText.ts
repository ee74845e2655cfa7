import { boundedText } from './boundedText.ts';

const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]+/gu;

/** Matches tags of these names (a pattern), with attributes that have `=` or none: `N<P and K>Ca` holds no tag. */
export const tagPattern = (names: string): RegExp =>
  new RegExp(
    `<\\/?(?:mml:|jats:|m:)?(?:${names})(?:\\s{1,9}[\\w:.-]{1,40}\\s?=\\s?(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\\s"'<>=]{1,200}))*\\s{0,9}\\/?>`,
    'giu',
  );

/** Markup that sources leave in titles and abstracts: JATS, MathML and the HTML common to both. */
const markup = tagPattern(
  'i|b|u|em|strong|sub|sup|scp?|a|small|big|strike|font|monospace|overline|styled-content|uri|email|disp-formula|inline-graphic|inf|italic|bold|underline|roman|p|br|div|ins|del|h\\d|title|sec|span|tt|li|ul|ol|list|list-item|table|tr|td|math|mrow|mi|mn|mo|ms|mtext|mspace|msub|msup|msubsup|mfrac|msqrt|mroot|mover|munder|munderover|mfenced|mstyle|mpadded|mphantom|mtable|mtr|mtd|semantics|annotation|inline-formula|alternatives|tex-math|named-content|xref|ext-link|graphic',
);

/** The tags after which another word begins. */
const apart = /^<\/?(?:\w+:)?(?:p|br|div|h\d|title|sec|li|list-item|t[rd]|mt[rd])\b/i;

/** A text without the tags that sources leave; words that a tag kept apart stay apart. */
export const withoutTags = (text: string): string =>
  text.includes('<')
    ? text.replace(markup, (tag, at: number) => {
        // `a<b>c` is an inequality if nothing closes the tag.
        const isLess =
          /^\w<[abiu]>\w$/i.test(text.slice(at - 1, at + 4)) && !text.includes(`</${tag.slice(1)}`);
        return isLess ? tag : apart.test(tag) ? ' ' : '';
      })
    : text;

/** With a capital at the start, except for names that begin small: `mRNA`, `p53`. */
export const capitalize = (text: string): string =>
  /^\p{Ll}{1,3}[\p{Lu}\d]/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** In characters, twice the longest abstract allowed. */
const longest = 200_000;

/**
 * Text from outside (a title, a name, a topic) as one clean line. Removes left-over markup, control characters and marks
 * that reverse the reading direction, and collapses white space. Escapes nothing.
 */
export function plain(text: string): string {
  if (/^[\x21-\x3b\x3d-\x7e]+(?: [\x21-\x3b\x3d-\x7e]+)*$/.test(text)) return text;
  return withoutTags(boundedText(text, longest).normalize('NFC'))
    .replace(invisible, (marks) => (/[\p{Cc}\s]/u.test(marks) ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim();
}
