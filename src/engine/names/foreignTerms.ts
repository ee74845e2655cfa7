import { newYielder } from '../core/yieldToEventLoop.ts';
import { tokenize } from '../text/tokenize.ts';
import { folded, isLinkWord } from '../understanding/foreign.ts';

/** A title in the language of its article and in English. */
export type TitlePair = { own: string; english: string };

/** Minimum number of titles that have a word and its translation; few words occur in so many foreign titles. */
const titlesAtLeast = 2;
/** Minimum share of a word's titles that have the translation in English. With two or three titles, all must have it. */
const shareAtLeast = 0.6;
/** How many times as often the translation must occur in these titles as in others. */
const liftAtLeast = 5;
/** A word in this many English titles is English. */
const englishFrom = 3;
const shortest = 5;
const longestPhrase = 3;
const termsAtMost = 5000;

/**
 * Words and pairs of words in other languages, each with the English phrase that most of their titles have and few others
 * do. Clear winners only: returns no translation if another phrase fits as well, or if another word fits the phrase as
 * well. `others` are English titles, which show what is common. Yields to the event loop.
 */
export async function foreignTerms(
  pairs: readonly TitlePair[],
  others: readonly string[],
): Promise<[term: string, english: string][]> {
  const yielder = newYielder();
  const english = new Map<string, number>();
  const titles: Title[] = [];
  for (const { own, english: title } of pairs) {
    titles.push({ terms: termsOf(own), phrases: phrasesOf(title) });
    count(english, new Set(wordsOf(title)));
    if (yielder.isDue()) await yielder.yield();
  }
  const common = new Map<string, number>();
  for (const phrase of titles.flatMap(({ phrases }) => [...phrases.keys()])) common.set(phrase, 0);
  for (const title of others) {
    for (const phrase of phrasesOf(title).keys()) if (common.has(phrase)) count(common, [phrase]);
    count(english, new Set(wordsOf(title)));
    if (yielder.isDue()) await yielder.yield();
  }
  for (const { phrases } of titles) count(common, phrases.keys());

  const named = titles.flatMap((title) => [...title.terms].map((term) => ({ term, title })));
  const byTerm = Map.groupBy(named, ({ term }) => term);
  const found: Candidate[] = [];
  for (const [term, places] of byTerm) {
    if (yielder.isDue()) await yielder.yield();
    if (places.length < titlesAtLeast) continue;
    if (term.split(' ').some((word) => (english.get(word) ?? 0) >= englishFrom)) continue;
    const best = clearWinner(
      places.map(({ title }) => title),
      { common, titles: titles.length + others.length },
    );
    if (best) found.push({ term, titles: new Set(places.map(({ title }) => title)), ...best });
  }
  return clearTerms(found)
    .sort((one, other) => other.titles.size - one.titles.size || (one.term < other.term ? -1 : 1))
    .slice(0, termsAtMost)
    .map(({ term, english }) => [term, english]);
}

interface Title {
  terms: ReadonlySet<string>;
  /** Phrases as written, by their stems. */
  phrases: ReadonlyMap<string, string>;
}

type Winner = { key: string; english: string; together: number };

interface Candidate extends Winner {
  term: string;
  titles: ReadonlySet<Title>;
}

/** The phrase that most of these titles have and that is rare elsewhere; null if an unrelated phrase is in as many. */
function clearWinner(titles: readonly Title[], all: { common: ReadonlyMap<string, number>; titles: number }) {
  const counts = new Map<string, number>();
  for (const { phrases } of titles) count(counts, phrases.keys());
  const least = Math.max(titlesAtLeast, titles.length <= 3 ? titles.length : titles.length * shareAtLeast);
  const fitting = [...counts]
    .filter(([key, together]) => {
      const elsewhere = (all.common.get(key)! - together) / Math.max(1, all.titles - titles.length);
      return together >= least && together / titles.length >= liftAtLeast * elsewhere;
    })
    .sort(([one, many], [other, others]) => others - many || sizeOf(other) - sizeOf(one));
  const [best] = fitting;
  if (!best) return null;
  const [key, together] = best;
  const words = new Set(key.split(' '));
  const isRival = ([other, others]: [string, number]) =>
    others >= together &&
    other !== key &&
    (sizeOf(other) === sizeOf(key) || !other.split(' ').some((word) => words.has(word)));
  if (fitting.some(isRival)) return null;
  return { key, together, english: titles.flatMap(({ phrases }) => phrases.get(key) ?? [])[0]! };
}

const sizeOf = (phrase: string): number => phrase.split(' ').length;

/** Removes parts of pairs that occur only in their pair, and words that share their phrase with another word. */
function clearTerms(found: readonly Candidate[]): Candidate[] {
  const onlyInPair = new Set(
    found
      .filter(({ term }) => term.includes(' '))
      .flatMap(({ term, titles }) => term.split(' ').map((word) => `${word} ${titles.size}`)),
  );
  const whole = found.filter(({ term, titles }) => !onlyInPair.has(`${term} ${titles.size}`));
  const byPhrase = Map.groupBy(whole, ({ key }) => key);
  return whole.filter((one) => {
    const words = one.term.split(' ');
    const isRival = (other: Candidate) =>
      other !== one &&
      [...one.titles].filter((title) => other.titles.has(title)).length * 2 > one.titles.size &&
      !other.term.split(' ').some((word) => words.includes(word));
    return !byPhrase.get(one.key)!.some(isRival);
  });
}

/** The words of a foreign title that could be learned, and its pairs of adjacent words. */
function termsOf(title: string): Set<string> {
  const terms = new Set<string>();
  let before: { word: string; to: number } | null = null;
  for (const match of title.matchAll(latinWord)) {
    const word = folded(match[0]);
    if (word.length < shortest || isLinkWord(word)) continue;
    terms.add(word);
    if (before && title.slice(before.to, match.index) === ' ') terms.add(`${before.word} ${word}`);
    before = { word, to: match.index + match[0].length };
  }
  return terms;
}

/** Words of Latin letters. Other scripts are not looked up. */
const latinWord = /[\p{Script=Latin}\p{M}]+/gu;

const wordsOf = (title: string): string[] => (title.match(latinWord) ?? []).map(folded);

/** The phrases of an English title, by their stems. */
function phrasesOf(title: string): Map<string, string> {
  const phrases = new Map<string, string>();
  const tokens = tokenize(title).filter(({ isSynonym }) => !isSynonym);
  for (let first = 0; first < tokens.length; first++)
    for (let last = first; last < Math.min(tokens.length, first + longestPhrase); last++) {
      const before = tokens[last - 1];
      if (last > first && !/^[\s-]$/.test(title.slice(before!.to, tokens[last]!.from))) break;
      const text = title.slice(tokens[first]!.from, tokens[last]!.to).toLowerCase();
      if (!/\p{L}{3}/u.test(text)) continue;
      const key = tokens.slice(first, last + 1).map(({ stem }) => stem);
      phrases.set(key.join(' '), text);
    }
  return phrases;
}

function count(counts: Map<string, number>, keys: Iterable<string>): void {
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
}
