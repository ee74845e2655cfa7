import { askingWords, frameWords } from '../text/stopWords.ts';
import { type Token, tokenize } from '../text/tokenize.ts';
import type { QueryTerm } from './query.ts';

/** Weight of a frame word of a question relative to its other words. */
const frameWeight = 0.5;
/** The beginnings and ends of a question or a request. */
export const isQuestion =
  /^(?:i|we|what|how|does|do|did|is|are|can|could|should|which|why|who|when|where|whether)\b|\?\s*$/i;

/** The topic's words without those that only ask for papers. `isRequest` if it began with such words, which `text` has no more. */
export function weightedStems(
  text: string,
  isRequest = false,
): { stem: string; weight: number; token: Token; frame: boolean }[] {
  const tokens = tokenize(text);
  const written = ({ from, to }: Token) => text.slice(from, to).toLowerCase();
  // The no-show of a patient asks for nothing.
  const isJoined = ({ from, to }: Token) => text[from - 1] === '-' || text[to] === '-';
  const about = tokens.filter((token) => !askingWords.has(written(token)) || isJoined(token));
  const kept = about.length > 0 ? about : tokens;
  const specific = kept.filter((token) => !frameWords.has(written(token)));
  const frame = specific.length >= 2 && (isRequest || isQuestion.test(text)) ? frameWeight : 1;
  return kept.map((token) => ({
    token,
    stem: token.stem,
    frame: frame < 1 && frameWords.has(written(token)),
    weight: weightOf(token, text) * (frameWords.has(written(token)) ? frame : 1),
  }));
}

/** `IL-6` is matched by il6, because il and 6 alone mean little; `meta-analysis` by its two words and the joined form. */
function weightOf({ from, to, isSynonym }: Token, text: string): number {
  const written = text.slice(from, to);
  if (isSynonym) return /[\p{N}\p{Script=Greek}]|(?<!\p{L})\p{L}(?!\p{L})/u.test(written) ? 1 : 0.3;
  const inCompound = /[-‐‑–]$/.test(text.slice(0, from)) || /^[-‐‑–]/.test(text.slice(to));
  return inCompound && !/\p{L}{3}|\p{Script=Greek}/u.test(written) ? 0.3 : 1;
}

/** The run number of each token. Tokens joined by a hyphen, or by a synonym that spans them, are one run. */
export function runsOf(text: string, tokens: readonly Token[]): number[] {
  const runs = tokens.map((_, i) => i);
  for (const [i, { isSynonym, from, to }] of tokens.entries()) {
    // `meta-analysis` remains two ideas; `IL-6` and `type 2` are one.
    if (!isSynonym || weightOf(tokens[i]!, text) < 1) continue;
    for (const [j, other] of tokens.entries()) if (other.from >= from && other.to <= to) runs[j] = runs[i]!;
  }
  return runs;
}

/** Adds a word of the topic to the weights by term; repeats add up. */
export function addWord(weights: Map<number, QueryTerm>, term: number, weight: number): void {
  const known = weights.get(term);
  if (known) known.weight += weight;
  else weights.set(term, { term, weight });
}
