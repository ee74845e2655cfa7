import { toUnitLength } from '#platform/unitLength.ts';
import type { Topic } from '#search/core/types.ts';
import type { FeedbackMethod } from '#search/engine/feedback.ts';
import type { IndexReader } from '#search/index/reader.ts';
import { dimensions } from '#search/latent/fold.ts';
import { type Features, featuresOfText, termsOfText } from '#search/learning/features.ts';
import { expansionTerms, type FeedbackDoc, scoreExpansion } from '#search/query/pseudoRelevance.ts';

/** Terms taken from liked papers, and the weights of terms and directions in the sum. */
const likedTerms = 30;
const wordsWeight = 1;
const towardsWeight = 0.5;
const awayWeight = 0.5;

/**
 * Relevance feedback after Rocchio (1971), which the product used before it learned a model; the same for any number of
 * judgments.
 */
export const rocchio: FeedbackMethod = (
  { reader, kernel },
  { liked, disliked },
  { context: { direction } },
) => {
  if (liked.length === 0 && disliked.length === 0) return null;
  const likes = liked.map((paper) => featuresOfText(reader, paper));
  const terms = expansionTerms(reader, documents(reader, liked), likedTerms);
  const highest = scoreExpansion(terms, reader, kernel.liked);
  const towards = meanOf(likes);
  const away = orthogonalTo(meanOf(disliked.map((paper) => featuresOfText(reader, paper))), direction);
  return {
    terms: new Map([...terms].map(([term, weight]) => [term, (wordsWeight * weight) / highest])),
    towards: towards && { direction: towards, weight: towardsWeight },
    away: away && { direction: away, weight: awayWeight },
    liked: likes.map(({ latent }, i) => ({ title: liked[i]!.title, vector: latent })),
    rescore: null,
    model: null,
  };
};
function* documents(reader: IndexReader, papers: Topic['liked']): Generator<FeedbackDoc> {
  for (const paper of papers) yield { of: termsOfText(reader, paper).of, weight: 1 };
}

/** What a disliked paper shares with the topic is common to all its papers; counting it would push the whole topic down. */
function orthogonalTo(away: Float32Array | null, direction: Float32Array): Float32Array | null {
  if (!away) return null;
  let along = 0;
  for (let axis = 0; axis < dimensions; axis++) along += away[axis]! * direction[axis]!;
  return away.map((length, axis) => length - along * direction[axis]!);
}

function meanOf(papers: Features[]): Float32Array | null {
  if (papers.length === 0) return null;
  const mean = new Float32Array(dimensions);
  for (const { latent } of papers) for (let axis = 0; axis < dimensions; axis++) mean[axis]! += latent[axis]!;
  toUnitLength(mean);
  return mean;
}
