import { stem } from 'porter2';
import { stopWords } from '#engine/text/stopWords.ts';
import type { Collection } from '../data/collections.ts';

const k1 = 1.2;
const b = 0.75;

/** The BM25 baseline: title and abstract as one field, no stop words, Snowball English stems. Best first. */
export function plainBm25(collection: Collection): (query: string, pool?: ReadonlySet<string>) => string[] {
  const postings = new Map<string, Map<number, number>>();
  const lengths = collection.papers.map(({ title, text }, paper) => {
    const words = wordsOf(`${title} ${text}`);
    for (const word of words) {
      const frequencies = postings.get(word) ?? new Map<number, number>();
      postings.set(word, frequencies.set(paper, (frequencies.get(paper) ?? 0) + 1));
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (query, pool) => {
    const scores = new Float64Array(lengths.length);
    for (const word of wordsOf(query)) {
      const frequencies = postings.get(word);
      if (!frequencies) continue;
      const idf = Math.log(1 + (lengths.length - frequencies.size + 0.5) / (frequencies.size + 0.5));
      for (const [paper, count] of frequencies)
        scores[paper]! += (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * lengths[paper]!) / average));
    }
    return collection.papers
      .map(({ id }, paper) => ({ id, score: scores[paper]!, paper }))
      .filter(({ id, score }) => (pool ? pool.has(id) : score > 0))
      .sort((one, other) => other.score - one.score || one.paper - other.paper)
      .map(({ id }) => id);
  };
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !stopWords.has(word))
    .map((word) => stem(word));
