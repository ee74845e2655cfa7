import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Slot } from '#kit/web.tsx';
import { closeMatchesApi, closeMatchesInWords } from '#shared/digests/closeMatches.ts';
import type { Digest } from '#shared/digests/digest.ts';
import { matchWord } from '#shared/papers/match.ts';
import type { Paper, PaperState } from '#shared/papers/paper.ts';
import { isJudgedOff, judgedInWords } from '#shared/papers/reasons.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { call } from '../api/api.ts';
import { keyOf } from '../api/query.ts';
import { PaperFacts } from '../papers/PaperFacts.tsx';
import { PaperWays } from '../papers/PaperPlace.tsx';
import { MatchBars } from '../papers/PaperScore.tsx';
import { shortAuthors, webAddress, whereItStands } from '../papers/paperWords.ts';
import { useAnswer } from '../papers/verdict.ts';
import { Button } from '../ui/Button.tsx';
import { ReadFailed } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Spinner.tsx';
import { WhyNot } from './WhyNot.tsx';

/** What a digest left out: close matches, the closest one, and why a given paper is missing. */
export function DigestMatches({ digest }: { digest: Digest }) {
  const { nearestMiss, searchTermId, closeMatches } = digest;
  const shown = digest.papersData.filter(({ note }) => note !== 'revised' && note !== 'now-published').length;
  const said = closeMatchesInWords(closeMatches, shown);
  return (
    <div className="my-4 space-y-4 print:hidden">
      {nearestMiss && <NearestMiss nearest={nearestMiss} />}
      {said && closeMatches && <Further digest={digest} said={said} further={closeMatches - shown} />}
      {searchTermId && <WhyNot digestId={digest.id} />}
    </div>
  );
}

function NearestMiss({ nearest }: { nearest: NonNullable<Digest['nearestMiss']> }) {
  const address = webAddress(nearest.url);
  return (
    <p className="max-w-[66ch]">
      The closest was{' '}
      <span dir="auto" className="font-serif font-semibold wrap-anywhere">
        {address ? (
          <a href={address} target="_blank" rel="noopener noreferrer" className="link rounded">
            {nearest.title}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          nearest.title
        )}
      </span>{' '}
      ({sourceLabels[nearest.source]}). {nearest.because}
    </p>
  );
}

/** Loads when opened, by a press or by a link in a mail. */
function Further({ digest, said, further }: { digest: Digest; said: string; further: number }) {
  const hash = useLocationProperty(() => location.hash);
  const [open, setOpen] = useState(hash === '#close-matches');
  return (
    <details
      id="close-matches"
      ref={(details) => void (hash === '#close-matches' && details?.scrollIntoView())}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-xl border border-line bg-sheet px-4 py-3"
    >
      <summary className="min-h-6 cursor-pointer rounded">
        <span className="font-semibold">{further.toLocaleString('en-US')} more close matches</span>{' '}
        <span className="text-sm text-muted">{said} are in this digest</span>
      </summary>
      {open && <CloseMatches digest={digest} />}
    </details>
  );
}

/** The close matches that rank below a digest's papers, ten at a time. */
function CloseMatches({ digest }: { digest: Digest }) {
  const params = { id: digest.id };
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: keyOf(closeMatchesApi.more, { params }),
    queryFn: ({ pageParam, signal }) =>
      call(closeMatchesApi.more, { params, query: pageParam ? { after: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  if (error) return <ReadFailed title="Could not load the close matches" read={{ error, refetch }} />;
  if (!data) return <Skeleton className="mt-3 h-96" />;
  const first = data.pages[0]!.first;
  const papers = data.pages.flatMap(({ papers, states }) => papers.map((paper) => ({ paper, states })));
  if (!papers.length)
    return <p className="mt-3 text-sm text-muted">They are listed for 90 days after the digest.</p>;
  return (
    <>
      <ol start={first} className="mt-2">
        {papers.map(({ paper, states }, at) => (
          <CloseMatch
            key={paper.id ?? at}
            paper={paper}
            number={first + at}
            digest={digest}
            state={states[paper.id ?? ''] ?? 'new'}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="secondary" size="small" pending={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

interface CloseMatchProps {
  paper: Paper;
  /** The number continues after the digest's own papers; citation files are requested by it. */
  number: number;
  digest: Digest;
  state: PaperState;
}

/** One close match: shorter than a paper of the digest, with the same buttons. */
function CloseMatch({ paper, number, digest, state }: CloseMatchProps) {
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
      {paper.why?.judged && (
        <p className="mt-0.5 text-sm text-muted">
          {isJudgedOff(paper.why.judged) && 'Not shown: '}
          {judgedInWords(paper.why.judged)}
        </p>
      )}
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
      <span className="ml-2">
        <Slot name="paperFiles" digestId={digest.id} number={number} />
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
