const word = /[a-z]+|\d+(?:[.,]\d+)*|[%=<>±]/g;

/** The words of a text in lower case, and the signs %, =, <, > and ±, in order. Every figure is `#`. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).map((one) => (/^\d/.test(one) ? '#' : one));

/** The words of a list as pairs: `mother matern death mortal`. */
export const pairsOf = (list: string): [string, string][] => {
  const all = list.trim().split(/\s/).filter(Boolean);
  return all.flatMap((one, at) => (at % 2 ? [] : [[one, all[at + 1]!] as [string, string]]));
};

/** What was learned about a word or another cue; undefined for an unknown one. */
export const learnedOf = <Learned>(
  all: Readonly<Record<string, Learned>>,
  cue: string,
): Learned | undefined => (Object.hasOwn(all, cue) ? all[cue] : undefined);

export const wordsOfUnits =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
export const wordsOfTens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
