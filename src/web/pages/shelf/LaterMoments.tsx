import { moments } from '#shared/papers/moments.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { webAddress } from '#web/papers/paperWords.ts';

type Later = ReaderPaper['later'];

/** Events in a paper's life since it arrived, such as publication or retraction, newest first, with links. */
export const LaterMoments = ({ moments: later, zone }: { moments: Later; zone: string | undefined }) =>
  later.length > 0 && (
    <ul className="mt-3 space-y-1 border-l-2 border-accent pl-3 text-sm">
      {[...later].reverse().map(({ kind, at, url, journal }) => {
        const address = webAddress(url);
        const words = `${moments[kind].label}${journal ? ` in ${journal}` : ''}`;
        return (
          <li key={`${kind} ${at}`}>
            {address ? (
              <a href={address} target="_blank" rel="noopener noreferrer" className="link rounded">
                {words}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ) : (
              words
            )}{' '}
            <span className="text-muted">
              <AbsoluteDate value={at} short zone={zone} />
            </span>
          </li>
        );
      })}
    </ul>
  );
