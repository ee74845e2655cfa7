import { titleWeight } from '../documents/docStore.ts';
import { type TermWeights, termWeights, weighTokens } from '../documents/termWeights.ts';
import { type IndexReader, papersById, segmentOf } from '../index/reader.ts';
import { dimensions, fold } from '../latent/fold.ts';
import { scan } from '../text/tokenize.ts';

/** A text as the learner sees it: its words and its pairs of neighboring words, each of length 1, and its direction. */
export interface Features {
  terms: Uint32Array;
  words: Float32Array;
  /** See `pairOf`; a pair that occurs twice is listed twice. */
  pairs: Float64Array;
  pairWeights: Float32Array;
  /** Latent vector of length 1. */
  latent: Float32Array;
}

/** One number for two terms, one after the other. */
export const pairOf = (first: number, second: number): number => first * pairBase + second;
const pairBase = 2 ** 22;

/** The features of a paper of the index. */
export function featuresAt(reader: IndexReader, docId: number): Features {
  const { segment, docBase } = segmentOf(reader, docId);
  const { store, vectors } = segment;
  const paper = docId - docBase;
  const latent = vectors.subarray(paper * dimensions, (paper + 1) * dimensions);
  return featuresOf(
    reader,
    termWeights(store, paper, reader.statistics.averageLength),
    store.tokens.subarray(store.starts[paper]!, store.starts[paper + 1]!),
    Float32Array.from(latent, (step) => step / 127),
  );
}

/** A text that the index need not hold. */
interface Text {
  title: string;
  abstract: string | null;
}

/** The features of a text, by the words that the index knows. */
export function featuresOfText(reader: IndexReader, text: Text): Features {
  const { tokens, of } = termsOfText(reader, text);
  const latent = new Float32Array(dimensions);
  fold(reader.space, reader.statistics, of, latent);
  return featuresOf(reader, of, tokens, latent);
}

/** The tokens of a text that the index knows, and its distinct terms; `of` is overwritten by the next call. */
export function termsOfText(
  reader: IndexReader,
  { title, abstract }: Text,
): { tokens: Uint32Array; of: TermWeights } {
  const tokens: number[] = [];
  let titleEnd = 0;
  let words = 0;
  scan(abstract ? `${title}\n${abstract}` : title, (forms, start) => {
    const inTitle = start < title.length;
    for (const { stem, isSynonym } of forms) {
      if (!isSynonym) words += inTitle ? titleWeight : 1;
      const term = reader.vocabulary.numbers.get(stem);
      if (term === undefined) continue;
      tokens.push(term * 2 + (isSynonym ? 1 : 0));
      if (inTitle) titleEnd++;
    }
  });
  const all = Uint32Array.from(tokens);
  const span = { start: 0, titleEnd, end: all.length };
  return { tokens: all, of: weighTokens(all, span, words, reader.statistics.averageLength) };
}

function featuresOf(
  reader: IndexReader,
  of: TermWeights,
  tokens: Uint32Array,
  latent: Float32Array,
): Features {
  const { idfs } = reader.statistics;
  const terms = of.terms.slice(0, of.length);
  const words = Float32Array.from(terms, (term, i) => of.weights[i]! * (idfs[term] ?? 0));
  const own = tokens.filter((token) => (token & 1) === 0);
  const pairs = Float64Array.from(own.subarray(1), (token, i) => pairOf(own[i]! >>> 1, token >>> 1));
  const pairWeights = Float32Array.from(own.subarray(1), (token, i) =>
    pairWeight(idfs, own[i]! >>> 1, token >>> 1),
  );
  return { terms, words: unit(words), pairs, pairWeights: unit(pairWeights), latent };
}

/** How much a pair says: the mean idf of its words. */
export const pairWeight = (idfs: Float32Array, first: number, second: number): number =>
  ((idfs[first] ?? 0) + (idfs[second] ?? 0)) / 2;

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}

/** The document of a work; -1 if the index does not hold it. */
export function docIdOf(reader: IndexReader, id: number): number {
  for (const segmentReader of reader.segments) {
    const paper = papersById(segmentReader).get(id);
    if (paper !== undefined && segmentReader.deleted[paper] === 0) return segmentReader.docBase + paper;
  }
  return -1;
}
