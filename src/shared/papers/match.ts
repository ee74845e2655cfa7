import type { Why } from './paper.ts';

/** Least relevance of each word, from 0 to 1. */
const strong = 0.6;
const good = 0.4;

/** How close a paper is to its topic, in words: what a reader sees before the figure. */
export function matchWord(relevance: number): 'Strong match' | 'Good match' | 'Possible match' {
  if (relevance >= strong) return 'Strong match';
  return relevance >= good ? 'Good match' : 'Possible match';
}

/** `2 of 3 aspects`; null where that was not stored, or the topic has one. */
export function aspectsFound(why: Why | undefined): string | null {
  const { aspects = [] } = why ?? {};
  if (aspects.length < 2) return null;
  return `${aspects.filter(({ missing }) => missing === null).length} of ${aspects.length} aspects`;
}

/** `Strong match · 3 of 3 aspects` */
export const matchInWords = ({ relevanceScore, why }: { relevanceScore: number; why?: Why }): string =>
  [matchWord(relevanceScore), aspectsFound(why)].filter(Boolean).join(' · ');
