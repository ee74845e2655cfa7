import type { ExpansionTerms } from '../query/pseudoRelevance.ts';
import type { Model } from './model.ts';

/** What a reader's judgments add to the plain sum. */
export interface RelevanceFeedback {
  /** Terms that bring papers into the list, with what a saturated occurrence adds to the sum. */
  terms: ExpansionTerms;
  /** Directions of length 1 whose positive cosine raises or lowers the sum. */
  towards: Direction | null;
  away: Direction | null;
  /** Direction of each liked paper, to name the one that a result resembles. */
  liked: { title: string; vector: Float32Array }[];
  /** For papers in the list: replaces what terms and directions have added. Null where nothing else is known. */
  rescore: ((docId: number) => number) | null;
  model: Model | null;
}

interface Direction {
  direction: Float32Array;
  weight: number;
}
