import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Me } from '#shared/accounts/me.ts';
import { type SearchTerm, searchTermApi } from '#shared/topics/searchTerm.ts';
import { useAction } from '#web/api/query.ts';
import { pendingSearch, sessionEnded } from '#web/api/session.ts';
import { track } from '#web/consent/analytics.ts';
import { toast } from '#web/ui/toast.tsx';
import { topicsKey } from './queries.ts';
import { searchRefusal } from './refusals.ts';
import { withTopic } from './topics.ts';

/** Adds a topic. If the plan has no room, stores the topic and goes to the plans. */
export function useAddTopic(
  me: Me,
  { onAdded, onRefused }: { onAdded: () => void; onRefused: (topic: string) => void },
) {
  const { list, put } = useTopicList(me);
  return useAction(searchTermApi.immediateSearch, {
    onSuccess: ({ searchTerm, message }) => {
      const known = list()?.some(({ id }) => id === searchTerm.id);
      put(searchTerm);
      onAdded();
      if (known) return toast({ title: 'Already in Your Queue', description: message });
      track('search_added');
      toast({
        title: 'Search Queued',
        description: 'You will receive an email with the digest as soon as the search is complete.',
        tone: 'good',
        duration: 5000,
      });
    },
    onError: (error, { body }) => {
      const topic = body?.searchTerm ?? '';
      const refusal = searchRefusal(error);
      if (refusal.keep) pendingSearch.set(topic);
      if ('status' in error && error.status === 401) return sessionEnded();
      toast(refusal.toast);
      if (refusal.to) navigate(refusal.to);
      else onRefused(topic);
    },
  });
}

/** Removes a topic at once, with ten seconds to undo. */
export function useRemoveTopic(me: Me) {
  const { put, drop } = useTopicList(me);
  const dropped = useRef(new Map<string, SearchTerm>());
  const restore = useAction(searchTermApi.restore, {
    onSuccess: (term) => {
      put(term);
      toast({ title: 'Search Term Restored', description: `“${term.term}” is back.`, tone: 'good' });
    },
    onError: ({ message }) => toast({ title: 'Restore Failed', description: message, tone: 'bad' }),
  });
  const remove = useAction(searchTermApi.remove, {
    onSuccess: (_, { params }) => {
      const term = dropped.current.get(params!.id);
      toast({
        title: 'Search Term Deleted',
        description: term && `“${term.term}” is no longer searched.`,
        tone: 'good',
        duration: 10_000,
        action: {
          label: 'Undo',
          altText: 'Press F8, then choose Undo, to bring the search term back',
          run: () => restore.mutate({ params }),
        },
      });
    },
    onError: ({ message }, { params }) => {
      const term = dropped.current.get(params!.id);
      if (term) put(term);
      toast({ title: 'Delete Failed', description: message, tone: 'bad' });
    },
  });
  return (term: SearchTerm) => {
    dropped.current.set(term.id, term);
    drop(term);
    remove.mutate({ params: { id: term.id } });
  };
}

/** The cached list of topics, changed ahead of the next read. Cancels a read in flight, which would undo the change. */
export function useTopicList(me: Me) {
  const client = useQueryClient();
  const queryKey = topicsKey(me);
  const change = (next: (terms: SearchTerm[]) => SearchTerm[]) => {
    void client.cancelQueries({ queryKey });
    client.setQueryData<SearchTerm[]>(queryKey, (terms) => terms && next(terms));
  };
  return {
    list: () => client.getQueryData<SearchTerm[]>(queryKey),
    put: (term: SearchTerm) => change((terms) => withTopic(terms, term)),
    drop: ({ id }: SearchTerm) => change((terms) => terms.filter((term) => term.id !== id)),
  };
}
