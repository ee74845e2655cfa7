import { ExternalLink } from 'lucide-react';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { webAddress } from '#web/papers/paperWords.ts';
import { ButtonAnchor } from '#web/ui/Button.tsx';

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
