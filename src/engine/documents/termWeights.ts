import { type DocStore, titleWeight } from './docStore.ts';

/** The distinct terms of a text and their saturated frequencies, 0 to 1. Only the first `length` entries count. */
export interface TermWeights {
  length: number;
  terms: Uint32Array;
  weights: Float32Array;
}

/** Saturation and length normalization of BM25 (Robertson & Zaragoza 2009, section 3.4). */
const k1 = 1.5;
const b = 0.6;

/** The term that BM25 adds to the term frequency in the denominator, for a text of this length. */
export const lengthNorm = (words: number, averageLength: number): number =>
  k1 * (1 - b + (b * words) / averageLength);

/** A stored paper's terms in reading order. Not re-entrant: the next call overwrites the result. */
export function termWeights(store: DocStore, paper: number, averageLength: number): TermWeights {
  const start = store.starts[paper]!;
  const end = store.starts[paper + 1]!;
  const span = { start, titleEnd: start + store.titles[paper]!, end };
  return weighTokens(store.tokens, span, store.lengths[paper]!, averageLength);
}

const result: TermWeights = { length: 0, terms: new Uint32Array(1024), weights: new Float32Array(1024) };
/** Position of a term in `result`, or -1. All are -1 between calls; a call resets only what it has set. */
let positionOf = new Int32Array(0x10000).fill(-1);

/** As `termWeights`, for `tokens[start … end]`. Tokens before `titleEnd` are the title. `words` is the text's length. */
export function weighTokens(
  tokens: Uint32Array,
  { start, titleEnd, end }: { start: number; titleEnd: number; end: number },
  words: number,
  averageLength: number,
): TermWeights {
  growResult(end - start);
  let length = 0;
  for (let at = start; at < end; at++) {
    const term = tokens[at]! >>> 1;
    if (term >= positionOf.length) growPositions(term);
    const weight = at < titleEnd ? titleWeight : 1;
    const known = positionOf[term]!;
    if (known >= 0) result.weights[known]! += weight;
    else {
      positionOf[term] = length;
      result.terms[length] = term;
      result.weights[length++] = weight;
    }
  }
  const normalized = lengthNorm(words, averageLength);
  for (let i = 0; i < length; i++) {
    positionOf[result.terms[i]!] = -1;
    result.weights[i] = result.weights[i]! / (result.weights[i]! + normalized);
  }
  result.length = length;
  return result;
}

function growResult(tokens: number): void {
  if (tokens <= result.terms.length) return;
  result.terms = new Uint32Array(tokens * 2);
  result.weights = new Float32Array(tokens * 2);
}

function growPositions(term: number): void {
  const wider = new Int32Array(term * 2).fill(-1);
  wider.set(positionOf);
  positionOf = wider;
}
