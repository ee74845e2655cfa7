const word = /[a-z]+|\d+(?:[.,]\d+)*|[%=<>±]/g;

/** The words of a text in lower case, and the signs %, =, <, > and ±, in order. Every figure is `#`. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).map((one) => (/^\d/.test(one) ? '#' : one));

/** What was learned about a word or another cue; undefined for an unknown one. */
export const learnedOf = <Learned>(
  all: Readonly<Record<string, Learned>>,
  cue: string,
): Learned | undefined => (Object.hasOwn(all, cue) ? all[cue] : undefined);
