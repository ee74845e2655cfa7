import type { JudgedQuery } from '../data/collections.ts';

export type Measures = { ndcg10: number; recall100: number; map: number };

/** nDCG@10 with linear gain, recall@100 and average precision, as trec_eval computes them; `without` leaves papers out. */
export function measure(
  ranking: readonly string[],
  { judged }: JudgedQuery,
  without?: ReadonlySet<string>,
): Measures {
  const gains = [...judged].filter(([id, score]) => score > 0 && !without?.has(id)).map(([, score]) => score);
  if (gains.length === 0) return { ndcg10: 0, recall100: 0, map: 0 };
  const found = ranking.filter((id) => !without?.has(id)).map((id) => Math.max(judged.get(id) ?? 0, 0));
  let hits = 0;
  let precisions = 0;
  for (const [i, gain] of found.entries()) if (gain > 0) precisions += ++hits / (i + 1);
  return {
    ndcg10: discountedGain(found) / discountedGain(gains.sort((a, b) => b - a)),
    recall100: found.slice(0, 100).filter((gain) => gain > 0).length / gains.length,
    map: precisions / gains.length,
  };
}

/** Discounted gain of the first ten. */
export const discountedGain = (gains: readonly number[]) =>
  gains.slice(0, 10).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);

export const meanOf = (all: readonly Measures[]): Measures => ({
  ndcg10: mean(all.map(({ ndcg10 }) => ndcg10)),
  recall100: mean(all.map(({ recall100 }) => recall100)),
  map: mean(all.map(({ map }) => map)),
});

export const mean = (figures: readonly number[]) =>
  figures.length ? figures.reduce((sum, figure) => sum + figure, 0) / figures.length : 0;

/**
 * Two-sided randomization test on paired figures (Smucker, Allan & Carterette 2007): the share of random swaps within
 * pairs that give a difference of means at least as large.
 */
export function pairedTest(ours: readonly number[], theirs: readonly number[], rounds = 10_000): number {
  const differences = ours.map((figure, i) => figure - theirs[i]!);
  const observed = Math.abs(mean(differences));
  const bits = bitsFrom(0x9e3779b9);
  let asLarge = 0;
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    for (const difference of differences) sum += bits() & 0x10000 ? difference : -difference;
    if (Math.abs(sum / differences.length) >= observed - 1e-12) asLarge++;
  }
  return asLarge / rounds;
}

/** 32 bits with each call, the same for the same start (xorshift). */
export function bitsFrom(start: number): () => number {
  let state = start;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
}
