/**
 * Parts of the engine that `npm run bench -- ablations` leaves out one at a time, to measure what each is worth. The
 * bench leaves out weighted evidence by its weight instead (`score/combine.ts`).
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

/** The parts that are left out now. Empty except during that bench. */
export const leftOut = new Set<Part>();
