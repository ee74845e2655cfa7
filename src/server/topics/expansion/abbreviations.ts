import { stem } from 'porter2';

export interface Abbreviation {
  long: string;
  short: string;
}

/** A definition needs this many papers, and this share of those that define the same words. */
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

/** Of the definitions that fit, the one that most texts give. */
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

/** No abstract explains more; beyond this a text is made to keep us busy. */
const pairsAtMost = 200;

/**
 * The abbreviations that a text defines, as `long form (LF)` or `LF (long form)`
 * (Schwartz and Hearst 2003, A simple algorithm for identifying abbreviation definitions in biomedical text).
 */
export function abbreviationsIn(text: string): Abbreviation[] {
  return [...text.matchAll(/\(([^()]{2,80})\)/g).take(pairsAtMost)].flatMap(({ 1: inside = '', index }) => {
    const before = text.slice(Math.max(0, index - 160), index).trimEnd();
    const first = inside.split(/[;,]/)[0]!.trim();
    if (isShort(first)) {
      const long = longFormBefore(before, first.replace(/s$/, ''));
      return long ? { long, short: first.replace(/s$/, '') } : [];
    }
    const short = /[\p{L}\p{N}-]+$/u.exec(before)?.[0] ?? '';
    const long = isShort(short) ? longFormBefore(first, short) : null;
    return long && long === first ? { long, short } : [];
  });
}

const isShort = (word: string): boolean =>
  word.length >= 2 &&
  word.length <= 10 &&
  /^[\p{L}\p{N}][\p{L}\p{N}-]*$/u.test(word) &&
  /\p{Lu}.*\p{Lu}|\p{Lu}.*\p{N}/u.test(word);

/** The words at the end of a text that contain the letters of a short form in order, matched from the right. */
function longFormBefore(before: string, short: string): string | null {
  const most = Math.min(short.length + 5, short.length * 2);
  const words = before.split(/\s+/).slice(-most);
  const candidate = words.join(' ').replace(/^.*[.;:!?,]\s+/, '');
  const letters = [...short.toLowerCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  let at = candidate.length - 1;
  for (let letter = letters.length - 1; letter >= 0; letter--, at--) {
    const begins = () => letter > 0 || !/[\p{L}\p{N}]/u.test(candidate[at - 1] ?? ' ');
    const wanted = letters[letter]!;
    const is = (sign: string) => sign === wanted || sign === greek[wanted];
    while (at >= 0 && !(is(candidate[at]!.toLowerCase()) && begins())) at--;
    if (at < 0) return null;
  }
  const long = candidate.slice(at + 1);
  const enough = long.length > short.length * 1.5 && long.split(/\s+/).length <= 8 && !long.includes(short);
  return enough && /^[\p{L}\p{N}][\p{L}\p{N}\s'’/-]*$/u.test(long) ? long : null;
}

/** `TNF-α` abbreviates `tumor necrosis factor alpha`. */
const greek: Record<string, string> = {
  α: 'a',
  β: 'b',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ω: 'o',
};

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
