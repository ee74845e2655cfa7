import { trim } from '#shared/values/trim.ts';
import { line } from '../record/text.ts';
import { fromTex } from './tex.ts';

/**
 * Splits arXiv's single string of authors into names. It separates them by commas or `and`, with affiliations in
 * parentheses, and a collaboration before a colon or after `for the`.
 * https://info.arxiv.org/help/prep.html#author
 */
export function authorsOf(text: string): string[] {
  const names: string[] = [];
  const plain = line(withoutParentheses(fromTex(text)))
    .replace(groupBeforeColon, '$1,')
    .replace(onBehalfOfGroup, ', ');
  for (const part of plain.split(/[,;]| (?:and|&) /)) {
    const name = trim(part.trim().replace(/^(?:(?:and|&) +|for +(?:the +)?)/i, ''), /[\s:]/);
    if (!name || /^et al\.?$/i.test(name)) continue;
    if (/^(?:jr|sr|ii|iii|iv|v)\.?$/i.test(name) && names.length > 0) names[names.length - 1] += ` ${name}`;
    else names.push(name);
  }
  return names;
}

const groups = String.raw`\b(?:collaborations?|consortium|team|group)\b`;
const groupBeforeColon = new RegExp(`(${groups}) ?:`, 'gi');
const onBehalfOfGroup = new RegExp(` (?:for|on behalf of) (?:the )?(?=[^,;]{0,200}${groups})`, 'gi');

/** Text in parentheses, also nested, and everything after an unclosed one. */
function withoutParentheses(text: string): string {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}
