import type { Digest } from '#shared/digests/digest.ts';
import { sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import { counted, papersPerSource, receiptOf } from './digestWords.ts';

/** The coverage report: what we asked each source and what it returned. Failures are shown, never counted as “no papers”. */
export function DigestSources({ digest }: { digest: Digest }) {
  const given = papersPerSource(digest.papersData);
  const rows = sourceNames.flatMap((source) => {
    const papers = given.find((one) => one.source === source)?.papers ?? 0;
    const receipt = digest.coverage.find((one) => one.source === source);
    return papers || receipt ? [{ source, papers, receipt }] : [];
  });
  if (!rows.length) return <p className="text-muted">No papers from any source.</p>;
  return (
    <ul className="grid gap-x-4 gap-y-2.5 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">
      {rows.map(({ source, papers, receipt }) => (
        <li
          key={source}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 sm:col-span-full sm:grid sm:grid-cols-subgrid"
        >
          <Badge tone={toneOf(receipt?.outcome, papers)} className="justify-self-start">
            {sourceLabels[source]}: {wordsOf(receipt?.outcome, papers)}
          </Badge>
          {receipt && (
            <span className="min-w-0 text-sm text-muted max-sm:w-full">{receiptOf(receipt, papers)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type Outcome = Digest['coverage'][number]['outcome'] | undefined;

const wordsOf = (outcome: Outcome, papers: number): string => {
  if (papers) return counted(papers, 'paper');
  if (outcome === 'failed') return 'failed';
  if (outcome === 'off') return 'off';
  return counted(0, 'paper');
};

const toneOf = (outcome: Outcome, papers: number): Tone => {
  if (outcome === 'failed' && !papers) return 'bad';
  if (outcome === 'failed' || outcome === 'partial') return 'warn';
  return papers ? 'accent' : 'neutral';
};
