import type { IndexPaper } from '#search/core/types.ts';

/** The topic with this number: two to four long words of a title, so that ten thousand papers give 100,000 topics. */
export function topicOf(papers: readonly IndexPaper[], number: number): string {
  const { title } = papers[(number * 7919) % papers.length]!;
  const words = title.match(/[\p{L}\p{N}-]{5,}/gu) ?? ['research'];
  const from = Math.floor(number / papers.length) % Math.max(1, words.length - 2);
  return words.slice(from, from + 2 + (number % 3)).join(' ');
}
