import { ChevronDown } from 'lucide-react';
import { matchInWords } from '#shared/papers/match.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { MatchBars } from './MatchBars.tsx';
import { relevancePercent, type Share, sharesOf } from './paperShares.ts';

/** The relevance figure, with its parts as one bar. Opened, it lists the parts, which add up to the figure. */
export function PaperScore({ paper, className = '' }: { paper: Paper; className?: string }) {
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
