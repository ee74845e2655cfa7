import { titleWeight } from '../documents/docStore.ts';
import { type TermWeights, weighTokens } from '../documents/termWeights.ts';
import type { IndexReader } from '../index/reader.ts';
import { dimensions, fold, toUnitLength } from '../latent/fold.ts';
import { scan } from '../text/tokenize.ts';
import type { Topic } from '../types.ts';
import { type ExpansionTerms, expansionTerms, type FeedbackDoc } from './pseudoRelevance.ts';

/** What the reader's likes and dislikes ask for, Rocchio-style: over terms and over vectors. */
export interface RelevanceFeedback {
  terms: ExpansionTerms;
  /** Mean direction of the liked papers; null without any. */
  positiveCentroid: Float32Array | null;
  /** Mean direction of the disliked papers, less what is the topic's own; shorter the more that was. Null without any. */
  negativeCentroid: Float32Array | null;
  /** Direction of each liked paper, for saying which one a paper resembles. */
  liked: { title: string; vector: Float32Array }[];
}

/** Terms taken from liked papers. */
const likedTerms = 30;

/** `direction` is where the topic itself points, of length 1. */
export function relevanceFeedback(
  { liked, disliked }: Topic,
  reader: IndexReader,
  direction: Float32Array,
): RelevanceFeedback | null {
  if (liked.length === 0 && disliked.length === 0) return null;
  const each = liked.map((paper) => ({ title: paper.title, vector: vectorOf(reader, paper) }));
  return {
    terms: expansionTerms(reader, examples(reader, liked), likedTerms),
    positiveCentroid: meanOf(each.map(({ vector }) => vector)),
    negativeCentroid: orthogonalTo(meanOf(disliked.map((paper) => vectorOf(reader, paper))), direction),
    liked: each,
  };
}

/**
 * What a disliked paper has in common with the topic is what every paper of the topic has: counted against them it
 * would take the whole topic from the reader, for one paper that was not for them.
 */
function orthogonalTo(away: Float32Array | null, direction: Float32Array): Float32Array | null {
  if (!away) return null;
  let along = 0;
  for (let axis = 0; axis < dimensions; axis++) along += away[axis]! * direction[axis]!;
  return away.map((length, axis) => length - along * direction[axis]!);
}

type Text = Topic['liked'][number];

function* examples(reader: IndexReader, papers: Text[]): Generator<FeedbackDoc> {
  for (const paper of papers) yield { of: termsOf(reader, paper), weight: 1 };
}

function vectorOf(reader: IndexReader, paper: Text): Float32Array {
  const vector = new Float32Array(dimensions);
  fold(reader.space, reader.statistics, termsOf(reader, paper), vector);
  return vector;
}

/** The terms that the index knows; a liked paper need not stand in it any more. */
function termsOf({ vocabulary: terms, statistics }: IndexReader, { title, abstract }: Text): TermWeights {
  const tokens: number[] = [];
  let inTitle = 0;
  let words = 0;
  scan(`${title}\n${abstract ?? ''}`, (forms, start) => {
    for (const { stem, isSynonym } of forms) {
      const term = terms.numbers.get(stem);
      if (!isSynonym) words += start < title.length ? titleWeight : 1;
      if (term === undefined) continue;
      tokens.push(term * 2 + (isSynonym ? 1 : 0));
      if (start < title.length) inTitle++;
    }
  });
  return weighTokens(Uint32Array.from(tokens), 0, inTitle, tokens.length, words, statistics.averageLength);
}

function meanOf(vectors: Float32Array[]): Float32Array | null {
  if (vectors.length === 0) return null;
  const mean = new Float32Array(dimensions);
  for (const vector of vectors) for (let axis = 0; axis < dimensions; axis++) mean[axis]! += vector[axis]!;
  toUnitLength(mean);
  return mean;
}
