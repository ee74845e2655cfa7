import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import type { Background } from './background.ts';
import type { DocStore } from './docStore.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Collection statistics, shared by all segments of an index. */
export interface Statistics {
  /** Number of papers, including the background's share. */
  papers: number;
  /** Document frequency by term number; terms past the end are in no paper. */
  frequencies: Float32Array;
  /** Inverse document frequency by term number, in nats. */
  idfs: Float32Array;
  /** Mean of the stores' `lengths`. */
  averageLength: number;
}

/** Weight of the background in papers: enough while the corpus is small. */
const backgroundPapers = 200;

/** The statistics of the background alone. */
export function initialStatistics(terms: Vocabulary, background: Background): Statistics {
  const share = backgroundPapers / Math.max(background.papers, 1);
  const frequencies = new Float32Array(terms.stems.length);
  for (const [term, frequency] of background.frequencies.entries()) frequencies[term] = frequency * share;
  const papers = background.papers ? backgroundPapers : 0;
  return { papers, frequencies, idfs: idfsOf(papers, frequencies), averageLength: background.averageLength };
}

/**
 * The statistics after adding (`sign` 1) or removing (-1) papers. The average length stays that of the first segment,
 * because the weights in the postings depend on it; a merge computes it again.
 */
export async function countPapers(
  before: Statistics,
  terms: Vocabulary,
  changes: readonly { store: DocStore; papers: Iterable<number>; sign: 1 | -1 }[],
  yielder: CooperativeYield,
): Promise<Statistics> {
  const frequencies = new Float32Array(terms.stems.length);
  frequencies.set(before.frequencies);
  let { papers } = before;
  const seen = new Int32Array(terms.stems.length).fill(-1);
  let mark = 0;
  for (const { store, papers: counted, sign: times } of changes)
    for (const paper of counted) {
      if (yielder.isDue()) await yielder.yield();
      papers += times;
      mark++;
      for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
        const term = store.tokens[at]! >>> 1;
        if (seen[term] === mark) continue;
        seen[term] = mark;
        frequencies[term]! += times;
      }
    }
  return { ...before, papers, frequencies, idfs: idfsOf(papers, frequencies) };
}

/** Mean length of a store's papers, including the background's share. */
export function averageLength(store: DocStore, background: Background): number {
  const prior = background.papers ? backgroundPapers : 0;
  const sum = store.lengths.reduce((total, length) => total + length, background.averageLength * prior);
  return store.size + prior > 0 ? sum / (store.size + prior) : 1;
}

/** A term's inverse document frequency in nats; highest for a term in no paper. */
export const idf = ({ papers, idfs }: Statistics, term: number): number => idfs[term] ?? idfOf(papers, 0);

const idfsOf = (papers: number, frequencies: Float32Array) =>
  frequencies.map((frequency) => idfOf(papers, frequency));

/** Inverse document frequency; never negative (Robertson & Zaragoza 2009, with the + 1 of Lucene). */
export const idfOf = (papers: number, frequency: number) =>
  Math.log(1 + (Math.max(papers - frequency, 0) + 0.5) / (frequency + 0.5));
