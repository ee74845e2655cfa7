import { stem } from 'porter2';
import { type Abbreviation, abbreviationsIn } from '#search/text/abbreviations.ts';

/** A definition must occur in this many papers, and in this share of those that define the same words. */
const papersAtLeast = 2;
const shareAtLeast = 0.6;

/**
 * The topic with abbreviations written out, or the reverse, by the definitions `long form (LF)` in the texts: `heart
 * failure` gives `HF`, `LLM agents` gives `large language model agents`. Only the most frequent sense, one per pair.
 */
export function otherForms(topic: string, texts: readonly string[]): string[] {
  const pairs = texts.map((text) => distinct(abbreviationsIn(text)));
  const words = topic.split(/\s+/).filter(Boolean);
  const forms: string[] = [];
  for (const short of new Set(words.map(bareShort).filter((word) => word !== null))) {
    const long = mostMeant(
      pairs,
      (pair) => pair.short === short,
      ({ long }) => keyOf(long),
    );
    if (long)
      forms.push(
        words
          .map((word, at) => (bareShort(word) === short ? inPlace(long.long, word, words[at + 1]) : word))
          .join(' '),
      );
  }
  const keys = words.map(stemOf);
  for (const { from, to } of spans(words.length)) {
    const key = keys.slice(from, to).join(' ');
    const short = mostMeant(
      pairs,
      ({ long }) => keyOf(long) === key,
      ({ short }) => short,
    );
    if (short) forms.push([...words.slice(0, from), short.short, ...words.slice(to)].join(' '));
  }
  return [...new Set(forms)];
}

/** A word of the topic that is an abbreviation, without a plural s. */
const bareShort = (word: string): string | null =>
  /^\p{Lu}[\p{L}\p{N}-]*\p{Lu}[\p{L}\p{N}-]*s?$|^\p{Lu}{2,}s?$/u.test(word) ? word.replace(/s$/, '') : null;

/** Before a noun the long form is singular: `LLM agents` are large language model agents. */
const inPlace = (long: string, short: string, next: string | undefined): string =>
  next && !short.endsWith('s') ? long.replace(/(?<=[^s])s$/, '') : long;

/** Runs of two words and more, the longest first. */
const spans = (length: number): { from: number; to: number }[] =>
  Array.from({ length: Math.max(0, length - 1) }, (_, at) => length - at).flatMap((size) =>
    Array.from({ length: length - size + 1 }, (_, from) => ({ from, to: from + size })),
  );

/** The most frequent of the matching definitions. */
function mostMeant(
  pairs: Abbreviation[][],
  fits: (pair: Abbreviation) => boolean,
  other: (pair: Abbreviation) => string,
): Abbreviation | null {
  const counts = new Map<string, { pair: Abbreviation; papers: number }>();
  let explained = 0;
  for (const ofText of pairs) {
    const pair = ofText.find(fits);
    if (!pair) continue;
    explained++;
    const seen = counts.get(other(pair)) ?? { pair, papers: 0 };
    counts.set(other(pair), { ...seen, papers: seen.papers + 1 });
  }
  const [best] = [...counts.values()].sort((a, b) => b.papers - a.papers);
  return best && best.papers >= papersAtLeast && best.papers / explained >= shareAtLeast ? best.pair : null;
}

const distinct = (pairs: Abbreviation[]): Abbreviation[] => [
  ...new Map(pairs.map((pair) => [`${pair.short} ${keyOf(pair.long)}`, pair])).values(),
];

/** A key that ignores case, hyphens and inflection. */
export const keyOf = (phrase: string): string =>
  phrase
    .normalize('NFKC')
    .split(/[\s\u2010-\u2015-]+/u)
    .filter(Boolean)
    .map(stemOf)
    .join(' ');

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const small = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const found = /^[a-z]+$/.test(small) ? stem(small) : small;
  if (stems.size >= stemsKept) stems.clear();
  stems.set(word, found);
  return found;
}

/** The limit bounds the memory: a few words make up nearly all text. */
const stems = new Map<string, string>();
const stemsKept = 50_000;
