import { ChevronDown } from 'lucide-react';
import { lackInWords, matchWord } from '#shared/papers/match.ts';
import type { Paper, ScoreParts } from '#shared/papers/paper.ts';
import { whyOf } from './paperWords.ts';

/** `Good match, nothing on “allergy”`, and who judged it. */
export const Match = ({ paper, answered }: { paper: Matched; answered?: string }) => (
  <p className="truncate text-[0.8125rem] leading-[1.45] text-muted">
    {!paper.why?.belongs && <MatchBars paper={paper} />}
    <MatchWords paper={paper} />
    {answered && ` · ${answered}`}
  </p>
);

type Matched = Pick<Paper, 'relevanceScore' | 'why' | 'abstract'>;

const MatchWords = ({ paper }: { paper: Matched }) => {
  const lack = lackInWords(paper);
  if (paper.why?.belongs) return <b className="font-medium text-ink">{paper.why.belongs.label}</b>;
  return (
    <>
      <b className="font-medium text-ink">{matchWord(paper.relevanceScore, paper.why)}</b>
      {paper.why?.judged && `, judged by ${paper.why.judged.by}`}
      {lack && `, ${lack}`}
    </>
  );
};

/** How well a paper fits its topic. Opened: the words found for each part, and the parts of the figure, which add up to it. */
export function PaperFit({ paper }: { paper: Paper }) {
  const percent = relevancePercent(paper.relevanceScore);
  const shares = sharesOf(paper) ?? [];
  const why = whyOf(paper);
  return (
    <details className="group/fit mt-4 text-sm">
      <summary className="inline-flex min-h-6 list-none items-center gap-x-1.5 rounded hover:[&_b]:underline [&::-webkit-details-marker]:hidden">
        <span className="text-muted">
          {!paper.why?.belongs && <MatchBars paper={paper} />}
          <MatchWords paper={paper} />
          {!paper.why?.belongs && ` · Relevance ${percent}%`}
        </span>
        <ChevronDown className="size-3.5 shrink-0 transition-transform group-open/fit:rotate-180 print:hidden" />
      </summary>
      <div className="mt-1.5 rounded-md bg-wash px-3.5 py-3">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 empty:hidden">
          {paper.why?.aspects?.map(({ name, words, missing }) => (
            <div key={name} className="contents">
              <dt dir="auto" className="font-medium">
                {name}
              </dt>
              <dd dir="auto" className="wrap-anywhere">
                {missing ? 'not found in title or abstract' : words.map((word) => `“${word}”`).join(', ')}
              </dd>
            </div>
          ))}
        </dl>
        {why && <p className="wrap-anywhere text-muted first-letter:uppercase">{why}</p>}
        {shares.length > 0 && (
          <table className="mt-2 w-full max-w-sm border-t border-edge">
            <caption className="sr-only">Parts of the relevance, in percentage points</caption>
            <tbody className="before:block before:h-2">
              {[{ part: 'all', label: 'Relevance', points: `${percent}%` }, ...shares].map(
                ({ part, label, points }) => (
                  <tr key={part} className="first:font-medium">
                    <th scope="row" className="py-px pr-4 text-left font-[inherit]">
                      {label}
                    </th>
                    <td className="text-right">
                      {typeof points === 'number' && points < 0 ? `−${-points}` : points}
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        )}
      </div>
    </details>
  );
}

const filled = { 'Strong match': 3, 'Good match': 2, 'Possible match': 1 };

/** One to three bars beside the word that says the same. */
const MatchBars = ({ paper: { relevanceScore, why } }: { paper: Matched }) => (
  <svg viewBox="0 0 13 11" className="mr-1.5 inline-block h-2.75 w-3.25 text-accent" aria-hidden="true">
    {[1, 2, 3].map((bar) => (
      <rect
        key={bar}
        {...{ x: bar * 5 - 4.5, y: 8.5 - bar * 3, width: 2, height: 2 + bar * 3, rx: 0.5 }}
        fill={bar > filled[matchWord(relevanceScore, why)] ? 'none' : 'currentColor'}
        stroke="currentColor"
      />
    ))}
  </svg>
);

/** One part of the relevance figure, in whole percentage points; negative if it lowered the score. */
type Share = { part: keyof ScoreParts; label: string; points: number };

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
