import { once, recalled } from '../core/memo.ts';
import { textOf } from '../documents/docStore.ts';
import { documentFrequency, type IndexReader, postingsOf } from '../index/reader.ts';

/** A word in fewer papers than this may be foreign. */
const rareBelow = 3;

/** Most stems that are looked at more closely, the commonest first. */
const lookedAt = 150;

/** Letters that are typed for each other because they sound alike or are both vowels, and those that stand side by side. */
const alike = ['aeiouy', 'scz', 'ckq', 'fv', 'dt', 'bp', 'mn', 'gj', 'gq'];
const keyboard = 'qwertyuiop asdfghjkl zxcvbnm';
/** The costs of a letter instead of another, by the code of both from `a` on. */
const replaced = Float32Array.from({ length: 26 * 26 }, (_, pair) => {
  const [one = '', other = ''] = [pair / 26, pair % 26].map((code) => String.fromCharCode(97 + code));
  if (/[iy]{2}/.test(one + other)) return 0.4;
  if (alike.some((letters) => letters.includes(one) && letters.includes(other))) return 0.5;
  return keyboard.includes(one + other) || keyboard.includes(other + one) ? 0.9 : 1.1;
});

const insteadOf = (typed: number, meant: number): number =>
  typed === meant ? 0 : (replaced[(typed - 97) * 26 + meant - 97] ?? 1.1);

/** What it costs to leave out or to add a letter of a word: less if it repeats the one before, and if it is not heard. */
const single = (word: string, at: number, cost: number): number =>
  word[at] === word[at - 1] ? 0.2 : word[at] === 'h' ? cost / 2 : cost;

/**
 * How unlikely it is to type this for a word, or to begin with it: the sum of its slips, of which a doubled letter costs .2 and one
 * that has nothing to do with the right one 1.1 (optimal string alignment). More than `most` for anything that costs more.
 */
export function slipCost(typed: string, form: string, most = 2.5, isStart = false): number {
  if (Math.max(form.length, typed.length) >= longest) return Number.POSITIVE_INFINITY;
  if (!isStart && Math.abs(form.length - typed.length) > 2) return Number.POSITIVE_INFINITY;
  let [before, last, row] = rows;
  last[0] = 0;
  for (let j = 0; j < form.length; j++) {
    lacking[j] = single(form, j, 0.45);
    last[j + 1] = last[j]! + lacking[j]!;
  }
  let end = last[form.length]!;
  let leastBefore = 0;
  for (let i = 0; i < typed.length; i++) {
    const letter = typed.charCodeAt(i);
    const added = single(typed, i, 0.8);
    let least = last[0]! + added;
    row[0] = least;
    for (let j = 0; j < form.length; j++) {
      const meant = form.charCodeAt(j);
      let cost = Math.min(last[j + 1]! + added, row[j]! + lacking[j]!, last[j]! + insteadOf(letter, meant));
      if (i > 0 && j > 0 && letter === form.charCodeAt(j - 1) && typed.charCodeAt(i - 1) === meant)
        cost = Math.min(cost, before[j - 1]! + 0.44);
      row[j + 1] = cost;
      if (cost < least) least = cost;
    }
    end = isStart ? Math.min(end, row[form.length]!) : row[form.length]!;
    // Two letters may yet be swapped.
    if (Math.min(least, leastBefore) > most) return isStart ? end : Number.POSITIVE_INFINITY;
    leastBefore = least;
    [before, last, row] = [last, row, before];
  }
  return end;
}

/** No word that could be intended is nearly this long. */
const longest = 64;
const rows = [0, 1, 2].map(() => new Float64Array(longest)) as [Float64Array, Float64Array, Float64Array];
const lacking = new Float64Array(longest);

/** The stems in at least so many papers with which a word begins but for slips, the likeliest and of those the commonest first. */
export function stemsLike(reader: IndexReader, typed: string, least: number, most: number): Common[] {
  const found: (Common & { cost: number })[] = [];
  for (const one of commonStems(reader).get(typed[0]!) ?? []) {
    const { stem, frequency } = one;
    if (frequency < least || stem.length > typed.length + 2 || stem.length * 2 < typed.length - 3) continue;
    const cost = slipCost(typed, stem, most, true);
    if (cost <= most) found.push({ ...one, cost });
  }
  const nearest = found.sort((a, b) => a.cost - b.cost || b.frequency - a.frequency || a.term - b.term);
  return nearest.slice(0, lookedAt);
}

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

/** A term, and the number of papers that have it, with deleted ones as in `documentFrequency`. */
type Common = { term: number; stem: string; frequency: number };

/** Minimum number of papers for a term to be listed: a tenth of all terms have so many, and only those can be meant by a slip. */
const commonFrom = 5;

const commonStems = once(({ segments, vocabulary: { stems } }: IndexReader) => {
  const counts = new Uint32Array(stems.length);
  for (const { segment } of segments)
    for (let i = 0; i < segment.terms.length; i++)
      counts[segment.terms[i]!]! += segment.postings[i + 1]! - segment.postings[i]!;
  const lists = new Map<string, Common[]>();
  for (const [term, frequency] of counts.entries()) {
    const stem = stems[term]!;
    if (frequency >= commonFrom) recalled(lists, stem[0]!, () => []).push({ term, stem, frequency });
  }
  return lists;
});
