import type { ExpansionTerms } from '../query/pseudoRelevance.ts';
import type { Model } from './model.ts';

/** Contribution of a reader's judgments to the plain sum. */
export interface RelevanceFeedback {
  /** Terms that bring papers into the list, and what a saturated occurrence of each adds to the sum. */
  terms: ExpansionTerms;
  /** Unit vectors whose positive cosine raises or lowers the sum. */
  towards: Direction | null;
  away: Direction | null;
  /** The direction of each liked paper, to name the one that a result resembles. */
  liked: { title: string; vector: Float32Array }[];
  /**
   * For papers in the list: the exact value to use in place of the estimate by terms and directions. Null without such a
   * model.
   */
  rescore: ((docId: number) => number) | null;
  model: Model | null;
}

interface Direction {
  direction: Float32Array;
  weight: number;
}
