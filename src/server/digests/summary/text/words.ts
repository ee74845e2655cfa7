/**
 * A text in lower case, split into words and signs in one pass. Words are numbers, so that reading them creates no
 * strings.
 */
export interface Words {
  /** The text in lower case. */
  lower: string;
  /**
   * Words of the letters a to z, figures, and the signs %, =, <, > and ±, in order, by `numberOf`; `unnumbered` for words
   * without a number.
   */
  all: number[];
  /** How many words had a number at that time. */
  numbered: number;
}

/** The number of all words about which nothing was learned. */
export const unnumbered = 0;
/** Words that have a number, and a hash table to find them: open addressing, a number in each place. */
const numbered: string[] = [''];
const hashes: number[] = [0];
let places = new Int32Array(1 << 15);

/**
 * The number of a word; `#` stands for figures. From then on the word is found in texts. Only learned words have numbers.
 */
export function numberOf(word: string): number {
  const hash = hashOf(word, 0, word.length);
  const known = find(word, 0, word.length, hash);
  if (known !== unnumbered) return known;
  const number = numbered.push(word) - 1;
  hashes.push(hash);
  if (numbered.length * 4 <= places.length) place(number);
  else {
    places = new Int32Array(places.length * 2);
    for (let one = 1; one <= number; one++) place(one);
  }
  return number;
}

/** Values of words as an array without holes, several times as fast to read as a map. */
export const byNumber = <Known>(known: ReadonlyMap<number, Known>): (Known | undefined)[] =>
  Array.from(numbered, (_, number) => known.get(number));

function place(number: number): void {
  let at = hashes[number]! & (places.length - 1);
  while (places[at]) at = (at + 1) & (places.length - 1);
  places[at] = number;
}

function find(text: string, from: number, to: number, hash: number): number {
  for (let at = hash & (places.length - 1); places[at]; at = (at + 1) & (places.length - 1)) {
    const number = places[at]!;
    if (hashes[number] === hash && stands(numbered[number]!, text, from, to)) return number;
  }
  return unnumbered;
}

function stands(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}

function hashOf(text: string, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = step(hash, text.charCodeAt(at));
  return hash;
}
const step = (hash: number, code: number): number => (Math.imul(hash, 0x01000193) ^ code) | 0;

const figure = numberOf('#');
const signs = new Map([...'%=<>±'].map((sign) => [sign.charCodeAt(0), numberOf(sign)]));
/** The number of `<`, `>` or `±`. */
export const isComparison = (number: number): boolean => comparisons.has(number);
const comparisons = new Set([...'<>±'].map(numberOf));

/** The words of a text, in linear time. */
export function wordsOf(text: string): Words {
  const lower = text.toLowerCase();
  const words: Words = { lower, all: [], numbered: numbered.length };
  for (let at = 0; at < lower.length; ) {
    const code = lower.charCodeAt(at);
    if (isLetter(code)) at = readWord(words, at);
    else if (isDigit(code)) at = readFigure(words, at);
    else {
      const sign = code < 0x25 || code > 0xb1 ? undefined : signs.get(code);
      if (sign !== undefined) words.all.push(sign);
      at++;
    }
  }
  return words;
}

/** Whether words have got numbers since the text was split. */
export const isOutdated = (words: Words): boolean => words.numbered !== numbered.length;

/** The end of the word that begins at a position. */
function readWord({ lower, all }: Words, from: number): number {
  let to = from;
  let hash = 0;
  for (let code = lower.charCodeAt(to); isLetter(code); code = lower.charCodeAt(++to))
    hash = step(hash, code);
  all.push(find(lower, from, to, hash));
  return to;
}

/** The end of the figure that begins at a position. `1,040` and `0.5` are one figure each, of two runs of digits. */
function readFigure({ lower, all }: Words, from: number): number {
  all.push(figure);
  for (let run = from; ; run++) {
    while (isDigit(lower.charCodeAt(run))) run++;
    const next = lower.charCodeAt(run);
    if ((next !== 0x2c && next !== 0x2e) || !isDigit(lower.charCodeAt(run + 1))) return run;
  }
}

const isLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
