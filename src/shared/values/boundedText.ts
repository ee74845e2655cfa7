/**
 * Text from outside, made safe to work on: at most `length` UTF-16 units, no lone surrogates (PostgreSQL refuses them),
 * and at most 30 combining marks in a row. Pass it before anything else touches the text: normalizing a run of
 * combining marks takes quadratic time, ten seconds for 100,000 of them. 30 is the limit of Unicode's Stream-Safe
 * Text Format (UAX #15, 13), which no real word comes near. Linear.
 */
export const boundedText = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replace(longRuns, '$1');

/** Text without what PostgreSQL refuses: NUL, and lone surrogates, as a cut leaves them. Linear. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const longRuns = /(\p{M}{30})\p{M}+/gu;
