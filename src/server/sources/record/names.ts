import type { PersonName } from '#shared/papers/bibliography.ts';
import { trim } from '#shared/values/trim.ts';
import { orcidIn } from './record.ts';
import { filled, line } from './text.ts';

/** A name in the parts that a source gives; a group, or a person with one name, by its own. Null without a name. */
export function personOf(
  of: Partial<Record<'family' | 'given' | 'suffix' | 'orcid' | 'group', string | null>>,
): PersonName | null {
  const [family, given, suffix, group] = [of.family, of.given, of.suffix, of.group].map((part) =>
    line(part ?? ''),
  );
  if (family) return { family, ...filled({ given, suffix, orcid: orcidIn(of.orcid) }) };
  return group || given ? { literal: (group || given)! } : null;
}

/** `Okafor, Ada, Jr.` is Ada Okafor Jr. */
export function inOrder(name: string): string {
  const [family = '', ...given] = name.split(',', 4).map((part) => part.trim());
  const suffix = given.length > 1 ? given.find((part) => /^(?:Jr|Sr|I{2,3}|IV)\.?$/i.test(part)) : undefined;
  return [...given.filter((part) => part !== suffix), family, suffix].filter(Boolean).join(' ');
}

const initials = /^(?:\p{Lu}\.?[\s-]?){1,4}$/u;
/** `Okafor A` and `A. Okafor`. */
const short =
  /^(?:\p{L}[\p{L}'’ -]* (?:\p{Lu}(?:-?\p{Lu}){0,2}|\p{Lu}\.(?:-?\p{Lu}\.){0,3})|(?:\p{Lu}\.[ -]?){1,4}\p{L}[\p{L}'’ -]+)$/u;
const full = /^\p{Lu}[\p{L}'’.-]+ \p{L}[\p{L}'’. -]+$/u;

/** The names in one text, each as written: parted by semicolons, bars, lines or “and”, or by commas where no name has one. */
export function namesApart(written: string): string[] {
  const text = trim(trim(written, /[\s,:;]/).replace(/[,;]?\s?\bet al\b\.?$/i, ''), /[\s,:;]/);
  const lines = text.split(/[;|\v]|\n(?=[\p{L}'’-]{1,40}[, ])/u);
  if (lines.length > 1) return lines.map((name) => name.trim());
  const joined = text.split(/,?\s(?:and|&)\s/);
  const areNames = joined.every((name) => name.includes(',') || full.test(name));
  const least = joined.at(-1)!.includes(',') ? 3 : 2;
  if (joined.length > 1 && joined[0]!.includes(',') && areNames)
    return joined.flatMap((name) => byCommas(name, least) ?? name);
  if (/\b(?:of|the|for)\b/i.test(text)) return [text];
  return byCommas(joined.join(', '), joined.length > 1 ? 2 : 3) ?? [text];
}

/** Names of which each is cut in two, `Okafor` and `A.`; null for others. */
export function pairsIn(parts: string[]): string[] | null {
  if (parts.length % 2 || parts.some((part, at) => initials.test(part) !== (at % 2 === 1))) return null;
  return parts.flatMap((part, at) => (at % 2 ? `${parts[at - 1]}, ${part}` : []));
}

/** `Okafor, A., Berg, B.`, `Okafor A, Berg B` and `Ada Okafor, Bo Berg, Cy Lind` are several; `van der Berg, Bo Henrik` is not. */
function byCommas(text: string, least: number): string[] | null {
  const parts = text.split(',').map((part) => part.trim());
  const pairs = parts.length > 3 && pairsIn(parts);
  if (pairs) return pairs;
  const areShort = parts.length > 1 && parts.every((part) => short.test(part));
  return areShort || (parts.length >= least && parts.every((part) => full.test(part))) ? parts : null;
}
