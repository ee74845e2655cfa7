import { useState } from 'react';
import type { Digest } from '#shared/digests/digest.ts';
import { matchWord } from '#shared/papers/match.ts';
import type { Paper, PaperState } from '#shared/papers/paper.ts';
import { MatchBars } from '../papers/MatchBars.tsx';
import { PaperFacts } from '../papers/PaperFacts.tsx';
import { PaperWays } from '../papers/PaperPlace.tsx';
import { shortAuthors, webAddress, whereItStands } from '../papers/paperWords.ts';
import { useAnswer } from '../papers/verdict.ts';
import { CitationFiles } from './references/CitationFiles.tsx';

interface CloseMatchProps {
  paper: Paper;
  /** The number continues after the digest's own papers; citation files are requested by it. */
  number: number;
  digest: Digest;
  state: PaperState;
}

/** One close match: shorter than a paper of the digest, with the same buttons. */
export function CloseMatch({ paper, number, digest, state }: CloseMatchProps) {
  const address = webAddress(paper.url);
  const { shown, more } = shortAuthors(paper.authors);
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <p dir="auto" className="font-serif leading-snug font-semibold wrap-anywhere">
        <span className="font-normal text-muted">{number}. </span>
        {address ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded text-accent underline-offset-4 hover:underline"
          >
            {paper.title}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          paper.title
        )}
      </p>
      <p className="mt-0.5 text-sm text-muted">
        <span dir="auto">
          {[shown.join(', ') + (more ? ` and ${more} more` : ''), ...whereItStands(paper)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <PaperWays paper={paper} />
      </p>
      <p className="mt-0.5 text-sm">
        <MatchBars relevance={paper.relevanceScore} />
        {matchWord(paper.relevanceScore)}{' '}
        <span className="text-muted">· {Math.round(paper.relevanceScore * 100)}% relevant</span>
      </p>
      <PaperFacts paper={paper} />
      {paper.takeaway && (
        <p dir="auto" className="mt-1.5 max-w-[66ch] font-serif leading-relaxed">
          {paper.takeaway}
        </p>
      )}
      <Answers paper={paper} number={number} digest={digest} state={state} />
    </li>
  );
}

function Answers({ paper, number, digest, state: read }: CloseMatchProps) {
  const [state, show] = useState(read);
  const answer = useAnswer({ termId: digest.searchTermId ?? '', paperId: paper.id ?? '', state }, show);
  return (
    <div className="mt-1.5 -ml-2 flex flex-wrap items-center gap-x-1 gap-y-1 text-sm print:hidden">
      {digest.searchTermId && paper.id && (
        <>
          <Choice pressed={state === 'kept'} onPress={() => answer('kept')} of={number}>
            {state === 'kept' ? 'Kept' : 'Keep'}
          </Choice>
          <Choice pressed={state === 'not'} onPress={() => answer('not')} of={number}>
            Not for me
          </Choice>
        </>
      )}
      <span className="ml-2 text-muted">
        Cite: <CitationFiles digestId={digest.id} paper={number} />
      </span>
    </div>
  );
}

interface ChoiceProps {
  pressed: boolean;
  onPress: () => void;
  /** Number of the paper, for screen readers. */
  of: number;
  children: string;
}

const Choice = ({ pressed, onPress, of, children }: ChoiceProps) => (
  <button
    type="button"
    aria-label={`${children}: paper ${of}`}
    aria-pressed={pressed}
    onClick={onPress}
    className="inline-flex min-h-8 items-center rounded-md px-2 text-muted hover:bg-wash hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
  >
    {children}
  </button>
);
