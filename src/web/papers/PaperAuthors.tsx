import { useState } from 'react';
import { shortAuthors } from './paperWords.ts';

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
