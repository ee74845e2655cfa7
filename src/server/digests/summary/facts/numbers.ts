const units =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const inWords = `(?:${tens.join('|')})(?:[- ](?:${units.slice(0, 9).join('|')}))?|${[...units].reverse().join('|')}`;

/** The words with which spelled-out numbers begin. */
export const numberWords = [...tens, ...units].join('|');

/**
 * A number of things as abstracts write it: `1,040`, `3.2 million`, `Sixty-three`, `seventeen (17)`. Has named groups.
 */
export const numberPattern = String.raw`(?:(?<many>\d+(?:\.\d+)?) (?<power>million|billion)|(?<figure>\d{1,3}(?:,\d{3})+|\d{1,3} \d{3}(?= )|\d{1,7})|\b(?:(?<hundreds>${units.slice(0, 9).join('|')}) hundred(?: and)? ?)?(?:(?<words>${inWords})(?: (?<power2>thousand|million))?)?(?<=[a-z])(?: \((?<again>\d+)\))?)`;

const powers: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** The number in the groups of `numberPattern`; null if they contradict each other or contain none. */
export function numberIn(groups: Record<string, string | undefined>): number | null {
  const { figure, many, power, hundreds, words, power2, again } = groups;
  if (figure) return Number(figure.replaceAll(/[, ]/g, ''));
  if (many && power) return Math.round(Number(many) * powers[power.toLowerCase()]!);
  if (!words && !hundreds) return null;
  const small = (words?.toLowerCase().split(/[- ]/) ?? []).reduce((sum, one) => sum + valueOfWord(one), 0);
  const whole =
    ((hundreds ? valueOfWord(hundreds.toLowerCase()) * 100 : 0) + small) *
    (power2 ? powers[power2.toLowerCase()]! : 1);
  return again && Number(again) !== whole ? null : whole;
}

const valueOfWord = (word: string): number =>
  units.includes(word) ? units.indexOf(word) + 1 : tens.includes(word) ? (tens.indexOf(word) + 2) * 10 : 0;
