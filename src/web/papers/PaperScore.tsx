import { ChevronDown } from 'lucide-react';
import { matchInWords, matchWord } from '#shared/papers/match.ts';
import type { Paper, ScoreParts, Why } from '#shared/papers/paper.ts';

/** The relevance figure, with its parts as one bar. Opened, it lists the parts, which add up to the figure. */
export function PaperScore({ paper, className = '' }: { paper: Paper; className?: string }) {
  if (paper.why?.belongs) return <p className={`text-sm ${className}`}>{paper.why.belongs.label}</p>;
  const percent = relevancePercent(paper.relevanceScore);
  const shares = sharesOf(paper);
  const figure = (
    <span className="text-ink">
      <MatchBars relevance={paper.relevanceScore} why={paper.why} />
      <b className="font-medium">{matchInWords(paper)}</b> · Relevance {percent}%
    </span>
  );
  if (!shares?.length) return <p className={`text-sm ${className}`}>{figure}</p>;
  return (
    <details className={`group/score text-sm ${className}`}>
      <summary className="inline-flex min-h-6 list-none flex-wrap items-center gap-x-3 gap-y-1 rounded [&::-webkit-details-marker]:hidden">
        {figure}
        <Bar shares={shares} />
        <span className="inline-flex items-center text-muted print:hidden">
          How this figure adds up
          <ChevronDown
            className="ml-0.5 size-4 transition-transform group-open/score:rotate-180"
            aria-hidden="true"
          />
        </span>
      </summary>
      <Sum shares={shares} percent={percent} />
    </details>
  );
}

/** The full width is 100%. Negative parts appear only in the list. */
const Bar = ({ shares }: { shares: Share[] }) => (
  <span
    aria-hidden="true"
    className="inline-flex h-2 w-24 overflow-hidden rounded-full bg-line ring-1 ring-inset ring-edge/25"
  >
    {shares.map(({ part, points }) => (
      <span
        key={part}
        className={`h-full border-r border-sheet last:border-r-0 ${inks[part]}`}
        style={{ width: `${Math.max(0, points)}%` }}
      />
    ))}
  </span>
);

const Sum = ({ shares, percent }: { shares: Share[]; percent: number }) => (
  <table className="mt-2 mb-2.5 w-full max-w-sm text-muted">
    <caption className="sr-only">Parts of the relevance, in percentage points</caption>
    <tbody>
      {shares.map(({ part, label, points }) => (
        <tr key={part}>
          <th scope="row" className="py-0.5 pr-4 text-left font-normal">
            <span aria-hidden="true" className={`mr-2 inline-block size-2.5 rounded-[2px] ${inks[part]}`} />
            {label}
          </th>
          <td className="text-right">{points < 0 ? `−${-points}` : points}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className="border-t border-line font-medium text-ink">
        <th scope="row" className="pt-1 pr-4 text-left font-medium">
          Relevance
        </th>
        <td className="pt-1 text-right">{percent}%</td>
      </tr>
    </tfoot>
  </table>
);

/** One hue in six strengths: order and list carry the meaning, not the color. */
const inks: Record<Share['part'], string> = {
  lexical: 'bg-accent',
  feedback: 'bg-accent/70',
  latent: 'bg-accent/45',
  embedding: 'bg-accent/30',
  impact: 'bg-ink/55',
  liked: 'bg-ink/30',
};

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

/** One part of the relevance figure, in whole percentage points; negative if it lowered the score. */
interface Share {
  part: keyof ScoreParts;
  label: string;
  points: number;
}

/** Relevance as shown: the score times 100, rounded. */
export const relevancePercent = (score: number): number =>
  Math.round(Math.min(1, Math.max(0, Number.isFinite(score) ? score : 0)) * 100);

/** The parts of a paper's relevance in whole points that add up to its figure. Null if they are missing or do not. */
export function sharesOf({ relevanceScore, parts }: Pick<Paper, 'relevanceScore' | 'parts'>): Share[] | null {
  if (!parts) return null;
  const exact = order.map((part) => ({ part, value: parts[part] * 100 }));
  const sum = exact.reduce((total, { value }) => total + value, 0);
  if (!(Math.abs(sum - relevanceScore * 100) < 0.2)) return null;
  return roundTogether(exact, relevancePercent(relevanceScore))
    .filter(({ points }) => points !== 0)
    .map(({ part, points }) => ({ part, label: labelOf(part, points), points }));
}

const labelOf = (part: keyof ScoreParts, points: number): string =>
  part === 'liked' && points < 0 ? 'Like papers you did not want' : labels[part];

const order: (keyof ScoreParts)[] = ['lexical', 'feedback', 'latent', 'embedding', 'impact', 'liked'];

const labels: Record<keyof ScoreParts, string> = {
  lexical: 'Words of your topic',
  feedback: 'Words the best matches share',
  latent: 'Similar in meaning',
  embedding: 'Similar in meaning (language model)',
  impact: 'Publication and recency',
  liked: 'Like papers you liked',
};

/** Largest remainder method: rounds every part down and gives the missing points to the largest remainders. */
function roundTogether<T extends { value: number }>(items: T[], total: number): (T & { points: number })[] {
  const rounded = items.map((item) => ({ ...item, points: Math.floor(item.value + 1e-9) }));
  const missing = total - rounded.reduce((sum, { points }) => sum + points, 0);
  const mostCut = [...rounded].sort((a, b) => b.value - b.points - (a.value - a.points));
  for (const item of mostCut.slice(0, Math.max(0, missing))) item.points += 1;
  return rounded;
}
