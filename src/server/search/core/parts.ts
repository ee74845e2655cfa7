/**
 * Parts of the reading of a topic that `npm run bench -- ablations` leaves out, one at a time, to say what each is worth.
 * Those that are figures in a sum are left out by their weight (`score/combine.ts`).
 */
export type Part =
  | 'closed groups'
  | 'drug classes'
  | 'narrower headings'
  | 'learned names'
  | 'abbreviations'
  | 'spellings'
  | 'corrections'
  | 'kinds of document'
  | 'halves of names'
  | 'passages'
  | 'padding'
  | 'senses';

/** What is left out now: nothing, except while a bench measures. */
export const leftOut = new Set<Part>();
