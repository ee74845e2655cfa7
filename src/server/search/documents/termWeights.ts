import { type DocStore, titleWeight } from './docStore.ts';

/** The distinct terms of a text, and their saturated frequencies, 0 to 1; the first `length` of each array. */
export interface TermWeights {
  length: number;
  terms: Uint32Array;
  weights: Float32Array;
}

/** Saturation and length normalisation of BM25 (Robertson & Zaragoza 2009, section 3.4). */
const k1 = 1.5;
const b = 0.6;

/** A stored paper's terms in the order in which it names them. What is returned is overwritten by the next call. */
export function termWeights(store: DocStore, paper: number, averageLength: number): TermWeights {
  const start = store.starts[paper]!;
  const end = store.starts[paper + 1]!;
  return weighTokens(
    store.tokens,
    start,
    start + store.titles[paper]!,
    end,
    store.lengths[paper]!,
    averageLength,
  );
}

const result: TermWeights = { length: 0, terms: new Uint32Array(1024), weights: new Float32Array(1024) };
/** Where in `found` a term stands, -1 if it does not; kept between calls, because clearing it would cost more. */
let positionOf = new Int32Array(0x10000).fill(-1);

/** The same for any run of tokens, of which those before `title` are a title's. */
export function weighTokens(
  tokens: Uint32Array,
  start: number,
  title: number,
  end: number,
  words: number,
  averageLength: number,
): TermWeights {
  growResult(end - start);
  let length = 0;
  for (let at = start; at < end; at++) {
    const term = tokens[at]! >>> 1;
    if (term >= positionOf.length) growPositions(term);
    const weight = at < title ? titleWeight : 1;
    const known = positionOf[term]!;
    if (known >= 0) result.weights[known]! += weight;
    else {
      positionOf[term] = length;
      result.terms[length] = term;
      result.weights[length++] = weight;
    }
  }
  const normalized = k1 * (1 - b + (b * words) / averageLength);
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
