import type { IndexPaper } from '#search/types.ts';

/** Two to four telling words of a title: a hundred thousand different topics from some ten thousand papers. */
export function topicOf(papers: readonly IndexPaper[], number: number): string {
  const { title } = papers[(number * 7919) % papers.length]!;
  const words = title.match(/[\p{L}\p{N}-]{5,}/gu) ?? ['research'];
  const from = Math.floor(number / papers.length) % Math.max(1, words.length - 2);
  return words.slice(from, from + 2 + (number % 3)).join(' ');
}
