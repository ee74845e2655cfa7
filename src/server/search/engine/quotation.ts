import type { DocStore } from '../documents/docStore.ts';
import { follows } from '../index/matcher.ts';

/** Words of a paper that stand side by side: its first and last token, and the terms among them that were looked for. */
export interface Run {
  from: number;
  to: number;
  terms: Set<number>;
}

/** Places beyond this are not kept by the index; nothing there can be quoted. */
const lastOffset = 0xffff;

/** The runs of some terms in a paper, within one clause each, in reading order. */
export function runsOf(store: DocStore, paper: number, text: string, wanted: ReadonlySet<number>): Run[] {
  // A bitmap over eight bits of the term number rules out most words cheaply.
  const maybe = new Uint8Array(256);
  for (const term of wanted) maybe[term & 255] = 1;
  const runs: Run[] = [];
  let run: Run | null = null;
  for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
    if (store.offsets[at] === lastOffset) break;
    const term = store.tokens[at]! >>> 1;
    const isSynonym = (store.tokens[at]! & 1) === 1;
    if (maybe[term & 255] === 0 || !wanted.has(term)) {
      if (!isSynonym) run = null;
    } else if (run && !isSynonym && isOneClause(text.slice(store.offsets[run.to]!, store.offsets[at]!))) {
      run.to = at;
      run.terms.add(term);
    } else if (!run || !isSynonym) {
      const found = { from: at, to: at, terms: new Set([term]) };
      runs.push(found);
      if (!isSynonym) run = found;
    } else run.terms.add(term);
  }
  return runs;
}

/** From one word to the next: at most three short words in between, and nothing but letters and what joins them. */
const isOneClause = (between: string): boolean =>
  wordAndBlank.test(between) ||
  (/^[\p{L}\p{N}\p{M}\s‐‑–/+.'’-]*$/u.test(between) &&
    !/[.'’](?:\s|$)|\s[‐‑–/+.'’-]|\n/u.test(between) &&
    between.split(/\s+/).length <= 4);

/** Nearly all that is between two words, and cheaper than to look for what is not allowed. */
const wordAndBlank = /^[a-z]+ $/i;

/** The first place of a phrase in a paper, as its first and last token. */
export function findPhrase(
  store: DocStore,
  paper: number,
  terms: readonly number[],
): { from: number; to: number } | null {
  for (let from = store.starts[paper]!; from < store.starts[paper + 1]!; from++) {
    if (store.offsets[from] === lastOffset) return null;
    if (store.tokens[from] !== terms[0]! * 2 && terms.length > 1) continue;
    if (store.tokens[from]! >>> 1 !== terms[0]) continue;
    if (terms.length === 1) return { from, to: from };
    if (!follows(store.tokens, from, store.starts[paper + 1]!, terms)) continue;
    let to = from;
    for (let left = terms.length - 1; left > 0; ) if ((store.tokens[++to]! & 1) === 0) left--;
    return { from, to };
  }
  return null;
}

/**
 * What a paper writes from one token to another, as it stands there but for white space, with the whole of the words and
 * hyphenated words at both ends; null where that would be half of something in brackets or quotes.
 */
export function quotation(
  store: DocStore,
  text: string,
  { from, to }: { from: number; to: number },
): string | null {
  const start = startOfWord(text, store.offsets[from]!);
  restOfWord.lastIndex = store.offsets[to]!;
  const rest = restOfWord.exec(text)?.[0].length ?? 0;
  const quoted = text.slice(start, store.offsets[to]! + rest).replace(/\s+/g, ' ');
  return rest > 0 && !isTorn.test(quoted) ? quoted : null;
}

const restOfWord = /[\p{L}\p{N}\p{M}\u00ad]+(?:(?:[-‐‑–/'’]|\.(?=\p{N}))[\p{L}\p{N}\p{M}\u00ad]+)*/uy;

/** What a phrase may not hold, since its other half could be outside, nor begin with. */
const isTorn = /[()[\]{}<>"“”„«»]|^[^\p{L}\p{N}]/u;

/** Where the word at `at` begins, with what a hyphen or slash joins to it. */
function startOfWord(text: string, at: number): number {
  let start = at;
  for (;;) {
    const before = characterBefore(text, start);
    const isPart =
      isLetter.test(before) || (isJoiner.test(before) && isLetter.test(characterBefore(text, start - 1)));
    if (!isPart) return start;
    start -= before.length;
  }
}

const isLetter = /^[\p{L}\p{N}\p{M}\u00ad]$/u;
const isJoiner = /^[‐‑–/'’-]$/u;

/** The character that ends at a place, which may be two units long; empty at the beginning. */
function characterBefore(text: string, at: number): string {
  const last = text.slice(Math.max(0, at - 1), at);
  return /[\udc00-\udfff]/.test(last) && at > 1 ? text.slice(at - 2, at) : last;
}
