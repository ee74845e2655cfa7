import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Slot } from '#kit/web.tsx';
import { closeMatchesApi } from '#shared/digests/closeMatches.ts';
import { reading } from '../api/api.ts';
import { controlClass, Form, Submit } from '../ui/Form.tsx';

/** Answers why a paper that the reader expected is not in a digest. */
export function WhyNot({ digestId }: { digestId: string }) {
  const [asked, setAsked] = useState('');
  const [typed, setTyped] = useState('');
  const answer = reading(closeMatchesApi.whyNot, { params: { id: digestId }, query: { paper: asked } });
  const found = useQuery({ ...answer, enabled: asked !== '' });
  return (
    <section aria-labelledby="why-not">
      <h2 id="why-not" className="text-[0.8125rem] font-semibold text-muted">
        Why not this one?
      </h2>
      <Form className="mt-1.5 flex gap-2" onSubmit={() => setAsked(typed.trim())}>
        <input
          aria-label="DOI, PMID, preprint number, or title"
          placeholder="DOI, PMID, arXiv number, or title"
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={`${controlClass} min-w-0`}
        />
        <Submit label="Look up" variant="secondary" pending={found.isFetching} className="shrink-0" />
      </Form>
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
            {found.data.keepBy && <Slot name="missingPaper" doi={found.data.keepBy} />}
          </div>
        )}
      </div>
    </section>
  );
}
