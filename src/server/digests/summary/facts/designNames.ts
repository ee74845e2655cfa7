/** How a work was done, by the names that a reader is shown. */
export const designNames = [
  'randomized trial',
  'non-randomized trial',
  'cohort',
  'case-control study',
  'cross-sectional study',
  'case report',
  'systematic review',
  'review',
  'animal study',
  'in vitro study',
  'computational study',
  'survey or interviews',
] as const;
export type DesignName = (typeof designNames)[number];

/** The kinds of publication that name a design by themselves, as PubMed writes them; the first that a record has. */
export const designByType: readonly (readonly [type: string, design: DesignName])[] = [
  ['Case Reports', 'case report'],
  ['Meta-Analysis', 'systematic review'],
  ['Network Meta-Analysis', 'systematic review'],
  ['Systematic Review', 'systematic review'],
  ['Scoping Review', 'systematic review'],
  ['Randomized Controlled Trial', 'randomized trial'],
  ['Pragmatic Clinical Trial', 'randomized trial'],
  ['Equivalence Trial', 'randomized trial'],
  ['Review', 'review'],
];

/** Titles that say the design in so many words, as reporting guidelines ask them to. */
export const designByTitle: readonly (readonly [words: RegExp, design: DesignName])[] = [
  [/\b(?:systematic (?:literature )?review|scoping review|umbrella review)\b/i, 'systematic review'],
  [/\bcase report\b/i, 'case report'],
  [/\brandomi[sz]ed(?: [\w-]+){0,3} trial\b(?!s)/i, 'randomized trial'],
  [/\bcase-control study\b/i, 'case-control study'],
  [/\bcohort study\b/i, 'cohort'],
  [/\bcross-sectional (?:study|survey|analysis)\b/i, 'cross-sectional study'],
  [/\b(?:qualitative|interview) study\b/i, 'survey or interviews'],
];
/** A title about a design, not of it. */
export const notOfDesign =
  /\b(?:protocol|guide|rationale|how to|reporting of|quality of|of randomi[sz]ed)\b/i;
