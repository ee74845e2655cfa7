import { useQueryClient } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import { type Proposals, type ProposedTopic, proposalApi } from '#shared/topics/proposals.ts';
import { keyOf, useAction } from '#web/api/query.ts';
import { toast } from '#web/ui/toast.tsx';
import { topicsKey } from '../dashboard/desk/queries.ts';

export type ProposalActions = ReturnType<typeof useProposal>;

/** The actions on a proposed topic. `onSaid` receives a sentence about each finished action. */
export function useProposal(me: Me, { id, name }: ProposedTopic, onSaid: (words: string) => void) {
  const client = useQueryClient();
  const keep = (proposals: Proposals) => client.setQueryData(keyOf(proposalApi.read), { proposals });
  const change = useAction(proposalApi.change, {
    onSuccess: ({ proposals }) => keep(proposals),
    onError: ({ message }) => toast({ title: 'Not Changed', description: message, tone: 'bad' }),
  });
  const accept = useAction(proposalApi.accept, {
    onSuccess: ({ message, proposals }) => {
      void client.invalidateQueries({ queryKey: topicsKey(me) });
      keep(proposals);
      onSaid(message);
    },
  });
  const params = { topic: id };
  const changed = (words: string, then?: () => void) => ({
    onSuccess: () => {
      onSaid(words);
      then?.();
    },
  });
  return {
    isPending: change.isPending || accept.isPending,
    /** Why following failed; null after another try. */
    refused: accept.error,
    follow: () => accept.mutate({ params, body: {} }),
    teach: (termId: string) => accept.mutate({ params, body: { termId } }),
    rename: (wanted: string, then: () => void) =>
      change.mutate({ params, body: { name: wanted } }, changed(`“${name}” is now “${wanted}.”`, then)),
    merge: (other: number, then: () => void) =>
      change.mutate({ params, body: { merge: other } }, changed(`Merged into “${name}.”`, then)),
    drop: () => change.mutate({ params, body: { isDropped: true } }, changed(`“${name}” was dropped.`)),
    takeBack: () => change.mutate({ params, body: { isDropped: false } }, changed(`“${name}” is back.`)),
  };
}
