import { LRUCache } from 'lru-cache';
import { once, recalled } from '../core/memo.ts';
import { textOf } from '../documents/docStore.ts';
import { documentFrequency, type IndexReader, postingsOf } from '../index/reader.ts';
import { tokenize } from '../text/tokenize.ts';

/** A word in fewer papers than this may be foreign. */
const rareBelow = 3;

/** Shorter words have too many neighbors. */
export const shortest = 5;
/** From so many letters on, two edits are one slip. */
const long = 10;
/** Most stems that are looked at more closely, the commonest first. */
const lookedAt = 150;

type Fits = (form: string) => boolean;

/**
 * The word that was meant by a misspelled one: the form, as papers write it, within one edit of what was typed (two from ten
 * letters on; swapping neighbors counts as one) that begins with the same letter; of equals the commonest. Null if there is none
 * in at least so many papers, or none that fits its neighbors, if that is asked; then shorter words have some, too.
 */
export function correctedWord(reader: IndexReader, written: string, least = 0, fits?: Fits): string | null {
  const typed = written.toLowerCase();
  if (typed.length < (fits ? 4 : shortest) || !/^[a-z]+$/.test(typed)) return null;
  let best: { form: string; distance: number; frequency: number } | null = null;
  for (const { term, frequency } of stemsLike(reader, typed, least))
    for (const form of recalled(formsKept(reader), term, () => formsOf(reader, term)).keys()) {
      const distance = slipDistance(typed, form, !fits);
      if (distance === null || (fits && !fits(form))) continue;
      if (!best || distance < best.distance || (distance === best.distance && frequency > best.frequency))
        best = { form, distance, frequency };
    }
  return best?.form ?? null;
}

/**
 * By how many edits a word is a slip of another: one, two from ten letters on; swapping neighbors counts as one, and so does
 * doubling another letter. Null if it is none.
 * @param isStrict a short word with another letter in place of one is another word
 */
export function slipDistance(typed: string, form: string, isStrict = true): number | null {
  const most = typed.length < long ? 1 : 2;
  if (typed === form || Math.abs(form.length - typed.length) > most) return null;
  const distance = undoubled(typed) === undoubled(form) ? 1 : editDistance(typed, form, most);
  return distance > most || (isStrict && isOtherWord(typed, form)) ? null : distance;
}

/** Few topics mean a word that papers write this many times less often than one that differs by a slip. */
const slipFrom = 100;

/**
 * The word meant by a long one that papers have, yet hardly in this form, and that swaps two neighbors or doubles a letter of a
 * common word: `langauge`, `inflamation`. Null for other words.
 */
export const slipOf = (reader: IndexReader, written: string): string | null =>
  recalled(slips(reader), written.toLowerCase(), () => foundSlip(reader, written.toLowerCase()) ?? '') ||
  null;

/** Topics share most of their words. Some hundred bytes each; empty for a word that is none. */
const slips = once((_: IndexReader) => new LRUCache<string, string>({ max: 4000 }));

function foundSlip(reader: IndexReader, typed: string): string | null {
  const term = reader.vocabulary.numbers.get(tokenize(typed)[0]?.stem ?? '');
  if (term === undefined || typed.length < 7 || !/^[a-z]+$/.test(typed)) return null;
  const papers = documentFrequency(reader, term);
  const isWritten = formsOf(reader, term, 5, typed).has(typed);
  if (isWritten && papers * slipFrom > reader.docCount) return null;
  const least = slipFrom * (isWritten ? papers : 1);
  const meant = correctedWord(reader, typed, least);
  if (!meant) return null;
  const isSwapped =
    meant.length === typed.length && [...meant].sort().join('') === [...typed].sort().join('');
  if (!isSwapped && (typed.length < 9 || undoubled(meant) !== undoubled(typed))) return null;
  const other = reader.vocabulary.numbers.get(tokenize(meant)[0]!.stem)!;
  return documentFrequency(reader, other) >= least ? meant : null;
}

