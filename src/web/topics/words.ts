/** `1 paper`, `1,204 papers`. */
export const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** `mice`, `mice or rats`. */
export const either = (words: readonly string[]): string => or.format(words);

const or = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** `the` and `of`, each in quotation marks. */
export const quotedList = (words: readonly string[]): string =>
  and.format([...new Set(words)].map((word) => `“${word}”`));

const and = new Intl.ListFormat('en-US', { type: 'conjunction' });
