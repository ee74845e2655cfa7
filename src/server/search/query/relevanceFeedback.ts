import { toUnitLength } from '#platform/unitLength.ts';
import type { Topic } from '../core/types.ts';
import { titleWeight } from '../documents/docStore.ts';
import { type TermWeights, weighTokens } from '../documents/termWeights.ts';
import type { IndexReader } from '../index/reader.ts';
import { dimensions, fold } from '../latent/fold.ts';
import { scan } from '../text/tokenize.ts';
import { type ExpansionTerms, expansionTerms, type FeedbackDoc } from './pseudoRelevance.ts';

/** Relevance feedback (Rocchio) from the reader's liked and disliked papers, over terms and vectors. */
export interface RelevanceFeedback {
  terms: ExpansionTerms;
  /** Mean direction of the liked papers; null without likes. */
  positiveCentroid: Float32Array | null;
  /** Mean direction of the disliked papers, without its component along the topic; null without dislikes. */
  negativeCentroid: Float32Array | null;
  /** Direction of each liked paper, to name the one that a result resembles. */
  liked: { title: string; vector: Float32Array }[];
}

/** Terms taken from liked papers. */
const likedTerms = 30;

/** Null without likes and dislikes. `direction` is the query vector, of length 1. */
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

/** What a disliked paper shares with the topic is common to all its papers; counting it would push the whole topic down. */
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

/** The terms that the index knows. A liked paper need not be in the index any more. */
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
  const span = { start: 0, titleEnd: inTitle, end: tokens.length };
  return weighTokens(Uint32Array.from(tokens), span, words, statistics.averageLength);
}

function meanOf(vectors: Float32Array[]): Float32Array | null {
  if (vectors.length === 0) return null;
  const mean = new Float32Array(dimensions);
  for (const vector of vectors) for (let axis = 0; axis < dimensions; axis++) mean[axis]! += vector[axis]!;
  toUnitLength(mean);
  return mean;
}
