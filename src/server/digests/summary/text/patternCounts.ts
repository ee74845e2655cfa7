import { beginningOf, type Words, wordEnd } from './words.ts';

/** Beginnings of words whose patterns are remembered. */
const rememberedAtMost = 30_000;

/**
 * Counts many patterns in a text at once: for each, as often as `match` would find it in `words.lower`, up to a number. A
 * pattern that starts with `\b` is tried only at words that it may begin with, which makes some fifty of them several times
 * as fast as one after the other.
 */
export function patternCounts(patterns: readonly RegExp[]): (words: Words, atMost: number) => Uint8Array {
  const searched = patterns.map((pattern) => new RegExp(pattern.source, 'g'));
  const tried = patterns.map((pattern) => new RegExp(pattern.source, 'y'));
  const places = patterns.map((_, at) => at);
  const anywhere = places.filter((at) => !startsWithWord(patterns[at]!.source));
  const startsOf = possibleStarts(
    places.filter((at) => !anywhere.includes(at)),
    patterns,
  );
  return (words, atMost) => {
    const { lower, begins, at: froms } = words;
    const counts = new Uint8Array(patterns.length);
    const ends = new Int32Array(patterns.length);
    for (let at = 0; at < begins.length; at++)
      for (const which of startsOf(begins[at]!)) {
        const from = froms[at]!;
        if (counts[which]! >= atMost || from < ends[which]!) continue;
        const pattern = tried[which]!;
        pattern.lastIndex = from;
        if (!pattern.test(lower)) continue;
        counts[which]!++;
        ends[which] = pattern.lastIndex;
      }
    for (const which of anywhere) {
      const pattern = searched[which]!;
      pattern.lastIndex = 0;
      while (counts[which]! < atMost && pattern.test(lower)) counts[which]!++;
    }
    return counts;
  };
}

/** Whether every alternative of a pattern starts with `\b`. */
function startsWithWord(source: string): boolean {
  let flat = source.replace(/\\[^b]/g, '-').replace(/\[[^[\]]*\]/g, '-');
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat.replace(/\([^()]*\)/g, '-');
  }
  return flat.split('|').every((one) => one.startsWith('\\b'));
}

/** For a beginning of `Words`, which of the patterns may begin with it: never too few, and seldom more than do. */
function possibleStarts(
  which: readonly number[],
  patterns: readonly RegExp[],
): (begin: number) => readonly number[] {
  const sources = which.map((at) => startOf(patterns[at]!.source));
  const tests = sources.map((source) => new RegExp(`^(?:${source})`));
  const any = new RegExp(`^(?:${sources.join('|')})`);
  const none: readonly number[] = [];
  const known = new Map<number, readonly number[]>();
  return (begin) => {
    const remembered = known.get(begin);
    if (remembered) return remembered;
    if (known.size >= rememberedAtMost) known.clear();
    const letters = beginningOf(begin);
    const starts = any.test(letters) ? which.filter((_, at) => tests[at]!.test(letters)) : none;
    known.set(begin, starts.length ? starts : none);
    return starts;
  };
}

/** A pattern that matches whatever the beginning of a match of `source` may be: everything in it may also be the end. */
const startOf = (source: string): string =>
  source.replace(part, (one) => {
    if (one.startsWith('(?!') || one.startsWith('(?=')) return '';
    if (structure.test(one)) return one;
    return letter.test(one) ? `(?:${one}|$)` : `(?:${one}|${wordEnd}|$)`;
  });

const part = /\(\?[!=][^()]*\)|\\.|\[[^[\]]*\]|\(\?:|[()|?*+]|\{\d+(?:,\d*)?\}|./gs;
const structure = /^(?:\(\?:|[()|?*+]|\{\d+(?:,\d*)?\})$/;
const letter = /^[a-z]$/;
