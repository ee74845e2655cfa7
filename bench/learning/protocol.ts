import type { JudgedQuery } from '../data/collections.ts';
import { measure } from '../relevance/measures.ts';
import type { JudgedCollection } from './judging.ts';
import type { Judgments, System } from './systems.ts';

/** Judgments after which the order is measured. */
export const steps = [0, 1, 3, 5, 10, 20] as const;
/** A stream of numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * nDCG@10 after each of `steps` judgments. A random half of the papers stands for past digests, where the reader judges what is
 * shown first. Each step measures the order of the other half, so that all steps use the same papers and none of them was judged.
 * Null if the other half has nothing useful.
 */
export function afterJudgments(
  collection: JudgedCollection,
  query: JudgedQuery,
  system: System,
  past: ReadonlySet<number>,
): number[] | null {
  const gradeOf = (paper: number) => query.judged.get(collection.papers[paper]!.id) ?? 0;
  const outside = outsidePool(collection, query);
  const next = new Set(collection.papers.keys().filter((paper) => !past.has(paper)));
  if (!next.values().some((paper) => collection.useful(gradeOf(paper)))) return null;
  const measured: JudgedQuery = {
    ...query,
    judged: new Map([...query.judged].filter(([id]) => next.has(numberOf(collection, id)))),
  };
  const judged = new Map<number, boolean>();
  return steps.map((count) => {
    if (count > judged.size) {
      const except = new Set([...next, ...outside, ...judged.keys()]);
      for (const paper of shownBy(system)(query, judged, except, count - judged.size))
        judged.set(paper, collection.useful(gradeOf(paper)));
    }
    const order = system.order(query, judged, new Set([...past, ...outside]), 10);
    return measure(
      order.map((paper) => collection.papers[paper]!.id),
      measured,
    ).ndcg10;
  });
}

const shownBy = ({ order, shown = order }: System) => shown;

/** nDCG@10 of the papers left after some judgments: in the order learned from them, and in the order without them. */
export interface Residual {
  learned: number;
  plain: number;
}

/**
 * The residual collection (Chang, Cirillo & Razon 1971): the reader judges what is shown first, and what is left is measured
 * after each of `steps`. It gets harder as useful papers are taken out, so the same papers are also measured in the order without
 * judgments. Null if nothing useful is left.
 */
export function afterTakingOut(
  collection: JudgedCollection,
  query: JudgedQuery,
  system: System,
): (Residual | null)[] {
  const gradeOf = (paper: number) => query.judged.get(collection.papers[paper]!.id) ?? 0;
  const outside = outsidePool(collection, query);
  const judged = new Map<number, boolean>();
  return steps.map((count) => {
    if (count > judged.size)
      for (const paper of shownBy(system)(
        query,
        judged,
        new Set([...outside, ...judged.keys()]),
        count - judged.size,
      ))
        judged.set(paper, collection.useful(gradeOf(paper)));
    const taken = new Set([...judged.keys()].map((paper) => collection.papers[paper]!.id));
    const left = [...query.judged].filter(([id]) => !taken.has(id));
    if (!left.some(([, grade]) => collection.useful(grade))) return null;
    const except = new Set([...outside, ...judged.keys()]);
    const figure = (said: Judgments) =>
      measure(
        system.order(query, said, except, 10).map((paper) => collection.papers[paper]!.id),
        { ...query, judged: new Map(left) },
      ).ndcg10;
    return { learned: figure(judged), plain: figure(new Map()) };
  });
}

/** Papers that are not ranked for a query. */
function outsidePool(collection: JudgedCollection, query: JudgedQuery): Set<number> {
  if (!query.pooled) return new Set();
  return new Set(collection.papers.keys().filter((paper) => !query.judged.has(collection.papers[paper]!.id)));
}

const numbered = new WeakMap<JudgedCollection, Map<string, number>>();

function numberOf(collection: JudgedCollection, id: string): number {
  let numbers = numbered.get(collection);
  if (!numbers) {
    numbers = new Map(collection.papers.map((paper, i) => [paper.id, i]));
    numbered.set(collection, numbers);
  }
  return numbers.get(id) ?? -1;
}
