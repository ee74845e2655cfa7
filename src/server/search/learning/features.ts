import { toUnitLength } from '#platform/unitLength.ts';
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
/** More than there are terms. */
export const pairBase = 2 ** 22;

/** The first term of a pair. */
export const firstOf = (pair: number): number => Math.floor(pair / pairBase);

/** The second one; not by remainder, which is slow for numbers beyond 31 bits. */
export const secondOf = (pair: number): number => pair - firstOf(pair) * pairBase;

/** Features by index and document: after each judgment all papers but one are known. */
const known = new WeakMap<IndexReader, Map<number, Features>>();
const knownAtMost = 1_000;

/** The features of a paper of the index; kept, and not to be changed. */
export function featuresAt(reader: IndexReader, docId: number): Features {
  const papers = known.get(reader) ?? new Map<number, Features>();
  known.set(reader, papers);
  const before = papers.get(docId);
  if (before) return before;
  const features = find(reader, docId);
  if (papers.size >= knownAtMost) papers.delete(papers.keys().next().value!);
  papers.set(docId, features);
  return features;
}

function find(reader: IndexReader, docId: number): Features {
  const { segment, docBase } = segmentOf(reader, docId);
  const { store, vectors } = segment;
  const paper = docId - docBase;
  return featuresOf(
    reader,
    termWeights(store, paper, reader.statistics.averageLength),
    store.tokens.subarray(store.starts[paper]!, store.starts[paper + 1]!),
    latentAt(vectors, paper),
  );
}

function latentAt(vectors: Int8Array, paper: number): Float32Array {
  const latent = new Float32Array(dimensions);
  for (let axis = 0; axis < dimensions; axis++) latent[axis] = vectors[paper * dimensions + axis]! / 127;
  return latent;
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
  const words = new Float32Array(of.length);
  for (let i = 0; i < of.length; i++) words[i] = of.weights[i]! * (idfs[terms[i]!] ?? 0);
  const pairs = new Float64Array(tokens.length);
  const pairWeights = new Float32Array(tokens.length);
  let found = 0;
  let before = -1;
  for (const token of tokens) {
    if (token & 1) continue;
    const term = token >>> 1;
    if (before >= 0) {
      pairs[found] = pairOf(before, term);
      pairWeights[found++] = pairWeight(idfs, before, term);
    }
    before = term;
  }
  toUnitLength(words);
  const weights = pairWeights.subarray(0, found);
  toUnitLength(weights);
  return { terms, words, pairs: pairs.slice(0, found), pairWeights: weights.slice(), latent };
}

/** How much a pair says: the mean idf of its words. */
export const pairWeight = (idfs: Float32Array, first: number, second: number): number =>
  ((idfs[first] ?? 0) + (idfs[second] ?? 0)) / 2;

/** The document of a work; -1 if the index does not hold it. */
export function docIdOf(reader: IndexReader, id: number): number {
  for (const segmentReader of reader.segments) {
    const paper = papersById(segmentReader).get(id);
    if (paper !== undefined && segmentReader.deleted[paper] === 0) return segmentReader.docBase + paper;
  }
  return -1;
}
