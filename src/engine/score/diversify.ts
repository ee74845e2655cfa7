import { type IndexReader, rowAt, segmentOf } from '../index/reader.ts';
import type { PairwiseSimilarity } from './neighbors.ts';

/** Share of common words (Jaccard) above which two papers are near-duplicates. */
const sameWords = 0.7;
/** Latent cosine below which two papers cannot share that many words: a cheap test first. */
const sameDirection = 0.9;
/** With fewer distinct words than this a paper has only a title, and titles in a series share most words. */
const leastWords = 15;

/** At most three of ten papers from one group on one subject. */
const mostOfOneAuthor = 0.3;
/** Latent cosine above which two papers with the same last author belong to one series. */
const sameSeries = 0.5;

/**
 * The best `limit` papers without near-duplicates (the better of two stays) and with at most three of ten from one series
 * (same last author, close in the latent space), more only if no other paper is left. Applies only to reranked papers,
 * and never changes their order.
 */
export function diversify<Found extends { docId: number }>(
  reader: IndexReader,
  similarity: PairwiseSimilarity,
  found: readonly Found[],
  limit: number,
): Found[] {
  const kept: Candidate<Found>[] = [];
  const waiting: Candidate<Found>[] = [];
  const most = Math.ceil(limit * mostOfOneAuthor);
  for (const [at, one] of found.entries()) {
    if (kept.length >= limit) break;
    const { docId } = one;
    const { columns, row } = rowAt(reader, docId);
    const candidate: Candidate<Found> = {
      ...{ one, at, docId, row: similarity.rowOf(docId), author: columns.authorKeys[row]! },
    };
    const repeats = (other: Candidate<Found>) =>
      similarity.of(candidate.row, other.row) > sameDirection && areNearDuplicates(reader, candidate, other);
    if (kept.some(repeats) || waiting.some(repeats)) continue;
    const series = kept.filter(
      (other) =>
        candidate.author > 0 &&
        other.author === candidate.author &&
        similarity.of(candidate.row, other.row) > sameSeries,
    );
    (series.length < most ? kept : waiting).push(candidate);
  }
  return [...kept, ...waiting.slice(0, limit - kept.length)]
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);
}

interface Candidate<Found> {
  one: Found;
  at: number;
  docId: number;
  row: number;
  author: number;
  /** Its terms, once they are asked for. */
  terms?: ReadonlySet<number>;
}

/** Jaccard similarity of their terms. Two papers without abstracts are near-duplicates only if their titles are equal. */
function areNearDuplicates(reader: IndexReader, one: Candidate<unknown>, other: Candidate<unknown>): boolean {
  one.terms ??= termsAt(reader, one.docId);
  other.terms ??= termsAt(reader, other.docId);
  let met = 0;
  for (const term of other.terms) if (one.terms.has(term)) met++;
  const all = one.terms.size + other.terms.size - met;
  return met === all || (all >= leastWords && met > sameWords * all);
}

function termsAt(reader: IndexReader, docId: number): ReadonlySet<number> {
  const { segment, docBase } = segmentOf(reader, docId);
  const { starts, tokens } = segment.store;
  const terms = new Set<number>();
  for (let at = starts[docId - docBase]!; at < starts[docId - docBase + 1]!; at++)
    terms.add(tokens[at]! >>> 1);
  return terms;
}
