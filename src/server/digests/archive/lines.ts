import { moments } from '#shared/papers/moments.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { plain } from '#shared/values/plainText.ts';

/** The title, with a label in front if the paper was retracted, corrected, or called into doubt. */
export const titleOf = (paper: Pick<PaperInput, 'title' | 'retracted' | 'notice'>): string =>
  `${labelOf(paper)}${line(paper.title) || 'Untitled'}`;

const labelOf = ({ retracted, notice }: Pick<PaperInput, 'retracted' | 'notice'>): string => {
  if (retracted) return 'RETRACTED: ';
  return notice ? `${moments[notice].toUpperCase()}: ` : '';
};

/** One line of plain text without two characters that XML 1.0 forbids (https://www.w3.org/TR/xml/#charsets). */
export const line = (text: string): string => plain(text).replace(/[\ufffe\uffff]/g, '');

/** The web address of a paper at its source; null if it has none. */
export const addressOf = (url: string | null | undefined): string | null =>
  /^https?:\/\//i.test(url ?? '') && URL.canParse(url!) ? new URL(url!).href : null;
