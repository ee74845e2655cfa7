import { stopWords } from '../text/stopWords.ts';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Maximum number of letters between the first and the last word of a phrase, per word. Longer words are cut. */
const lettersPerWord = 40;

/**
 * Whether a phrase stands in a text with its stop words, given that its other words are adjacent there and the first of
 * them is at `offset`: accepts `quality of life`, but not `quality and life`.
 */
export function isWrittenAt(text: string, offset: number, phrase: string): boolean {
  const wanted = wordsOf(phrase);
  const lead = wanted.findIndex((word) => !stopWords.has(word));
  if (lead < 0) return false;
  const before = lead > 0 ? wordsOf(text.slice(Math.max(0, offset - lead * lettersPerWord), offset)) : [];
  const rest = wordsOf(text.slice(offset, offset + (wanted.length - lead) * lettersPerWord));
  if (before.length < lead) return false;
  const written = [...before.slice(before.length - lead), ...rest];
  return wanted.every((word, i) =>
    stopWords.has(word) ? written[i] === word : written[i] !== undefined && !stopWords.has(written[i]!),
  );
}
