import type { DocStore } from '../documents/docStore.ts';
import { lastOffset } from '../index/matcher.ts';

/** Adjacent words of a paper: the first and last token, and the searched terms among them. */
export type Run = { from: number; to: number; terms: Set<number> };

/** The runs of some terms in a paper, each within one clause, in reading order. */
export function runsOf(store: DocStore, paper: number, text: string, wanted: ReadonlySet<number>): Run[] {
  // A bitmap over eight bits of the term number rules out most words cheaply.
  const maybe = new Uint8Array(256);
  for (const term of wanted) maybe[term & 255] = 1;
  const runs: Run[] = [];
  let run: Run | null = null;
  /** The run up to the preposition that its last word follows. */
  let short: Run | null = null;
  const textTo = (from: number, at: number) => text.slice(store.offsets[from]!, store.offsets[at]!);
  for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
    if (store.offsets[at] === lastOffset) break;
    const term = store.tokens[at]! >>> 1;
    const isSynonym = (store.tokens[at]! & 1) === 1;
    if (maybe[term & 255] === 0 || !wanted.has(term)) {
      if (isSynonym) continue;
      // Of `mortality in heart failure` without the last word, only `mortality` and `heart` can be quoted.
      if (run && short && wordAndBlank.test(textTo(run.to, at))) {
        const { terms } = short;
        const last = [...run.terms].filter((term) => !terms.has(term));
        runs.push({ from: run.to, to: run.to, terms: new Set(last) });
        Object.assign(run, short);
      }
      run = null;
    } else if (run && !isSynonym && isOneClause(textTo(run.to, at))) {
      short = preposition.test(textTo(run.to, at)) ? { ...run, terms: new Set(run.terms) } : null;
      run.to = at;
      run.terms.add(term);
    } else if (!run || !isSynonym) {
      const found = { from: at, to: at, terms: new Set([term]) };
      runs.push(found);
      if (!isSynonym) [run, short] = [found, null];
    } else run.terms.add(term);
  }
  return runs;
}

const preposition = /\s(?:after|among|at|by|during|for|from|in|of|on|to|with|without)\s/i;

/** Whether two words belong to one clause: at most three short words in between, and nothing but letters and joiners. */
const isOneClause = (between: string): boolean =>
  wordAndBlank.test(between) ||
  (/^[\p{L}\p{N}\p{M}\s‐‑–/+.'’-]*$/u.test(between) &&
    !/[.'’](?:\s|$)|\s[‐‑–/+.'’-]|\n/u.test(between) &&
    between.split(/\s+/).length <= 4);

/** Covers nearly all texts between two words, and is cheaper than looking for what is not allowed. */
const wordAndBlank = /^[a-z]+ $/i;

/**
 * The text of a paper from one token to another, with normalized white space, extended to whole words and hyphenated
 * words at both ends; null if that would split brackets or quotes.
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

/** Characters that a phrase may not contain, because their other half could be outside, and may not begin with. */
const isTorn = /[()[\]{}<>"“”„«»]|^[^\p{L}\p{N}]/u;

/** The start of the word at `at`, including parts joined by a hyphen or slash. */
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

/** The character that ends at an offset, which may be two units long; empty at the beginning. */
function characterBefore(text: string, at: number): string {
  const last = text.slice(Math.max(0, at - 1), at);
  return /[\udc00-\udfff]/.test(last) && at > 1 ? text.slice(at - 2, at) : last;
}
