import { useState } from 'react';
import { factsInOrder } from '#shared/papers/facts.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { AbsoluteDate } from '../layout/dates.tsx';
import { Badge } from '../ui/Badge.tsx';
import { notesOf, shortAuthors, whereItStands } from './paperWords.ts';

/** Study design, sample size and population in one line. A press shows the sentences of the abstract behind them. */
export function PaperFacts({ paper }: { paper: Paper }) {
  const facts = factsInOrder(paper);
  if (!facts.length) return null;
  const quotes = [...new Set(facts.flatMap(({ quote }) => quote ?? []))];
  const { funding, interests } = paper.facts ?? {};
  // A sample size is always a lowercase n; N is the population size.
  const capital =
    facts[0]!.text.startsWith('n') && facts[0]!.text.includes('=') ? '' : 'first-letter:uppercase';
  const line = (
    <span className={`inline-block ${capital}`}>
      {facts.map(({ text }, at) => (
        <span key={text}>
          {at > 0 && ' · '}
          <span className={text.length < 40 ? 'whitespace-nowrap' : ''}>{text}</span>
        </span>
      ))}
    </span>
  );
  if (!quotes.length && !funding && !interests) return <p className="mt-1 text-sm">{line}</p>;
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-6 list-none flex-wrap items-baseline gap-x-2 rounded [&::-webkit-details-marker]:hidden">
        {line}
        <span className="link print:hidden">Quote</span>
      </summary>
      <ul className="mt-1 max-w-[66ch] space-y-1 text-muted">
        {quotes.map((quote) => (
          <li key={quote} dir="auto">
            “{quote}”
          </li>
        ))}
        {funding && <li dir="auto">Funding: {funding}</li>}
        {interests && <li dir="auto">Competing interests: {interests}</li>}
      </ul>
    </details>
  );
}

interface StandingProps {
  paper: Paper;
  /** Content before the journal in its line. */
  before?: string;
}

/** Journal or server, date, what was studied, and warnings such as a retraction. */
export const PaperStanding = ({ paper, before }: StandingProps) => (
  <>
    <p className="mt-0.5 text-sm text-muted">
      <span dir="auto">{[before, ...whereItStands(paper)].filter(Boolean).join('\u00a0· ')}</span>
      {paper.publishedOn && (
        <>
          {'\u00a0· '}
          <AbsoluteDate value={paper.publishedOn} zone="UTC" />
        </>
      )}
    </p>
    <PaperFacts paper={paper} />
    {notesOf(paper).map(({ label, sentence, tone }) => (
      <p key={label} className="mt-1.5 text-sm">
        <Badge tone={tone}>{label}</Badge> <span dir="auto">{sentence}</span>
      </p>
    ))}
  </>
);

/** Authors; a long list is shortened, with a button for the rest. */
export function PaperAuthors({ authors }: { authors: readonly string[] }) {
  const [all, setAll] = useState(false);
  const { shown, more } = shortAuthors(authors, all ? authors.length : undefined);
  if (!shown.length) return null;
  return (
    <p dir="auto" className="mt-1 text-sm text-muted">
      {shown.join(', ')}
      {more > 0 && (
        <>
          {' '}
          <button type="button" onClick={() => setAll(true)} className="link min-h-6 rounded">
            and {more} more
          </button>
        </>
      )}
    </p>
  );
}
