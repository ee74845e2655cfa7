import { titleWeight } from '../documents/docStore.ts';
import { type TermWeights, weighTokens } from '../documents/termWeights.ts';
import type { Shelf } from '../index/reader.ts';
import { dimensions, fold, toUnitLength } from '../latent/fold.ts';
import { scan } from '../text/tokenize.ts';
import type { Topic } from '../types.ts';
import { type Example, type Widening, widen } from './pseudoRelevance.ts';

/** What the reader's likes and dislikes ask for, Rocchio-style: over terms and over vectors. */
export interface Taste {
  widening: Widening;
  /** Mean direction of the liked papers; null without any. */
  towards: Float32Array | null;
  /** Mean direction of the disliked papers, less what is the topic's own; shorter the more that was. Null without any. */
  away: Float32Array | null;
  /** Direction of each liked paper, for saying which one a paper resembles. */
  each: { title: string; vector: Float32Array }[];
}

/** Terms taken from liked papers. */
const likedTerms = 30;

/** `direction` is where the topic itself points, of length 1. */
export function tasteOf({ liked, disliked }: Topic, shelf: Shelf, direction: Float32Array): Taste | null {
  if (liked.length === 0 && disliked.length === 0) return null;
  const each = liked.map((paper) => ({ title: paper.title, vector: vectorOf(shelf, paper) }));
  return {
    widening: widen(shelf, examples(shelf, liked), likedTerms),
    towards: meanOf(each.map(({ vector }) => vector)),
    away: beside(meanOf(disliked.map((paper) => vectorOf(shelf, paper))), direction),
    each,
  };
}

/**
 * What a disliked paper has in common with the topic is what every paper of the topic has: counted against them it
 * would take the whole topic from the reader, for one paper that was not for them.
 */
function beside(away: Float32Array | null, direction: Float32Array): Float32Array | null {
  if (!away) return null;
  let along = 0;
  for (let axis = 0; axis < dimensions; axis++) along += away[axis]! * direction[axis]!;
  return away.map((length, axis) => length - along * direction[axis]!);
}

type Text = Topic['liked'][number];

function* examples(shelf: Shelf, papers: Text[]): Generator<Example> {
  for (const paper of papers) yield { of: termsOf(shelf, paper), weight: 1 };
}

function vectorOf(shelf: Shelf, paper: Text): Float32Array {
  const vector = new Float32Array(dimensions);
  fold(shelf.space, shelf.statistics, termsOf(shelf, paper), vector);
  return vector;
}

/** The terms that the index knows; a liked paper need not stand in it any more. */
function termsOf({ terms, statistics }: Shelf, { title, abstract }: Text): TermWeights {
  const tokens: number[] = [];
  let inTitle = 0;
  let words = 0;
  scan(`${title}\n${abstract ?? ''}`, (forms, start) => {
    for (const { stem, beside } of forms) {
      const term = terms.numbers.get(stem);
      if (!beside) words += start < title.length ? titleWeight : 1;
      if (term === undefined) continue;
      tokens.push(term * 2 + (beside ? 1 : 0));
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
