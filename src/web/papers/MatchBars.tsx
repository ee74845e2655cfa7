import { matchWord } from '#shared/papers/match.ts';
import type { Why } from '#shared/papers/paper.ts';

const filled = { 'Strong match': 3, 'Good match': 2, 'Possible match': 1 };

/** One to three bars beside the word that says the same. */
export const MatchBars = ({ relevance, why }: { relevance: number; why?: Why }) => (
  <svg viewBox="0 0 13 11" className="mr-1.5 inline-block h-2.75 w-3.25 text-accent" aria-hidden="true">
    {[1, 2, 3].map((bar) => (
      <rect
        key={bar}
        {...{ x: bar * 5 - 4.5, y: 8.5 - bar * 3, width: 2, height: 2 + bar * 3, rx: 0.5 }}
        fill={bar > filled[matchWord(relevance, why)] ? 'none' : 'currentColor'}
        stroke="currentColor"
      />
    ))}
  </svg>
);
