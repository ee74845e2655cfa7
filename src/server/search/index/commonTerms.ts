import type { IndexReader } from './reader.ts';

/** Terms by first letter and length, ascending, with the number of papers that have each. */
interface Common {
  terms: number[];
  frequencies: number[];
}

const commonByReader = new WeakMap<IndexReader, ReadonlyMap<number, Common>>();
const nothing: Common = { terms: [], frequencies: [] };

/** Minimum number of papers for a term to be listed. */
export const commonFrom = 5;

/**
 * The terms in at least `commonFrom` papers, by the code of their first letter and by their length. These are a tenth of
 * all terms, and only a few of them can be the intended form of a misspelled one. Deleted papers count, as in
 * `documentFrequency`.
 */
export function commonTerms(reader: IndexReader, letter: number, length: number): Common {
  let found = commonByReader.get(reader);
  if (!found) {
    found = listed(reader);
    commonByReader.set(reader, found);
  }
  return found.get(keyOf(letter, length)) ?? nothing;
}

/** No term that could be intended is nearly this long. */
const longest = 256;

const keyOf = (letter: number, length: number): number => letter * longest + Math.min(length, longest - 1);

function listed({ segments, vocabulary: { stems } }: IndexReader): ReadonlyMap<number, Common> {
  const counts = new Uint32Array(stems.length);
  for (const { segment } of segments)
    for (let i = 0; i < segment.terms.length; i++)
      counts[segment.terms[i]!]! += segment.postings[i + 1]! - segment.postings[i]!;
  const lists = new Map<number, Common>();
  for (let term = 0; term < counts.length; term++) {
    if (counts[term]! < commonFrom) continue;
    const stem = stems[term]!;
    const key = keyOf(stem.charCodeAt(0), stem.length);
    const list = lists.get(key) ?? { terms: [], frequencies: [] };
    if (list.terms.length === 0) lists.set(key, list);
    list.terms.push(term);
    list.frequencies.push(counts[term]!);
  }
  return lists;
}