/** Without doubled letters: `baterries` has the right ones and doubles another. */
export const undoubled = (word: string): string => word.replace(/(.)\1/g, '$1');

/** As it sounds, from six letters on or in its end: `enzime`, `tumer`. */
const sounded = (word: string): string =>
  (word.length > 5 ? word.replace(/y/g, 'i') : word).replace(/er$/, 'or');

/** In a short word another letter in place of one makes another word (curry, carry) more often than a slip. */
const isOtherWord = (typed: string, form: string): boolean =>
  typed.length < 7 &&
  sounded(typed) !== sounded(form) &&
  typed.length === form.length &&
  [...typed].sort().join('') !== [...form].sort().join('');

/** Common stems that may begin a word like this one, the closest and of those the commonest first. */
function stemsLike(
  reader: IndexReader,
  typed: string,
  leastPapers: number,
): { term: number; frequency: number }[] {
  const { stems } = reader.vocabulary;
  const found: { term: number; frequency: number; distance: number }[] = [];
  // A word of five letters is a name as often as a slip of a rare one: Candida auris.
  const least = Math.max(leastPapers, typed.length < 6 ? reader.docCount / 1000 : 0);
  for (let length = Math.floor(typed.length / 2) - 1; length <= typed.length + 2; length++) {
    const { terms, frequencies } = commonTerms(reader, typed.charCodeAt(0), length);
    const start = typed.slice(0, length);
    for (const [i, term] of terms.entries()) {
      if (frequencies[i]! < least) continue;
      const distance = editDistance(start, stems[term]!.slice(0, typed.length), 2);
      if (distance <= 2) found.push({ term, frequency: frequencies[i]!, distance });
    }
  }
  const nearest = found.sort(
    (a, b) => a.distance - b.distance || b.frequency - a.frequency || a.term - b.term,
  );
  return nearest.slice(0, lookedAt);
}

/** Common stems are looked at for many words. */
const formsKept = once((_: IndexReader) => new LRUCache<number, Map<string, number>>({ max: 4000 }));

/** How a stem is written in a sample of papers, and how often; no more is read once `wanted` is found. */
export function formsOf({ segments }: IndexReader, term: number, sample = 30, wanted?: string) {
  const counts = new Map<string, number>();
  for (const { segment } of segments) {
    const { store, papers } = segment;
    const { from, to } = postingsOf(segment, term);
    for (const paper of papers.subarray(from, Math.min(to, from + sample))) {
      const text = textOf(store, paper);
      for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++)
        if (store.tokens[at] === term * 2) {
          const rest = text.slice(store.offsets[at]!, store.offsets[at]! + 40);
          const form = /^[\p{L}\p{N}]+/u.exec(rest)?.[0].toLowerCase();
          if (form) counts.set(form, (counts.get(form) ?? 0) + 1);
          if (wanted && form === wanted) return counts;
        }
    }
    if (counts.size > 0) break;
  }
  return counts;
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
type Common = { terms: number[]; frequencies: number[] };

const nothing: Common = { terms: [], frequencies: [] };

/** Minimum number of papers for a term to be listed. */
export const commonFrom = 5;

/**
 * The terms in at least `commonFrom` papers, by the code of their first letter and by their length. These are a tenth of
 * all terms, and only a few of them can be the intended form of a misspelled one. Deleted papers count, as in
 * `documentFrequency`.
 */
export const commonTerms = (reader: IndexReader, letter: number, length: number): Common =>
  listed(reader).get(keyOf(letter, length)) ?? nothing;

/** No term that could be intended is nearly this long. */
const longest = 256;

const keyOf = (letter: number, length: number): number => letter * longest + Math.min(length, longest - 1);

const listed = once(({ segments, vocabulary: { stems } }: IndexReader): ReadonlyMap<number, Common> => {
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
});
