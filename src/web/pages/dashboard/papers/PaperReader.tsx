import type { ReactNode } from 'react';
import { Slot } from '#kit/web.tsx';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { PaperAbstract } from '#web/papers/PaperAbstract.tsx';
import { PaperAuthors, PaperStanding } from '#web/papers/PaperFacts.tsx';
import { PaperScore } from '#web/papers/PaperScore.tsx';
import { whyOf } from '#web/papers/paperWords.ts';

/** One paper with everything a reader needs to decide. */
export function PaperReader({ paper: one, title }: { paper: ReaderPaper; title?: ReactNode }) {
  const { paper } = one;
  return (
    <>
      {title}
      <PaperAuthors authors={paper.authors} />
      <PaperStanding paper={paper} />
      <PaperFindings paper={one} />
    </>
  );
}

/** What the paper found, how relevant it is, and why. */
export function PaperFindings({ paper: { paper, termId, digestId, number } }: { paper: ReaderPaper }) {
  const why = whyOf(paper);
  return (
    <>
      {paper.takeaway && (
        <p dir="auto" className="mt-4 max-w-[62ch] font-serif text-[1.0625rem] leading-relaxed">
          {paper.takeaway}
        </p>
      )}
      {paper.abstract?.trim() ? (
        <PaperAbstract
          key={paper.id}
          abstract={paper.abstract.trim()}
          quotes={paper.takeawayQuote ? [paper.takeawayQuote] : []}
        />
      ) : (
        <p className="mt-3 text-sm text-muted">{sourceLabels[paper.source]} provided no abstract.</p>
      )}
      {termId && <PaperScore paper={paper} className="mt-4" />}
      {why && (
        <p className="mt-1 text-sm text-muted">
          <span className="font-medium">Why:</span> {why}
        </p>
      )}
      {digestId && number && (
        <p className="mt-1 text-sm text-muted">
          <Slot name="paperFiles" digestId={digestId} number={number} />
        </p>
      )}
    </>
  );
}
