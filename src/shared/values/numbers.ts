const format = new Intl.NumberFormat('en-US');

/** `1,204`. One format for all: `toLocaleString` looks for its own at each call. */
export const withCommas = (number: number): string => format.format(number);
