import { LRUCache } from 'lru-cache';
import { once, recalled } from '../core/memo.ts';
import { findMatches } from '../index/matcher.ts';
import { documentFrequency, type IndexReader } from '../index/reader.ts';
import { tokenize } from '../text/tokenize.ts';
import { splitWord, termOf } from './compounds.ts';
import { englishTerms } from './foreign.ts';
import { allNames, isPair } from './groups.ts';
import { formsOf, slipCost, stemsLike } from './spelling.ts';

/** A word and those before and after it. */
export type Beside = readonly [before: string | undefined, typed: string, after: string | undefined];

/** What a likelier slip counts for against more papers: as ten times as many for each .23 that it costs less. */
const perCost = 10;

/** The highest costs of a slip: of any, where a few papers have the word beside the one that stands there, and where names have. */
type Limits = readonly [any: number, beside: number, named: number];
/** A short word has too many neighbors. */
const limitsOf = (letters: number): Limits =>
  letters < 7 ? [0.45, 0.5, 0.7] : letters < 10 ? [0.8, 0.9, 1] : [1.2, 1.2, 1.3];
const few = 3;
/** For so many papers counts a name that has both words. */
const named = 1000;

/**
 * The word that was meant by a misspelled one, as papers, names or the English of foreign terms write it: the one of the likeliest
 * slip, and of those rather the one that more papers have, most of all beside the same word. Null if there is none.
 * @param asked the fewest papers that have it, and in which it stands beside one of the words there; what its slip may cost
 */
export function correctedWord(
  reader: IndexReader,
  [before, written, after]: Beside,
  { least = 0, beside = 0, limits = limitsOf(written.length) } = {},
): string | null {
  const typed = written.toLowerCase();
  const most = Math.max(...limits);
  if (!/^[a-z]{3,}$/.test(typed) || (beside === 0 && isKnownWord(typed))) return null;
  let best: string | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  const consider = (form: string, papers: number, fewest: number) => {
    const cost = slipCost(typed, form, most);
    if (cost > most || isOpposite(typed, form)) return;
    const together = besideOf(reader, [before, form, after]);
    const company = together >= named ? 2 : together >= few ? 1 : 0;
    const isLikely = company > 0 || (papers >= fewest && typed.length >= 5);
    const score = Math.log(Math.max(5, papers) * (1 + together)) - perCost * cost;
    if (!isLikely || together < beside || cost > limits[company] || score <= highest) return;
    best = form;
    highest = score;
  };
  const own = termOf(reader, typed);
  // A word of five letters is a name as often as a slip of a rare one: Candida auris.
  const fewest = typed.length < 6 ? reader.docCount / 1000 : 0;
  for (const { term, frequency } of stemsLike(reader, typed, least, most))
    if (term !== own)
      for (const form of recalled(formsKept(reader), term, () => formsOf(reader, term)).keys())
        consider(form, frequency, fewest);
  if (least === 0)
    for (const word of knownWords(typed[0]!)) if (slipCost(typed, word) <= 1) consider(word, 0, 0);
  return best;
}

/** Whether two words begin as opposites do: hypotension, hypertension. */
const isOpposite = (one: string, other: string): boolean =>
  /^(hyp|int|m)(o|er|ra|icro|acro).* \1(?!\2)(?:o|er|ra|icro|acro)/.test(`${one} ${other}`);

/** Common stems are looked at for many words. */
const formsKept = once((_: IndexReader) => new LRUCache<number, Map<string, number>>({ max: 4000 }));

/** The word of which a seldom one is a slip, if papers write it twenty times more often, also beside its neighbor, or names do. */
export function slipBeside(reader: IndexReader, words: Beside): string | null {
  const typed = words[1];
  const isWord = /^[A-Z]?[a-z]{2,}$/.test(typed) && tokenize(typed).length > 0;
  const least = documentFrequency(reader, termOf(reader, typed)) * 20;
  if (!isWord || least * 20 >= reader.docCount || !(words[0] || words[2])) return null;
  return correctedWord(reader, words, {
    least: Math.max(1, least),
    beside: few + 20 * besideOf(reader, words),
  });
}

/** Few topics mean a word that papers write this many times less often than one that differs by a slip. */
const slipFrom = 100;
/**
 * The word meant by a long one that papers have, yet hardly in this form, and that swaps two neighbors, doubles a letter or lacks
 * one of a common word: `langauge`, `inflamation`. Null for other words.
 */
export function slipOf(reader: IndexReader, written: string): string | null {
  const typed = written.toLowerCase();
  return recalled(slips(reader), typed, () => foundSlip(reader, typed) ?? '') || null;
}

/** Topics share most of their words. Some hundred bytes each; empty for a word that is none. */
const slips = once((_: IndexReader) => new LRUCache<string, string>({ max: 4000 }));

function foundSlip(reader: IndexReader, typed: string): string | null {
  const term = termOf(reader, typed);
  if (term < 0 || typed.length < 7 || !/^[a-z]+$/.test(typed)) return null;
  const papers = documentFrequency(reader, term);
  const forms = formsOf(reader, term, 5, typed);
  // Hyphenated by a few papers and written apart by the others: machinelearning.
  const split = forms.size === 0 ? splitWord(reader, typed) : null;
  if (split && findMatches(reader, { kind: 'phrase', terms: split.terms }).docIds.length >= papers * 10)
    return split.halves.join(' ');
  const least = slipFrom * (forms.has(typed) ? papers : 1);
  if (least > reader.docCount) return null;
  // Two neighbors swapped, or a letter doubled, or one left out.
  const most = typed.length < 9 ? 0.44 : 0.45;
  return correctedWord(reader, [undefined, typed, undefined], { least, limits: [most, 0, 0] });
}

/** In how many papers a word stands beside one of its neighbors, or names have them so. */
function besideOf(reader: IndexReader, [before, word, after]: Beside): number {
  let most = 0;
  for (const pair of [before && [before, word], after && [word, after]]) {
    if (!pair) continue;
    const terms = pair.map((one) => termOf(reader, one));
    const papers = terms.includes(-1) ? 0 : findMatches(reader, { kind: 'phrase', terms }).docIds.length;
    const isNamed = isPair(pair[0], pair[1]) || isPair(pair[0], pair[1]!.replace(/s$/, ''));
    most = Math.max(most, papers + (isNamed ? named : 0));
  }
  return most;
}

/** Words that names and the tables' English have, by first letter. */
const words = new Map<string, Set<string>>();

function knownWords(letter: string): ReadonlySet<string> {
  if (words.size === 0)
    for (const name of [...allNames(), ...englishTerms()])
      for (const [word] of name.toLowerCase().matchAll(/(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/gu))
        recalled(words, word[0]!, () => new Set()).add(word);
  return words.get(letter) ?? new Set();
}

/** Whether names or tables have a word, also in another number: chickpeas. */
const isKnownWord = (typed: string): boolean =>
  [/$/, /$/, /(?<!s)s$/, /ies$/, /es$/].some((end, at) =>
    knownWords(typed[0]!).has(typed.replace(end, ['', 's', '', 'y', 'is'][at]!)),
  );
