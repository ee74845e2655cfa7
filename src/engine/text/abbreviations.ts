export type Abbreviation = { long: string; short: string };

/** No abstract defines more. A text beyond this is an attempt to waste our time. */
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
const greek: Record<string, string> = Object.fromEntries(
  'αa βb γg δd εe κk λl μm ωo'.split(' ').map(([sign, letter]) => [sign, letter]),
);
