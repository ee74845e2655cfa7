/** Least relevance of each word, from 0 to 1. */
const strong = 0.6;
const good = 0.4;

/** How close a paper is to its topic, in words: what a reader sees before the figure. */
export function matchWord(relevance: number): 'Strong match' | 'Good match' | 'Possible match' {
  if (relevance >= strong) return 'Strong match';
  return relevance >= good ? 'Good match' : 'Possible match';
}
