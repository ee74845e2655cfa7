import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { closeMatchesApi } from '#shared/digests/closeMatches.ts';
import type { Digest } from '#shared/digests/digest.ts';
import { call } from '../api/api.ts';
import { keyOf } from '../api/query.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Spinner.tsx';
import { CloseMatch } from './CloseMatch.tsx';

type Page = ResponseOf<typeof closeMatchesApi.more>;

/** The close matches that rank below a digest's papers, ten at a time. */
export function CloseMatches({ digest, further }: { digest: Digest; further: number }) {
  const { data, error, isFetching, refetch, more } = usePages(digest.id);
  if (error)
    return (
      <ErrorState title="Could not load the close matches" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <Outline rows={Math.min(further, 10)} />;
  if (!data.papers.length)
    return <p className="mt-3 text-sm text-muted">They are listed for 90 days after the digest.</p>;
  return (
    <>
      <ol start={data.first} className="mt-2">
        {data.papers.map((paper, at) => (
          <CloseMatch
            key={paper.id ?? at}
            paper={paper}
            number={data.first + at}
            digest={digest}
            state={data.states[paper.id ?? ''] ?? 'new'}
          />
        ))}
      </ol>
      {data.next && (
        <Button variant="secondary" size="small" pending={isFetching} onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}

/** As high as the first page, so that nothing below moves when it arrives. */
const Outline = ({ rows }: { rows: number }) => (
  <div className="mt-3 space-y-3">
    {[...Array(rows).keys()].map((row) => (
      <Skeleton key={row} className="h-36" />
    ))}
  </div>
);

/** Loads one page after another and appends each to the list. */
function usePages(id: string) {
  const client = useQueryClient();
  const [count, setCount] = useState(1);
  const keyOfPages = (count: number) => [...keyOf(closeMatchesApi.more, { params: { id } }), count];
  const pages = useQuery<Page>({
    queryKey: keyOfPages(count),
    queryFn: async ({ signal }): Promise<Page> => {
      const before = client.getQueryData<Page>(keyOfPages(count - 1));
      const query = before?.next ? { after: before.next } : {};
      const page = await call(closeMatchesApi.more, { params: { id }, query, signal });
      return before
        ? {
            ...page,
            first: before.first,
            papers: [...before.papers, ...page.papers],
            states: { ...before.states, ...page.states },
          }
        : page;
    },
    placeholderData: (former) => former,
  });
  return { ...pages, more: () => setCount(count + 1) };
}
