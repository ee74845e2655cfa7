import { recalled } from '../core/memo.ts';
import { englishTerms } from './foreign.ts';
import { allNames } from './groups.ts';
import { shortest, slipDistance, undoubled } from './spelling.ts';

/** Words that names and the tables' English have, by first letter and length. */
let words: Map<string, Set<string>> | undefined;

function wordsByStart(): Map<string, Set<string>> {
  const byStart = new Map<string, Set<string>>();
  for (const name of [...allNames(), ...englishTerms()])
    for (const [word] of name.toLowerCase().matchAll(/(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/gu))
      recalled(byStart, `${word[0]}${word.length}`, () => new Set()).add(word);
  return byStart;
}

/**
 * The word of a name, or of the English of a foreign term, of which a word that no paper has is a slip: `phytoplanktn`. Null if there
 * is none, or more than one.
 */
export function knownWordMeant(written: string): string | null {
  const typed = written.toLowerCase();
  words ??= wordsByStart();
  const has = (word: string) => words!.get(`${word[0]}${word.length}`)?.has(word);
  // Also in another number: chickpeas, vegetarian's.
  const isKnown = [
    typed,
    `${typed}s`,
    typed.replace(/(?:'s|s'?)$/, ''),
    typed.replace(/ies$/, 'y'),
    typed.replace(/es$/, 'is'),
  ].some(has);
  if (isKnown || typed.length < shortest) return null;
  const near = [-1, 0, 1].flatMap((more) => [...(words!.get(`${typed[0]}${typed.length + more}`) ?? [])]);
  const slips = near.filter((word) => slipDistance(typed, word) === 1 && isLikely(typed, word));
  return slips.length === 1 ? slips[0]! : null;
}

/** Whether a word lacks a letter of another, doubles one, or has two in the other order or another vowel: names differ in more. */
function isLikely(typed: string, word: string): boolean {
  const letters = (one: string) => [...one].sort().join('');
  const spoken = (one: string) => one.replace(/[aeiouy]/g, 'a');
  if (typed.length !== word.length) return typed.length < word.length || undoubled(typed) === undoubled(word);
  return letters(typed) === letters(word) || spoken(typed) === spoken(word);
}
