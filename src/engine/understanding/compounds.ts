import { findMatches } from '../index/matcher.ts';
import { papersWithAll } from '../index/papersWithAll.ts';
import {
  documentFrequency,
  firstDocsWithTerm,
  hasTerm,
  type IndexReader,
  segmentOf,
} from '../index/reader.ts';
import { tokenize } from '../text/tokenize.ts';

/** From this many papers on, a joined word is a spelling, whatever else its halves are used for. */
const joinedAtLeast = 10;
/** Shorter halves are mostly parts of other words. */
const shortestHalf = 3;

/**
 * `honey bees` in one word, if papers write it so; -1 if not. Of words with a hyphen the common ones are left to the index,
 * which joins them itself at a small weight: co-ordinate is not always what coordinate is.
 */
export function joinedTerm(
  reader: IndexReader,
  [first, second]: readonly [string, string],
  isHyphenated: boolean,
): number {
  const term = termOf(reader, first + second);
  if (term < 0) return -1;
  const written = writtenWhole(reader, term);
  if (documentFrequency(reader, term) >= joinedAtLeast) return written > 0.5 && !isHyphenated ? term : -1;
  // A rare joined word, as in a small library, means the same unless its halves mostly meet without making one name.
  const halves = [termOf(reader, first), termOf(reader, second)];
  return written > 0 && isOneName(reader, halves, timesTogether(reader, halves)) ? term : -1;
}

/** `honeybees` in two words, if papers write it so: where its halves meet, they mostly stand together. */
export function splitWord(reader: IndexReader, word: string): { halves: string[]; terms: number[] } | null {
  if (!/^[A-Za-z]+$/.test(word)) return null;
  const joined = termOf(reader, word);
  const asOne = joined < 0 ? 0 : documentFrequency(reader, joined);
  if (asOne >= joinedAtLeast && writtenWhole(reader, joined) > 0) return null;
  let best: { halves: string[]; terms: number[] } | null = null;
  let most = 0;
  for (let at = shortestHalf; at <= word.length - shortestHalf; at++) {
    const halves = [word.slice(0, at), word.slice(at)];
    const first = termOf(reader, halves[0]!);
    const terms = [first, first < 0 ? -1 : termOf(reader, halves[1]!)];
    const apart = writtenApart(reader, terms, joined);
    // A word that is seldom written apart is one word, into which a blank slipped.
    if (
      apart <= most ||
      apart * 2 < asOne ||
      !terms.every((term) => isWord(reader, term, apart)) ||
      !isOneName(reader, terms, timesTogether(reader, terms))
    )
      continue;
    best = { halves, terms };
    most = apart;
  }
  return best;
}

/** The one term of a word; -1 if no paper has it, or if it is none or several. */
export function termOf({ vocabulary }: IndexReader, word: string): number {
  const [form, ...others] = tokenize(word);
  return form && others.length === 0 ? (vocabulary.numbers.get(form.stem) ?? -1) : -1;
}

/** In how many papers the second word follows the first. */
const timesTogether = (reader: IndexReader, terms: readonly number[]): number =>
  terms.includes(-1) ? 0 : findMatches(reader, { kind: 'phrase', terms }).docIds.length;

/** Whether a half of a compound is used without the other (`fication` is not), by other papers or in the background. */
const isWord = ({ statistics }: IndexReader, half: number, together: number): boolean =>
  (statistics.frequencies[half] ?? 0) > together + 0.005;

/**
 * In how many papers the second word follows the first after a blank, as far as papers say: one that writes them with a
 * hyphen, or at the end of a line (`man-agement`), holds the joined word as well.
 */
function writtenApart(reader: IndexReader, terms: readonly number[], joined: number): number {
  if (terms.includes(-1)) return 0;
  const { docIds } = findMatches(reader, { kind: 'phrase', terms });
  const apart = docIds.filter((docId) => joined < 0 || !hasTerm(reader, docId, joined)).length;
  return apart * 2 >= docIds.length ? apart : 0;
}

/** Whether the words stand together in at least half of the papers that have both. */
function isOneName(reader: IndexReader, terms: readonly number[], together: number): boolean {
  if (terms.includes(-1)) return true;
  const both = reader.segments.reduce((sum, one) => sum + papersWithAll(one, terms).length, 0);
  return together * 2 >= both;
}

/** In which share of its papers a term is one word, rather than written with a hyphen, which the index joins itself. */
function writtenWhole(reader: IndexReader, term: number): number {
  let whole = 0;
  const sample = firstDocsWithTerm(reader, term, 12);
  for (const docId of sample) {
    const { segment, docBase } = segmentOf(reader, docId);
    const { starts, tokens } = segment.store;
    if (tokens.subarray(starts[docId - docBase], starts[docId - docBase + 1]).includes(term * 2)) whole++;
  }
  return whole / Math.max(1, sample.length);
}
