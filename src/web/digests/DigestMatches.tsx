import { useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { closeMatchesInWords } from '#shared/digests/closeMatches.ts';
import type { Digest } from '#shared/digests/digest.ts';
import { uncoveredInWords } from '#shared/digests/uncovered.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { webAddress } from '../papers/paperWords.ts';
import { CloseMatches } from './CloseMatches.tsx';
import { WhyNot } from './WhyNot.tsx';

/** What a digest left out: unmentioned ideas, close matches, the closest one, and why a given paper is missing. */
export function DigestMatches({ digest }: { digest: Digest }) {
  const { nearestMiss, searchTermId, closeMatches } = digest;
  const shown = digest.papersData.filter(({ note }) => note !== 'revised' && note !== 'now-published').length;
  const said = closeMatchesInWords(closeMatches, shown);
  const uncovered = uncoveredInWords(digest.papersData, (name) => `“${name}”`);
  return (
    <div className="my-4 space-y-4 print:hidden">
      {uncovered && <p className="max-w-[66ch] wrap-anywhere">{uncovered}</p>}
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
      {open && <CloseMatches digest={digest} further={further} />}
    </details>
  );
}
