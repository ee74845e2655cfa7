/**
 * Text from outside, made safe to work on: at most `length` UTF-16 units, no lone surrogates, and at most 30 combining
 * marks in a row, which no word comes near (UAX #15, 13): normalizing a run of them takes quadratic time. Linear.
 */
export const boundedText = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replace(longRuns, '$1');

const longRuns = /(\p{M}{30})\p{M}+/gu;
