import { line } from '../record/text.ts';
import { fromTex } from './tex.ts';

/**
 * The names in the one string that arXiv keeps authors in: parted by commas or `and`, affiliations in
 * parentheses, a collaboration before a colon or behind `for the`.
 * https://info.arxiv.org/help/prep.html#author
 */
export function authorsOf(text: string): string[] {
  const names: string[] = [];
  const plain = withoutParentheses(line(fromTex(text)))
    .replace(new RegExp(`(${groups})\\s*:`, 'gi'), '$1,')
    .replace(new RegExp(`\\s+(?:for|on behalf of)\\s+(?:the\\s+)?(?=[^,;]*${groups})`, 'gi'), ', ');
  for (const part of plain.split(/\s*[,;]\s*|\s+(?:and|&)\s+/)) {
    const name = part.replace(/^(?:and|&)\s+|^for\s+(?:the\s+)?|^[\s:]+|[\s:]+$/gi, '');
    if (!name || /^et al\.?$/i.test(name)) continue;
    if (/^(?:jr|sr|ii|iii|iv|v)\.?$/i.test(name) && names.length > 0) names[names.length - 1] += ` ${name}`;
    else names.push(name);
  }
  return names;
}

const groups = String.raw`\b(?:collaborations?|consortium|team|group)\b`;

/** What stands in parentheses, one inside the other too, and what an unclosed one begins. */
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
