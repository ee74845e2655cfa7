import { toUnitLength } from '../core/unitLength.ts';
import { titleWeight } from '../documents/docStore.ts';
import type { TermWeigher, TermWeights } from '../documents/termWeights.ts';
import { dimensions, fold } from '../latent/fold.ts';
import { scan } from '../text/tokenize.ts';
import { type IndexReader, segmentOf, vectorAt } from './reader.ts';

/** A text as two vectors of length 1: its words, weighted by frequency and idf, and its latent vector. */
export type Features = { terms: Uint32Array; words: Float32Array; latent: Float32Array };

/** The features of a paper of the index. */
export function featuresAt(reader: IndexReader, docId: number, weigher: TermWeigher): Features {
  const { segment, docBase } = segmentOf(reader, docId);
  const latent = Float32Array.from(vectorAt(reader, docId), (value) => value / 127);
  const of = weigher.of(segment.store, docId - docBase, reader.statistics.averageLength);
  return featuresOf(reader, of, latent);
}

/** The features of a text, by the words that the index knows. */
export function featuresOfText(
  reader: IndexReader,
  { title, abstract }: { title: string; abstract: string | null },
  weigher: TermWeigher,
): Features {
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
  const span = { start: 0, titleEnd, end: tokens.length };
  const of = weigher.ofTokens(Uint32Array.from(tokens), span, words, reader.statistics.averageLength);
  const latent = new Float32Array(dimensions);
  fold(reader.space, reader.statistics, of, latent);
  return featuresOf(reader, of, latent);
}

function featuresOf({ statistics }: IndexReader, of: TermWeights, latent: Float32Array): Features {
  const terms = of.terms.slice(0, of.length);
  const words = new Float32Array(of.length);
  for (let i = 0; i < of.length; i++) words[i] = of.weights[i]! * (statistics.idfs[terms[i]!] ?? 0);
  toUnitLength(words);
  return { terms, words, latent };
}
