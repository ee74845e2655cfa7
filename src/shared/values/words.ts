import { withCommas } from './dates.ts';

/** `1 new paper`, `8 new papers`, `1,204 records`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${withCommas(number)} ${number === 1 ? one : many}`;

const all = new Intl.ListFormat('en-US');
const any = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** `moss`, `moss and ferns`, `moss, ferns, and lichens`. */
export const andList = (items: Iterable<string>): string => all.format(items);
/** The same with `or`. */
export const orList = (items: Iterable<string>): string => any.format(items);
