import { tokenize } from '../text/tokenize.ts';

/** Names of kinds of documents and of studies: what a paper is, rather than what it is about. */
const names = [
  'randomized controlled trial',
  'randomized trial',
  'randomised',
  'RCT',
  'clinical trial',
  'controlled trial',
  'trial',
  'systematic review',
  'scoping review',
  'review',
  'meta-analysis',
  'case report',
  'case series',
  'cohort study',
  'prospective cohort',
  'cross-sectional study',
  'case-control study',
  'guideline',
  'protocol',
  'preprint',
];

const keyOf = (text: string): string =>
  tokenize(text)
    .flatMap(({ stem, isSynonym }) => (isSynonym ? [] : stem))
    .join(' ');

const keys: ReadonlySet<string> = new Set(names.map(keyOf));

/** Whether words name a kind of document or of study: `randomized trials`, `case report`. */
export const isDocumentKind = (words: string): boolean => keys.has(keyOf(words));
