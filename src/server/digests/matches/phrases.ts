import { tokenize } from '#search/text/tokenize.ts';

/** Whether a text contains a phrase, with its words side by side in any inflection. */
export function hasPhrase(text: string, phrase: string): boolean {
  const wanted = stemsOf(phrase);
  if (!wanted.length) return false;
  const stems = stemsOf(text);
  return stems.some((_, at) => wanted.every((stem, place) => stems[at + place] === stem));
}

/** Share of all the words of two texts that both have, 0 to 1. */
export function sharedWords(one: string, other: string): number {
  const [a, b] = [new Set(stemsOf(one)), new Set(stemsOf(other))];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

const stemsOf = (text: string): string[] =>
  tokenize(text).flatMap(({ stem, isSynonym }) => (isSynonym ? [] : [stem]));
