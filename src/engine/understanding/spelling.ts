import { documentFrequency, type IndexReader } from '../index/reader.ts';

/** A word in fewer papers than this may be foreign. */
const rareBelow = 3;

/**
 * The intended stem for a rare or unknown one: the most common stem within one edit (two from ten letters on; swapping
 * neighbors counts as one) that begins with the same letter; -1 if there is none.
 */
export function correctedTerm(reader: IndexReader, stem: string): number {
  if (!/^[a-z]{6,}$/.test(stem)) return -1;
  const most = stem.length < 10 ? 1 : 2;
  let best = -1;
  let bestDistance = most + 1;
  let bestFrequency = 0;
  const { stems } = reader.vocabulary;
  for (let length = stem.length - most; length <= stem.length + most; length++) {
    const { terms, frequencies } = commonTerms(reader, stem.charCodeAt(0), length);
    for (const [i, term] of terms.entries()) {
      const distance = editDistance(stem, stems[term]!, Math.min(most, bestDistance));
      if (distance > Math.min(most, bestDistance) || distance === 0) continue;
      const frequency = frequencies[i]!;
      const isCloser = distance < bestDistance || frequency > bestFrequency;
      // Of equals, take the one with the lowest number, whichever list it is in.
      if (!isCloser && (frequency < bestFrequency || term > best)) continue;
      best = term;
      bestDistance = distance;
      bestFrequency = frequency;
    }
  }
  return best;
}

/** Whether a term is so rare that it may be misspelled or foreign. */
export const isRare = (reader: IndexReader, term: number): boolean =>
  term < 0 || documentFrequency(reader, term) < rareBelow;

/** Optimal string alignment distance. Returns `most + 1` for any larger distance. */
export function editDistance(one: string, other: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(last[other.length]!, most + 1);
}

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
