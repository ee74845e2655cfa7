import { useQuery, useQueryClient } from '@tanstack/react-query';
import { importApi } from '#shared/shelf/imports.ts';
import { proposalApi } from '#shared/topics/proposals.ts';
import { keyOf, reading, useAction } from '#web/api/query.ts';
import { counted } from '#web/digests/digestWords.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { ErrorState, Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { ImportState, lookMs, NotFound } from '../shelf/imports/ImportProgress.tsx';
import { foundIn } from './PasteReferences.tsx';

interface FromImportProps {
  id: string;
  onProposed: () => void;
}

/** The progress of looking up references, and the next step with the papers found. */
export function FromImport({ id, onProposed }: FromImportProps) {
  const client = useQueryClient();
  const one = useQuery({
    ...reading(importApi.read, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'done' || state.status === 'error' ? false : lookMs,
  });
  const propose = useAction(proposalApi.propose, {
    onSuccess: (proposed) => {
      client.setQueryData(keyOf(proposalApi.read), proposed);
      onProposed();
    },
  });
  const others = (
    <ButtonLink to="/follow?new" variant="secondary">
      Add other papers
    </ButtonLink>
  );
  if (one.isError)
    return (
      <div className="mt-6">
        <ErrorState title="This import could not be loaded" action={others}>
          {one.error.message}
        </ErrorState>
      </div>
    );
  if (!one.data) return <Skeleton className="mt-6 h-40 w-full" />;
  const found = foundIn(one.data);
  const isDone = one.data.status === 'done';
  return (
    <div className="mt-6 max-w-2xl space-y-6">
      <ImportState progress={one.data} />
      {propose.isError && (
        <Notice tone="bad" title="No topics proposed">
          {propose.error.message}
        </Notice>
      )}
      <div className="flex flex-col items-start gap-3 sm:flex-row">
        {(found > 0 || !isDone) && (
          <Button
            variant={isDone ? 'primary' : 'secondary'}
            disabled={found === 0}
            pending={propose.isPending}
            onClick={() => propose.mutate({ body: { importId: id } })}
          >
            {isDone
              ? `Propose topics from ${counted(found, 'paper')}`
              : found > 0
                ? `Go on with the ${counted(found, 'paper')} found so far`
                : 'Go on'}
          </Button>
        )}
        {others}
      </div>
      {/* Reserves the space of one card at the end of the page. */}
      <div className="min-h-20">
        <NotFound progress={one.data} />
      </div>
    </div>
  );
}
