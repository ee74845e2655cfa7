import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closeMatchesApi } from '#shared/digests/closeMatches.ts';
import { reading } from '../api/query.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Form.tsx';

/** Answers why a paper that the reader expected is not in a digest. */
export function WhyNot({ digestId }: { digestId: string }) {
  const [asked, setAsked] = useState('');
  const [typed, setTyped] = useState('');
  const found = useQuery({
    ...reading(closeMatchesApi.whyNot, { params: { id: digestId }, query: { paper: asked } }),
    enabled: asked !== '',
  });
  return (
    <details className="rounded-xl border border-line bg-sheet px-4 py-3">
      <summary className="min-h-6 cursor-pointer rounded">
        <span className="font-semibold">Why not this one?</span>{' '}
        <span className="text-sm text-muted">
          Name a paper you expected, and we will look up why it is not here.
        </span>
      </summary>
      <form
        className="mt-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim());
        }}
      >
        <TextField
          label="DOI, PMID, preprint number, or title"
          className="min-w-56 grow"
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="secondary" pending={found.isFetching}>
          Look up
        </Button>
      </form>
      <div role="status" className="mt-3 empty:hidden">
        {found.error && <p className="text-sm text-bad">{found.error.message}</p>}
        {found.data && (
          <div className="max-w-[66ch] space-y-1.5">
            {found.data.title && (
              <p dir="auto" className="font-serif font-semibold wrap-anywhere">
                {found.data.title}
              </p>
            )}
            <p dir="auto">{found.data.because}</p>
          </div>
        )}
      </div>
    </details>
  );
}
