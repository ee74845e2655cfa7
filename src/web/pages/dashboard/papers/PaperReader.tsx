import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PaperAbstract } from '#web/papers/PaperAbstract.tsx';
import { PaperAuthors } from '#web/papers/PaperAuthors.tsx';
import { PaperFacts } from '#web/papers/PaperFacts.tsx';
import { PaperScore } from '#web/papers/PaperScore.tsx';
import { notesOf, webAddress, whereItStands, whyOf } from '#web/papers/paperWords.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ButtonAnchor } from '#web/ui/Button.tsx';

/** Everything about one paper, to decide by. */
export function PaperReader({ paper: { paper, termId }, title }: { paper: ReaderPaper; title?: ReactNode }) {
  const why = whyOf(paper);
  return (
    <>
      {title}
      <PaperAuthors authors={paper.authors} />
      <p className="mt-0.5 text-sm text-muted">
        <span dir="auto">{whereItStands(paper).join(' · ')}</span>
        {paper.publishedOn && (
          <>
            {' · '}
            <AbsoluteDate value={paper.publishedOn} zone="UTC" />
          </>
        )}
      </p>
      <PaperFacts paper={paper} />
      {notesOf(paper).map(({ label, sentence, tone }) => (
        <p key={label} className="mt-2 text-sm">
          <Badge tone={tone}>{label}</Badge> <span dir="auto">{sentence}</span>
        </p>
      ))}
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
    </>
  );
}

/** Buttons to the paper at its source, to a free PDF and to the reader's library; none without an address. */
export function OpenAtSource({ paper: { paper } }: { paper: ReaderPaper }) {
  const places = [
    [webAddress(paper.url), `Open at ${sourceLabels[paper.source]}`],
    [paper.retracted ? null : webAddress(paper.pdfUrl), 'Open PDF'],
    [webAddress(paper.libraryUrl), 'Open through your library'],
  ] as const;
  return places.map(
    ([address, words]) =>
      address && (
        <ButtonAnchor
          key={words}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          size="small"
          variant="quiet"
          className="pointer-coarse:min-h-11"
        >
          {words}
          <ExternalLink className="size-4" aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </ButtonAnchor>
      ),
  );
}
