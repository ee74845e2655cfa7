import { type DocStore, titleWeight } from './docStore.ts';

/** The distinct terms of a text and their saturated frequencies, 0 to 1. Only the first `length` entries count. */
export type TermWeights = { length: number; terms: Uint32Array; weights: Float32Array };

/** Saturation and length normalization of BM25 (Robertson & Zaragoza 2009, section 3.4). */
const k1 = 1.5;
const b = 0.6;

/** The term that BM25 adds to the term frequency in the denominator, for a text of this length. */
export const lengthNorm = (words: number, averageLength: number): number =>
  k1 * (1 - b + (b * words) / averageLength);

/** Weighs the terms of texts, one at a time: the next call overwrites the result. For one reader at a time. */
export class TermWeigher {
  readonly #result: TermWeights = {
    length: 0,
    terms: new Uint32Array(1024),
    weights: new Float32Array(1024),
  };
  /** Position of a term in the result, or -1. All are -1 between calls; a call resets only what it has set. */
  #positionOf = new Int32Array(0x10000).fill(-1);

  /** A stored paper's terms in reading order. */
  of(store: DocStore, paper: number, averageLength: number): TermWeights {
    const start = store.starts[paper]!;
    const end = store.starts[paper + 1]!;
    const span = { start, titleEnd: start + store.titles[paper]!, end };
    return this.ofTokens(store.tokens, span, store.lengths[paper]!, averageLength);
  }

  /** As `of`, for `tokens[start … end]`. Tokens before `titleEnd` are the title. `words` is the text's length. */
  ofTokens(
    tokens: Uint32Array,
    { start, titleEnd, end }: { start: number; titleEnd: number; end: number },
    words: number,
    averageLength: number,
  ): TermWeights {
    this.#makeRoom(end - start);
    const { terms, weights } = this.#result;
    let positionOf = this.#positionOf;
    let length = 0;
    for (let at = start; at < end; at++) {
      const term = tokens[at]! >>> 1;
      if (term >= positionOf.length) positionOf = this.#growPositions(term);
      const weight = at < titleEnd ? titleWeight : 1;
      const known = positionOf[term]!;
      if (known >= 0) weights[known]! += weight;
      else {
        positionOf[term] = length;
        terms[length] = term;
        weights[length++] = weight;
      }
    }
    const normalized = lengthNorm(words, averageLength);
    for (let i = 0; i < length; i++) {
      positionOf[terms[i]!] = -1;
      weights[i] = weights[i]! / (weights[i]! + normalized);
    }
    this.#result.length = length;
    return this.#result;
  }

  #makeRoom(tokens: number): void {
    if (tokens <= this.#result.terms.length) return;
    this.#result.terms = new Uint32Array(tokens * 2);
    this.#result.weights = new Float32Array(tokens * 2);
  }

  #growPositions(term: number): Int32Array<ArrayBuffer> {
    const wider = new Int32Array(term * 2).fill(-1);
    wider.set(this.#positionOf);
    this.#positionOf = wider;
    return wider;
  }
}
