import type { Desk } from '#shared/shelf/paperState.ts';
import { Link } from '#web/ui/Link.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** Papers of the reader's digests that were retracted since the last visit, each with a link to its digest. */
export const Retractions = ({ corrections }: Pick<Desk, 'corrections'>) => (
  <Notice tone="bad" className="mb-8">
    <ul className="space-y-1">
      {corrections.map(({ paperId, digestId, title }) => (
        <li key={paperId}>
          <strong className="font-semibold">Retracted:</strong>{' '}
          <span dir="auto" className="wrap-anywhere">
            {title}
          </span>{' '}
          <Link to={`/digests/${digestId}`} className="link rounded whitespace-nowrap">
            Read the notice<span className="sr-only"> in your digest</span>
          </Link>
        </li>
      ))}
    </ul>
  </Notice>
);
